#include "core/scene/counter_lane.h"

#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

struct ValueRange {
    double low = 0, high = 0;
};

ValueRange rangeOf(const CounterSeries& series) {
    ValueRange range;
    for (const double value : series.values) {
        if (!std::isfinite(value))
            continue;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    return range;
}

/// Appends a stepwise line: along the last height to x, then up or down.
class StepLine {
public:
    StepLine(const ValueRange& range, LaneScene& lane) : m_range(range), m_lane(lane) {}

    void moveTo(double x, double value) {
        const double y = yOf(value);
        if (!m_lane.counter.empty())
            push(x, m_lane.counter.back().y);
        push(x, y);
    }
    void endAt(double x) {
        if (!m_lane.counter.empty())
            push(x, m_lane.counter.back().y);
    }

private:
    double yOf(double value) const {
        const double extent = m_range.high - m_range.low;
        const double share = extent > 0 && std::isfinite(value) ? (value - m_range.low) / extent : 0;
        return m_lane.rect.y + 1 + (1 - share) * (m_lane.rect.height - 2);
    }
    void push(double x, double y) { m_lane.counter.push_back({x, y}); }
    const ValueRange m_range;
    LaneScene& m_lane;
};

} // namespace

void buildCounterLane(const CounterSeries& series, const ColumnGrid& grid, LaneScene& lane) {
    const TimeSpan visible = grid.visible();
    StepLine line(rangeOf(series), lane);
    const auto begin = std::upper_bound(series.times.begin(), series.times.end(), visible.begin);
    std::size_t i = static_cast<std::size_t>(begin - series.times.begin());
    if (i > 0)
        line.moveTo(0, series.values[i - 1]);
    while (i < series.times.size() && series.times[i] < visible.end) {
        const int column = static_cast<int>(std::clamp(grid.positionOf(series.times[i]), 0.0, double(grid.count())));
        double low = series.values[i], high = low, last = low;
        for (++i;
             i < series.times.size() && series.times[i] < visible.end && grid.positionOf(series.times[i]) < column + 1;
             ++i) {
            last = series.values[i];
            low = std::min(low, last);
            high = std::max(high, last);
        }
        for (const double value : {low, high, last})
            line.moveTo(grid.xOf(column), value);
    }
    line.endAt(grid.xOf(grid.count()));
}

std::string counterRangeText(const CounterSeries& series) {
    const ValueRange range = rangeOf(series);
    return formatSignificant(range.low, 3) + " to " + formatSignificant(range.high, 3);
}

} // namespace lanescope
