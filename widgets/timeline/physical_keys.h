// Keys by where they lie, so that W, A, S, D are under the same fingers on every keyboard layout.
#pragma once

class QKeyEvent;

namespace lanescope {

enum class PhysicalKey { None, W, A, S, D };

/// By the scan code where the platform gives one (evdev codes, as X11 and Wayland pass them on), else by the letter.
PhysicalKey physicalKeyOf(const QKeyEvent& event);

} // namespace lanescope
