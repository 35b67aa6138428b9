// ScenePainter: a TimelineScene on an image. It decides nothing: where, how wide and in which role is all in the
// scene, which colour is in the theme.
#pragma once

#include "core/scene/timeline_scene.h"
#include "widgets/paint/label_painter.h"
#include "widgets/paint/theme.h"

#include <QFont>
#include <QImage>

namespace lanescope {

/// Keeps shaped labels between frames; make one per view and use it from one thread at a time.
class ScenePainter {
public:
    explicit ScenePainter(const QFont& labelFont);

    /// Draws the scene at the top left of `image`, which must be RGB32; its device pixel ratio is set to the scene's.
    void paint(const TimelineScene& scene, const Theme& theme, QImage& image);
    /// A new image of the scene's size.
    QImage paint(const TimelineScene& scene, const Theme& theme);

private:
    void paintLabels(const TimelineScene& scene, const Theme& theme, QImage& image);
    void paintHeaderText(QPainter& painter, const HeaderScene& header, const Theme& theme);
    LabelPainter m_labels;
};

/// The font of labels: `family` at 11 px.
QFont labelFont(const QFont& family);

} // namespace lanescope
