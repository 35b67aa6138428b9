// FigurePainter: a whole picture for a paper or a report: title, caption, ruler, gutter, lanes, legend.
#pragma once

#include "core/scene/legend.h"
#include "core/scene/timeline_scene.h"
#include "widgets/paint/frame_fonts.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/paint/theme.h"

#include <QFont>
#include <QImage>

#include <string>
#include <vector>

namespace lanescope {

/// What a figure shows; the scene is the lane area.
struct Figure {
    std::string title;   // the run
    std::string caption; // which ranks, step or time
    TimelineScene scene;
    std::vector<LegendEntry> legend;
};

/// Sizes in logical pixels. A figure of width w has room for a scene of width laneWidth(w), and stands
/// heightAround(...) above and below it.
class FigurePainter {
public:
    FigurePainter(const QFont& family, ThemeKind theme);

    static double laneWidth(double figureWidth);
    double heightAround(const Figure& figure, double figureWidth);
    /// The image has the scene's device pixel ratio and says so in its resolution (96 dpi times the ratio).
    QImage paint(const Figure& figure, double width, double height);

private:
    void paintTitle(QPainter& painter, const Figure& figure, double width);
    const Theme& m_theme;
    LabelPainter m_title;
    FrameFonts m_fonts;
    ScenePainter m_scenePainter;
};

/// The font of figures, the same on every machine that has it: the bundled one, else DejaVu Sans by name. Unhinted and
/// in greys, so that letters look alike at every scale.
QFont figureFont();

} // namespace lanescope
