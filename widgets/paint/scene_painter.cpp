#include "widgets/paint/scene_painter.h"

#include "widgets/paint/raster.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double dimmedOpacity = 0.35;
constexpr double leastOpacity = 0.12; // a pixel in which anything ran never looks idle
// Narrower boxes would be more edge than colour.
constexpr double leastWidthWithOutline = 6;
constexpr double leastWidthWithEdge = 8;
constexpr double tagGap = 4, headerInset = 8;
constexpr double leastElidedWidth = 44; // a number or a name cut shorter misleads

double opacityOf(bool isDimmed) { return isDimmed ? dimmedOpacity : 1; }
double opacityOf(float coverage, bool isDimmed) {
    return std::max<double>(coverage, leastOpacity) * opacityOf(isDimmed);
}

/// All that is made of rectangles.
class RectanglePass {
public:
    RectanglePass(const TimelineScene& scene, const Theme& theme, QImage& image)
        : m_scene(scene), m_theme(theme), m_raster(image, scene.devicePixelRatio) {}

    void paint() {
        paintBackdrop();
        for (const LaneScene& lane : m_scene.lanes)
            paintLane(lane);
        for (const HeaderScene& header : m_scene.headers)
            m_raster.fill(header.rect, header.isRecorded ? m_theme.recordedHeader : m_theme.header);
        paintMarks();
    }

private:
    /// The lanes and what is between them, each pixel once.
    void paintBackdrop() {
        double y = 0;
        for (const LaneScene& lane : m_scene.lanes) {
            paintGround(y, lane.rect.y, m_theme.window);
            paintGround(lane.rect.y, lane.rect.y + lane.rect.height, m_theme.lane);
            y = std::max(y, lane.rect.y + lane.rect.height);
        }
        paintGround(y, m_scene.height, m_theme.window);
    }

    /// Steps and grid stand over the whole height, so that every line is as the first.
    void paintGround(double top, double bottom, const QColor& color) {
        if (bottom <= top)
            return;
        const Rect all{0, top, m_scene.width, bottom - top};
        m_raster.fillTopLine(all, color);
        for (const StepBand& step : m_scene.steps)
            if (step.isOdd)
                m_raster.fillTopLine({step.x, top, step.width, all.height}, m_theme.stepTint);
        for (const Tick& tick : m_scene.ticks)
            if (tick.isMajor)
                m_raster.fillTopLine({tick.x, top, 1, all.height}, m_theme.grid);
        m_raster.repeatTopLine(all);
    }

    void paintLane(const LaneScene& lane) {
        paintColumns(lane.columns);
        for (const Box& box : lane.boxes)
            paintBox(box);
        for (const HiddenPart& part : lane.hidden) {
            const RoleLook& look = m_theme.look(part.role);
            if (part.isDimmed && part.coverage >= 1)
                m_raster.fill(part.rect, m_theme.lane); // no box may shine through
            m_raster.hatch(part.rect, look.hiddenFill, look.hiddenHatch, opacityOf(part.coverage, part.isDimmed));
        }
        for (const Box& box : lane.boxes)
            paintEdge(box);
        for (const ColumnRun& run : lane.strip)
            paintStrip(run);
        paintCounter(lane);
    }

    /// Row by row: what is under the columns of a lane is the same in every line.
    void paintColumns(const std::vector<ColumnRun>& columns) {
        for (auto begin = columns.begin(); begin != columns.end();) {
            Rect row = begin->rect;
            auto run = begin;
            for (; run != columns.end() && run->rect.y == row.y && run->rect.height == row.height; ++run) {
                m_raster.fillTopLine(run->rect, m_theme.look(run->role).fill, opacityOf(run->coverage, run->isDimmed));
                const double right = std::max(row.x + row.width, run->rect.x + run->rect.width);
                row.x = std::min(row.x, run->rect.x);
                row.width = right - row.x;
            }
            m_raster.repeatTopLine(row);
            begin = run;
        }
    }

    void paintBox(const Box& box) {
        const RoleLook& look = m_theme.look(box.role);
        m_raster.fill(box.rect, look.fill, opacityOf(box.isDimmed));
        if (isCommunication(box.role) && box.rect.width >= leastWidthWithOutline)
            m_raster.outline(box.rect, look.edge, opacityOf(box.isDimmed));
    }

    /// The left edge tells neighbours of one colour apart.
    void paintEdge(const Box& box) {
        if (box.rect.width >= leastWidthWithEdge)
            m_raster.fill({box.rect.x, box.rect.y, 1, box.rect.height}, m_theme.look(box.role).edge,
                          0.7 * opacityOf(box.isDimmed));
    }

    void paintStrip(const ColumnRun& run) {
        const RoleLook& look = m_theme.look(run.role);
        if (run.role == ColorRole::StripHidden)
            m_raster.hatch(run.rect, look.hiddenFill, look.hiddenHatch);
        else
            m_raster.fill(run.rect, look.fill);
    }

    void paintCounter(const LaneScene& lane) {
        const double bottom = lane.rect.y + lane.rect.height;
        for (std::size_t i = 1; i < lane.counter.size(); ++i) {
            const CounterPoint from = lane.counter[i - 1], to = lane.counter[i];
            if (from.y == to.y)
                m_raster.fill({from.x, from.y, to.x - from.x, bottom - from.y}, m_theme.accent, 0.18);
            m_raster.fill({from.x, std::min(from.y, to.y), to.x - from.x, std::abs(to.y - from.y)}, m_theme.accent);
        }
    }

    void paintMarks() {
        for (const Rect& span : m_scene.evidence) {
            m_raster.fill(span, m_theme.accent, 0.16);
            m_raster.fill({span.x, span.y, span.width, 2}, m_theme.accent);
            m_raster.fill({span.x, span.y + span.height - 2, span.width, 2}, m_theme.accent);
        }
        for (const Rect& rect : m_scene.selectionRects)
            m_raster.outline({rect.x - 2, rect.y - 2, rect.width + 4, rect.height + 4}, m_theme.selection, 1, 2);
    }

    const TimelineScene& m_scene;
    const Theme& m_theme;
    Raster m_raster;
};

QColor inkOf(const Label& label, const Theme& theme) {
    const RoleLook& look = theme.look(label.on);
    QColor ink = label.isOnHidden ? look.hiddenInk : look.ink;
    if (label.isDimmed)
        ink = theme.mutedText;
    return ink;
}

} // namespace

QFont labelFont(const QFont& family) {
    QFont font(family);
    font.setPixelSize(11);
    return font;
}

ScenePainter::ScenePainter(const QFont& font) : m_labels(labelFont(font)) {}

void ScenePainter::paint(const TimelineScene& scene, const Theme& theme, QImage& image) {
    image.setDevicePixelRatio(scene.devicePixelRatio);
    RectanglePass(scene, theme, image).paint();
    paintLabels(scene, theme, image);
}

QImage ScenePainter::paint(const TimelineScene& scene, const Theme& theme) {
    const auto device = [&](double logical) {
        return std::max(1, static_cast<int>(std::ceil(logical * scene.devicePixelRatio)));
    };
    QImage image(device(scene.width), device(scene.height), QImage::Format_RGB32);
    paint(scene, theme, image);
    return image;
}

void ScenePainter::paintLabels(const TimelineScene& scene, const Theme& theme, QImage& image) {
    QPainter painter(&image);
    for (const LaneScene& lane : scene.lanes) {
        for (const Label& label : lane.labels) {
            QRectF box(label.clip.x, label.clip.y, label.clip.width, label.clip.height);
            const QColor ink = inkOf(label, theme);
            if (!label.tag.empty() && m_labels.widthOf(label.tag) > box.width())
                continue;
            if (const double tag = m_labels.draw(painter, box, label.tag, ink); tag > 0)
                box.setLeft(box.left() + tag + tagGap);
            const bool isUseful = box.width() >= leastElidedWidth || m_labels.widthOf(label.text) <= box.width();
            if (box.width() >= Label::leastTextWidth && isUseful)
                m_labels.draw(painter, box, label.text, ink);
        }
    }
    for (const HeaderScene& header : scene.headers)
        if (!header.isRecorded)
            paintHeaderText(painter, header, theme);
}

/// The figures at the left, near the rank's name; which device it is at the right.
void ScenePainter::paintHeaderText(QPainter& painter, const HeaderScene& header, const Theme& theme) {
    QRectF text(header.rect.x + headerInset, header.rect.y, header.rect.width - 2 * headerInset, header.rect.height);
    const double figures = m_labels.draw(painter, text, header.figures, theme.text);
    text.setLeft(text.left() + figures + 2 * headerInset);
    if (m_labels.widthOf(header.detail) <= text.width())
        m_labels.drawRight(painter, text, header.detail, theme.mutedText);
}

} // namespace lanescope
