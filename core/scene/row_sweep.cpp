#include "core/scene/row_sweep.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double leastBoxColumns = 3;
constexpr double lonelyDistance = 1; // columns
constexpr int coverageLevels = 32;   // columns that differ by less look equal and are drawn as one

} // namespace

RowSweep::RowSweep(const ColumnGrid& grid, double y, double height, LaneScene& lane)
    : m_grid(grid), m_y(y), m_height(height), m_lane(lane), m_lastEnd(-lonelyDistance) {}

void RowSweep::addSlice(SliceId slice, TimeSpan span, ColorRole role, bool isMatching) {
    const double start = m_grid.positionOf(span.begin), begin = std::max<double>(m_next, start);
    const double end = std::min<double>(m_grid.count(), m_grid.positionOf(span.end));
    const bool isDone = start < m_next && end <= m_next;
    if (isDone || end < 0 || begin >= m_grid.count())
        return;
    if (begin - m_lastEnd < lonelyDistance)
        m_pending.isLonelyEnd = false;
    if (end - begin >= leastBoxColumns)
        addBox(slice, begin, end, role, isMatching);
    else
        addSmall(begin, end, role, isMatching);
    m_lastEnd = std::max(begin, end);
}

void RowSweep::addBox(SliceId slice, double begin, double end, ColorRole role, bool isMatching) {
    const int first = static_cast<int>(std::ceil(begin)), last = static_cast<int>(std::floor(end));
    Box box{rectOf(first, last - first, role), role, slice, !isMatching};
    if (first > begin)
        gatherBoxEnd(first - 1, first - begin, box, true);
    m_lane.boxes.push_back(box);
    flushPending();
    m_next = last;
    if (end > last)
        gatherBoxEnd(last, end - last, box, false);
}

void RowSweep::addSmall(double begin, double end, ColorRole role, bool isMatching) {
    int column = static_cast<int>(begin);
    do {
        gather(column, std::min<double>(end, column + 1) - std::max<double>(begin, column), role, isMatching);
        ++column;
    } while (column < end);
}

void RowSweep::gather(int column, double share, ColorRole role, bool isMatching) {
    if (column != m_pending.column) {
        flushPending();
        m_pending.column = column;
        m_pending.role = role;
    }
    ++m_pending.parts;
    m_pending.busy += share;
    m_pending.byRole[static_cast<std::size_t>(role)] += static_cast<float>(share);
    m_pending.isMatching |= isMatching;
    m_pending.isLonelyEnd = false;
}

void RowSweep::gatherBoxEnd(int column, double share, const Box& box, bool isLeftEnd) {
    gather(column, share, box.role, !box.isDimmed);
    m_pending.isLonelyEnd = !isLeftEnd || column + 1 - share - m_lastEnd >= lonelyDistance;
    m_pending.isLeftEnd = isLeftEnd;
    m_pending.box = isLeftEnd ? m_lane.boxes.size() : m_lane.boxes.size() - 1;
}

/// True when the pending column is a lonely end; the box then takes it or leaves it.
bool RowSweep::roundBox() {
    if (!m_pending.isLonelyEnd)
        return false;
    if (m_pending.busy < 0.5)
        return true;
    Rect& rect = m_lane.boxes[m_pending.box].rect;
    rect.width += m_grid.xOf(1);
    if (m_pending.isLeftEnd)
        rect.x = m_grid.xOf(m_pending.column);
    return true;
}

void RowSweep::flushPending() {
    const Pending pending = m_pending;
    if (pending.column >= 0 && !roundBox()) {
        const auto most = std::max_element(pending.byRole.begin(), pending.byRole.end());
        const auto role = *most > 0 ? static_cast<ColorRole>(most - pending.byRole.begin()) : pending.role;
        appendColumn(pending.column, std::min(1.0, pending.busy), role, !pending.isMatching);
    }
    m_pending = {};
}

void RowSweep::beginColumns(int column) {
    if (m_pending.column >= column)
        m_pending = {};
}

void RowSweep::addColumn(int column, float busy, ColorRole role) {
    m_pending.isLonelyEnd = false;
    flushPending();
    m_next = column + 1;
    m_lastEnd = m_next;
    if (busy > 0)
        appendColumn(column, std::min(1.0f, busy), role, false);
}

void RowSweep::appendColumn(int column, double coverage, ColorRole role, bool isDimmed) {
    const int level = static_cast<int>(std::ceil(coverage * coverageLevels));
    if (column != m_run.first + m_run.count || level != m_run.level || role != m_run.role ||
        isDimmed != m_run.isDimmed) {
        flushRun();
        m_run = {column, 0, level, 0, role, isDimmed};
    }
    ++m_run.count;
    m_run.coverage += coverage;
}

void RowSweep::flushRun() {
    if (m_run.count > 0)
        m_lane.columns.push_back({rectOf(m_run.first, m_run.count, m_run.role), m_run.role,
                                  static_cast<float>(m_run.coverage / m_run.count), m_run.isDimmed});
    m_run = {};
}

void RowSweep::finish() {
    flushPending();
    flushRun();
}

/// Memory copies are thin bars: half the height.
Rect RowSweep::rectOf(int first, int count, ColorRole role) const {
    const double inset = role == ColorRole::Memory ? m_height / 4 : 0;
    return {m_grid.xOf(first), m_y + inset, count / m_grid.ratio(), m_height - 2 * inset};
}

} // namespace lanescope
