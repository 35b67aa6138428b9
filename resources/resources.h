// The files built into the executable (app.qrc), under ":/".
#pragma once

namespace lanescope {

/// Makes the files readable. They come in a static library, which the linker would otherwise leave out; calling it
/// again changes nothing.
void initResources();

} // namespace lanescope
