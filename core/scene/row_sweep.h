// RowSweep: the slices of one row, from left to right, as boxes and pixel columns.
//
// A slice at least three device pixels wide becomes a box on whole pixels; smaller ones, and the fractions at the
// boxes' ends, are added up per pixel column, so that each column shows its true busy share and dominant class. Where
// no other slice lies within a pixel of a box's end, the end is rounded instead: a crisp edge, half a pixel off at most
// and without bias.
#pragma once

#include "core/scene/column_grid.h"
#include "core/scene/timeline_scene.h"

#include <array>

namespace lanescope {

class RowSweep {
public:
    /// Writes boxes and columns into `lane`; the row stands at [y, y + height).
    RowSweep(const ColumnGrid& grid, double y, double height, LaneScene& lane);

    /// Slices come in the order of time and do not overlap.
    void addSlice(SliceId slice, TimeSpan span, ColorRole role, bool isMatching);
    /// A column whose whole content is known; columns come after all that was added before.
    void addColumn(int column, float busy, ColorRole role);
    /// The first column that boxes and finished columns leave free.
    int nextColumn() const { return m_next; }
    /// Before a stretch of addColumn from `column` on: what was gathered there is forgotten, they tell it again.
    void beginColumns(int column);
    void finish();

private:
    /// What a column has gathered so far.
    struct Pending {
        int column = -1;
        int parts = 0;
        double busy = 0;
        std::array<float, static_cast<std::size_t>(ColorClass::Count)> byRole{};
        ColorRole role = ColorRole::Other;
        bool isMatching = false;
        bool isLonelyEnd = false; // its only part is an end of `box`, far from others
        bool isLeftEnd = false;
        std::size_t box = 0;
    };
    struct Run {
        int first = 0, count = 0, level = 0;
        double coverage = 0;
        ColorRole role = ColorRole::Other;
        bool isDimmed = false;
    };
    void gather(int column, double share, ColorRole role, bool isMatching);
    void gatherBoxEnd(int column, double share, const Box& box, bool isLeftEnd);
    void addBox(SliceId slice, double begin, double end, ColorRole role, bool isMatching);
    void addSmall(double begin, double end, ColorRole role, bool isMatching);
    void flushPending();
    bool roundBox();
    void appendColumn(int column, double coverage, ColorRole role, bool isDimmed);
    void flushRun();
    Rect rectOf(int first, int count, ColorRole role) const;

    const ColumnGrid& m_grid;
    double m_y, m_height;
    LaneScene& m_lane;
    int m_next = 0;
    double m_lastEnd; // of the slice or column before
    Pending m_pending;
    Run m_run;
};

} // namespace lanescope
