#include "core/scene/scene_builder.h"

#include "core/scene/box_labels.h"
#include "core/scene/counter_lane.h"
#include "core/scene/hidden_parts.h"
#include "core/scene/overlap_strip.h"
#include "core/scene/slice_lane.h"
#include "core/scene/step_bands.h"

#include <algorithm>
#include <cstdio>

namespace lanescope {

namespace {

/// One decimal is enough for a glance: "12.3 %"; "< 0.1 %" where rounding would deny what there is.
std::string glancePercent(TimeNs part, TimeNs whole) {
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part > 0 && percent < 0.05)
        return "< 0.1 %";
    char text[16];
    std::snprintf(text, sizeof text, "%.1f %%", percent);
    return text;
}

/// Shares of the device's own time in view.
std::string figuresOf(const DeviceIndex& device, TimeSpan visible) {
    const TimeSpan window = visible.clippedTo(device.span());
    if (window.isEmpty())
        return {};
    const DeviceFigures figures = device.within(window);
    return "exposed " + glancePercent(figures.exposedCommunication, window.duration()) + " · idle " +
           glancePercent(figures.idle, window.duration());
}

class Builder {
public:
    Builder(const RunIndex& index, const LaneLayout& layout, const SceneRequest& request)
        : m_index(index), m_layout(layout), m_request(request), m_grid(request.viewport, request.devicePixelRatio) {}

    TimelineScene build() {
        m_scene.width = m_request.viewport.widthPx();
        m_scene.height = m_request.height;
        m_scene.devicePixelRatio = m_grid.ratio();
        m_scene.ticks = timeTicks(m_request.viewport);
        const auto bands = m_layout.bandsIn(m_request.scrollY, m_request.scrollY + m_request.height);
        if (!bands.empty())
            addSteps(bands.front().group);
        for (const LaneBand& band : bands) {
            if (band.what == LaneBand::What::Lane)
                addLane(band);
            else
                addHeader(band);
        }
        addEvidence(bands);
        return std::move(m_scene);
    }

private:
    Rect rectOf(const LaneBand& band) const {
        return {0, band.y - m_request.scrollY, m_request.viewport.widthPx(), band.height};
    }
    /// Beside the first row in view, so that the name of a tall lane stays in sight while it scrolls past.
    Rect nameRectOf(const LaneBand& band) const {
        const Rect lane = rectOf(band);
        const double height = std::min(band.height, band.rowPitch - m_layout.metrics().gap);
        return {0, std::clamp(0.0, lane.y, lane.y + lane.height - height), lane.width, height};
    }
    const LaneGroup& groupOf(const LaneBand& band) const { return m_index.lanes().groups[band.group]; }

    /// The steps of the topmost group in view; of any other file where it has none.
    void addSteps(std::uint32_t group) {
        FileId file = m_index.lanes().groups[group].file;
        if (m_index.steps().stepsOf(file).empty() && !m_index.run().steps.empty())
            file = m_index.run().steps.front().file;
        m_scene.steps = stepBands(m_index.run(), m_index.steps(), file, m_request.viewport);
    }

    void addHeader(const LaneBand& band) {
        const LaneGroup& group = groupOf(band);
        HeaderScene header;
        header.group = band.group;
        header.isRecorded = band.what == LaneBand::What::RecordedHeader;
        header.rect = rectOf(band);
        if (header.isRecorded) {
            header.isFolded = !m_layout.isRecordedOpen(band.group);
            header.title = "As recorded";
            header.detail = std::to_string(group.recordedLanes.size()) +
                            (group.recordedLanes.size() == 1 ? " lane" : " lanes");
        } else {
            header.isFolded = m_layout.isFolded(band.group);
            header.title = group.title;
            header.detail = group.detail;
            if (group.device.isValid())
                header.figures = figuresOf(m_index.device(group.device), m_grid.visible());
        }
        m_scene.headers.push_back(std::move(header));
    }

    void addLane(const LaneBand& band) {
        const Lane& recorded = m_index.lanes().lane(band.lane);
        LaneScene& lane = m_scene.lanes.emplace_back();
        lane.lane = band.lane;
        lane.kind = recorded.kind;
        lane.rect = rectOf(band);
        GutterLabel label{band.lane, nameRectOf(band), recorded.title, recorded.detail};
        if (recorded.kind == LaneKind::Overlap) {
            buildOverlapStrip(columnsOf(recorded.device), m_grid, lane);
        } else if (recorded.kind == LaneKind::Counter) {
            const CounterSeries& series = m_index.run().counters[recorded.counter];
            buildCounterLane(series, m_grid, lane);
            label.detail = counterRangeText(series);
        } else {
            addRows(band, recorded, lane);
        }
        m_scene.gutter.push_back(std::move(label));
    }

    void addRows(const LaneBand& band, const Lane& recorded, LaneScene& lane) {
        const bool isOfDevice = recorded.kind == LaneKind::Collective || recorded.kind == LaneKind::DeviceStream;
        const bool isSplit = isOfDevice && recorded.device.isValid();
        for (std::size_t row = 0; row < recorded.rows.size(); ++row) {
            const std::size_t firstBox = lane.boxes.size(), firstColumn = lane.columns.size();
            const double height = band.rowPitch - m_layout.metrics().gap;
            const RowPlace place{lane.rect.y + static_cast<double>(row) * band.rowPitch, height};
            if (place.y + height <= 0 || place.y >= m_request.height)
                continue;
            addRow(m_index, band.lane, row, {place, m_grid, m_request.focus.matching, m_request.isExact}, lane);
            addSelection(m_index.row(band.lane, row), recorded.rows[row], place);
            const DeviceColumns* device = isSplit ? &columnsOf(recorded.device) : nullptr;
            if (device)
                splitHidden(*device, m_grid, firstBox, firstColumn, lane);
            addLabels(m_index, recorded, device, m_grid, firstBox, lane);
        }
    }

    void addSelection(const RowIndex& rowIndex, const LaneRow& slices, RowPlace place) {
        const SliceId selected = m_request.focus.selected;
        if (!selected.isValid())
            return;
        const TimeSpan span = m_index.run().slices.span(selected);
        const auto [first, last] = rowIndex.slicesIn({span.begin, std::max(span.end, saturatingAdd(span.begin, 1))});
        for (std::size_t i = first; i < last; ++i)
            if (slices[i] == selected)
                if (const auto rect = rectOf(span, place.y, place.height))
                    m_scene.selectionRects.push_back(*rect);
    }

    /// Nothing when the span is out of view; at least a pixel wide.
    std::optional<Rect> rectOf(TimeSpan span, double y, double height) const {
        const double left = std::max(-4.0, m_request.viewport.xOf(span.begin));
        const double right = std::min(m_scene.width + 4, m_request.viewport.xOf(span.end));
        if (right < 0 || left > m_scene.width)
            return std::nullopt;
        return Rect{left, y, std::max(1.0, right - left), height};
    }

    /// Over the lanes in view of each span's device; spans that share a pixel are one.
    void addEvidence(std::span<const LaneBand> bands) {
        for (std::size_t first = 0, last; first < bands.size(); first = last) {
            for (last = first + 1; last < bands.size() && bands[last].group == bands[first].group; ++last) {
            }
            const Rect top = rectOf(bands[first]), bottom = rectOf(bands[last - 1]);
            addEvidence(groupOf(bands[first]).device, top.y, bottom.y + bottom.height - top.y);
        }
    }

    void addEvidence(DeviceId device, double y, double height) {
        for (const SceneFocus::Evidence& evidence : m_request.focus.evidence) {
            if (!device.isValid() || evidence.device != device || !evidence.span.overlaps(m_grid.visible()))
                continue;
            const std::optional<Rect> rect = rectOf(evidence.span, y, height);
            if (!rect)
                continue;
            Rect* before = m_scene.evidence.empty() ? nullptr : &m_scene.evidence.back();
            if (before && before->y == y && rect->x >= before->x && rect->x <= before->x + before->width)
                before->width = std::max(before->width, rect->x + rect->width - before->x);
            else
                m_scene.evidence.push_back(*rect);
        }
    }

    /// Of the device last asked for: a group's lanes follow each other.
    const DeviceColumns& columnsOf(DeviceId device) {
        if (m_columnsDevice != device || !m_columns) {
            m_columns = deviceColumns(m_index.device(device), m_grid);
            m_columnsDevice = device;
        }
        return *m_columns;
    }

    const RunIndex& m_index;
    const LaneLayout& m_layout;
    const SceneRequest& m_request;
    const ColumnGrid m_grid;
    TimelineScene m_scene;
    DeviceId m_columnsDevice;
    std::optional<DeviceColumns> m_columns;
};

} // namespace

TimelineScene buildScene(const RunIndex& index, const LaneLayout& layout, const SceneRequest& request) {
    return Builder(index, layout, request).build();
}

} // namespace lanescope
