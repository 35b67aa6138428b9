// MetricContext: all that a metric may see: the indexed run, the card, and which time is asked about.
#pragma once

#include "core/card/card_facts.h"
#include "core/index/run_index.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// Run: from first to last device work. Steady: the steps without the first and the last, when there are more than two.
struct MetricScope {
    enum class Kind { Run, Steady, Step };
    Kind kind = Kind::Steady;
    std::int64_t step = 0;    // of Kind::Step
    std::string text() const; // "run", "steady", "step:12"
};

class MetricContext {
public:
    /// `card` may be null; the index must outlive the context.
    MetricContext(const RunIndex& index, const WorkloadCard* card, MetricScope scope);

    const RunIndex& index() const { return m_index; }
    const Run& run() const { return m_index.run(); }
    /// Nothing without a card.
    const std::optional<CardFacts>& card() const { return m_card; }
    const MetricScope& scope() const { return m_scope; }

    /// The steps of a file that are in scope; all of them for Kind::Run.
    std::vector<const Step*> stepsOf(FileId file) const;
    /// The windows in which a device is looked at: the spans of the steps in scope, on the host's clock; its whole span
    /// when the scope is the run or its file has no step marks.
    const IntervalSet& windowOf(DeviceId device) const { return m_windows[device.index()]; }
    /// What a value per step divides by: the steps in scope; for the whole trace all its steps, 1 without marks; 0 when
    /// no step of that number was recorded for the device.
    std::size_t stepCountOf(DeviceId device) const { return m_stepCounts[device.index()]; }
    /// Whether something that begins at `t` on the device is in scope; at the very end of a whole trace it still is.
    bool holds(DeviceId device, TimeNs t) const { return m_isWhole[device.index()] || windowOf(device).contains(t); }
    /// What had to be assumed about the windows; to be repeated by every metric that uses them.
    const std::vector<std::string>& assumptions() const { return m_assumptions; }

private:
    bool isWhole(FileId file) const;
    void sayHowStepsWereChosen();

    const RunIndex& m_index;
    std::optional<CardFacts> m_card;
    MetricScope m_scope;
    std::vector<IntervalSet> m_windows;
    std::vector<std::size_t> m_stepCounts;
    std::vector<bool> m_isWhole; // the window is the whole trace
    std::vector<std::string> m_assumptions;
};

} // namespace lanescope
