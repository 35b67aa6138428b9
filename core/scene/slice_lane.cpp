#include "core/scene/slice_lane.h"

#include "core/scene/row_sweep.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr int blockColumns = 16;
constexpr std::size_t walkedPerColumn = 16;

class RowWalk {
public:
    RowWalk(const RunIndex& index, LaneId lane, std::size_t row, const RowRequest& request, LaneScene& scene)
        : m_index(index), m_run(index.run()), m_slices(index.lanes().lane(lane).rows[row]),
          m_rowIndex(index.row(lane, row)), m_request(request), m_grid(request.grid),
          m_sweep(m_grid, request.place.y, request.place.height, scene), m_isStepLane(scene.kind == LaneKind::Steps) {}

    void walk() {
        const auto [first, last] = m_rowIndex.slicesIn(m_grid.visible());
        const std::size_t few = walkedPerColumn * static_cast<std::size_t>(m_grid.count());
        if (m_request.isExact || !m_request.matching.empty() || last - first <= few)
            addSlices(first, last);
        else
            addBlocks(first, last);
        m_sweep.finish();
    }

private:
    void addSlices(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const SliceId slice = m_slices[i];
            const DescriptorId descriptor = m_run.slices.descriptor(slice);
            const bool isMatching = m_request.matching.empty() || m_request.matching[descriptor.index()];
            m_sweep.addSlice(slice, m_run.slices.span(slice), roleOf(descriptor), isMatching);
        }
    }

    void addBlocks(std::size_t first, std::size_t last) {
        std::size_t next = first;
        for (int column = 0; column < m_grid.count() && next < last; column += blockColumns) {
            const int end = std::min(column + blockColumns, m_grid.count());
            const std::size_t blockLast = m_rowIndex.slicesIn(m_grid.spanOf(column, end)).second;
            if (blockLast <= next)
                continue;
            if (blockLast - next <= walkedPerColumn * blockColumns) {
                addSlices(next, blockLast);
                next = blockLast;
            } else {
                addSummary(std::max(column, m_sweep.nextColumn()), end);
                next = blockLast - 1; // what of it lies beyond the block is still to come
            }
        }
    }

    void addSummary(int first, int end) {
        if (first >= end)
            return;
        m_sweep.beginColumns(first);
        std::array<ColumnSummary, blockColumns> summaries;
        const std::span<ColumnSummary> columns(summaries.data(), static_cast<std::size_t>(end - first));
        m_rowIndex.summarize(m_grid.spanOf(first, end), columns);
        for (int column = first; column < end; ++column) {
            const ColumnSummary& summary = columns[static_cast<std::size_t>(column - first)];
            m_sweep.addColumn(column, summary.busy,
                              m_isStepLane ? ColorRole::Step : lanescope::roleOf(summary.dominant));
        }
    }

    ColorRole roleOf(DescriptorId descriptor) const {
        return m_isStepLane ? ColorRole::Step : lanescope::roleOf(m_index.colorClass(descriptor));
    }

    const RunIndex& m_index;
    const Run& m_run;
    const LaneRow& m_slices;
    const RowIndex& m_rowIndex;
    const RowRequest& m_request;
    const ColumnGrid& m_grid;
    RowSweep m_sweep;
    bool m_isStepLane;
};

} // namespace

void addRow(const RunIndex& index, LaneId lane, std::size_t row, const RowRequest& request, LaneScene& scene) {
    RowWalk(index, lane, row, request, scene).walk();
}

} // namespace lanescope
