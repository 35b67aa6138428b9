// CancelPoint: how a long loop gives up when nobody wants its result any more.
#pragma once

#include "core/base/progress.h"

#include <cstdint>

namespace lanescope {

/// What a CancelPoint throws. Whoever began the work catches it and answers that it was cancelled; runTasks() passes it
/// on.
struct GivenUp {};

/// Of one thread; call it once for each item of a loop, or for each comparison of a sort.
class CancelPoint {
public:
    explicit CancelPoint(const Progress& progress) : m_progress(progress) {}

    /// Asks at the first call and at each 16384th after it: with up to a microsecond an item, every few milliseconds.
    void operator()() {
        if (m_calls++ % callsPerQuestion == 0)
            ask();
    }
    void ask() const {
        if (m_progress.isCancelled())
            throw GivenUp();
    }

private:
    static constexpr std::uint32_t callsPerQuestion = 1u << 14;

    const Progress& m_progress;
    std::uint32_t m_calls = 0;
};

/// `before`, and gives the sort up that uses it.
template <class Before>
auto cancellable(Before before, CancelPoint& point) {
    return [before, &point](const auto& a, const auto& b) {
        point();
        return before(a, b);
    };
}

} // namespace lanescope
