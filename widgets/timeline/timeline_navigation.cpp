// Where the view goes: movement in time, to steps and slices, and what is selected.
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <QStyle>

#include <algorithm>

namespace lanescope {

namespace {

constexpr double leastSliceWidthPx = 40; // a revealed slice is shown at least that wide

/// O(log n).
std::optional<std::size_t> positionIn(const LaneRow& row, SliceId slice, const SliceTable& slices) {
    const TimeNs start = slices.start(slice);
    std::size_t low = 0, high = row.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (slices.start(row[middle]) < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < row.size() && slices.start(row[low]) == start; ++low)
        if (row[low] == slice)
            return low;
    return std::nullopt;
}

} // namespace

// ---- movement in time

void TimelineView::showTimes(TimeSpan span, bool isAnimated) {
    if (!m_index)
        return;
    m_target.setVisible(span);
    m_animation.stop();
    followHover({-1, -1}); // what lay under the cursor moves away
    const bool mayAnimate = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (isAnimated && mayAnimate && isVisible()) {
        m_animationFrom = m_shown.visible();
        m_animation.start();
    } else {
        m_shown = m_target;
        invalidateScene();
    }
    emit visibleChanged(m_target.visible());
}

/// Ends an animation where it was going, so that dragging works on what the reader sees.
void TimelineView::settleAnimation() {
    if (m_animation.state() != QAbstractAnimation::Running)
        return;
    m_animation.stop();
    m_shown = m_target;
    invalidateScene();
}

void TimelineView::zoomBy(double factor) {
    Viewport next = m_target;
    next.zoomAbout(m_cursorX ? xInLanes(*m_cursorX) : laneArea().width() / 2, factor);
    showTimes(next.visible(), true);
}

void TimelineView::panBy(double widths) {
    Viewport next = m_target;
    next.panBy(widths * laneArea().width());
    showTimes(next.visible(), true);
}

void TimelineView::fitAll() {
    Viewport next = m_target;
    next.fitAll();
    showTimes(next.visible(), true);
}

void TimelineView::fitSelection() {
    Viewport next = m_target;
    if (m_focus.selected.isValid())
        next.fit(m_index->run().slices.span(m_focus.selected));
    else if (m_span)
        next.fit(*m_span);
    else
        next.fitAll();
    showTimes(next.visible(), true);
}

void TimelineView::goToStep(int direction) {
    if (!m_index || m_index->run().steps.empty())
        return;
    const TimeSpan visible = m_target.visible();
    const TimeNs middle = visible.begin + visible.duration() / 2;
    const FileId file = m_index->run().steps.front().file;
    const auto steps = m_index->steps().stepsOf(file);
    const auto middleOf = [&](std::uint32_t i) {
        const TimeSpan span = m_index->run().steps[i].span;
        return span.begin + span.duration() / 2;
    };
    const TimeNs slack =
        std::max<TimeNs>(1, visible.duration() / 100); // the step that is fitted now is not its own neighbour
    std::optional<std::uint32_t> next;
    for (const std::uint32_t i : steps)
        if (direction > 0 ? middleOf(i) > middle + slack && !next : middleOf(i) < middle - slack)
            next = i;
    if (!next)
        return;
    Viewport view = m_target;
    view.fit(m_index->run().steps[*next].span);
    showTimes(view.visible(), true);
}

std::optional<TimelineView::SlicePlace> TimelineView::placeOf(SliceId slice) const {
    std::optional<SlicePlace> hidden;
    const auto& lanes = m_index->lanes().lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        for (std::size_t row = 0; row < lanes[i].rows.size(); ++row) {
            const auto position = positionIn(lanes[i].rows[row], slice, m_index->run().slices);
            if (!position)
                continue;
            const SlicePlace place{LaneId(i), row, *position};
            if (m_layout.bandOf(place.lane))
                return place;
            if (!hidden)
                hidden = place;
        }
    return hidden;
}

void TimelineView::goToSlice(int direction) {
    if (!m_index || !m_focus.selected.isValid())
        return;
    const auto place = placeOf(m_focus.selected);
    if (!place)
        return;
    const LaneRow& row = m_index->lanes().lane(place->lane).rows[place->row];
    if (direction > 0 ? place->position + 1 < row.size() : place->position > 0)
        revealSlice(row[direction > 0 ? place->position + 1 : place->position - 1]);
}

/// Unfolds what hides the lane and scrolls it into view.
void TimelineView::revealLane(LaneId lane) {
    const auto& groups = m_index->lanes().groups;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const auto has = [&](const std::vector<LaneId>& lanes) {
            return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
        };
        const bool isRecorded = has(groups[g].recordedLanes);
        if (!isRecorded && !has(groups[g].lanes))
            continue;
        m_layout.setFolded(g, false);
        if (isRecorded)
            m_layout.setRecordedOpen(g, true);
    }
    updateGeometryOfLanes();
    const LaneBand* band = m_layout.bandOf(lane);
    const double top = verticalScrollBar()->value(), height = laneArea().height();
    if (band && (band->y < top || band->y + band->height > top + height))
        verticalScrollBar()->setValue(static_cast<int>(band->y + band->height / 2 - height / 2));
}

void TimelineView::revealSlice(SliceId slice) {
    if (!m_index)
        return;
    selectSlice(slice);
    if (!slice.isValid())
        return;
    if (const auto place = placeOf(slice))
        revealLane(place->lane);
    const TimeSpan span = m_index->run().slices.span(slice);
    const TimeSpan visible = m_target.visible();
    const bool isInView = span.begin >= visible.begin && span.end <= visible.end;
    if (isInView && static_cast<double>(span.duration()) / m_target.nsPerPx() >= 2)
        return;
    const auto least = static_cast<TimeNs>(static_cast<double>(std::max<TimeNs>(span.duration(), 1)) *
                                           laneArea().width() / leastSliceWidthPx);
    const TimeNs shown = std::max(std::min(visible.duration(), least), span.duration());
    const TimeNs middle = span.begin + span.duration() / 2;
    showTimes({middle - shown / 2, middle + shown - shown / 2}, true);
}

// ---- selection

void TimelineView::selectSlice(SliceId slice) {
    if (m_focus.selected == slice)
        return;
    m_focus.selected = slice;
    invalidateScene();
    emit sliceSelected(slice);
}

void TimelineView::selectSpan(TimeSpan span) {
    m_span = span;
    viewport()->update();
    emit spanSelected(span);
}

void TimelineView::clearSelection() {
    const bool hadSpan = m_span.has_value();
    m_span.reset();
    m_focus.evidence.clear();
    selectSlice({});
    if (hadSpan)
        emit spanSelected(TimeSpan{});
    invalidateScene();
}

void TimelineView::setAllFolded(bool folded) {
    m_layout.setAllFolded(folded);
    updateGeometryOfLanes();
}

} // namespace lanescope
