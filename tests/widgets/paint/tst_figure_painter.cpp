#include "widgets/paint/figure_painter.h"

#include "widgets/paint/gutter_painter.h"
#include "widgets/paint/legend_painter.h"
#include "widgets/paint/ruler_painter.h"

#include <QTest>

using namespace lanescope;

namespace {

constexpr double width = 600;

Figure smallFigure(double ratio = 1) {
    Figure figure;
    figure.title = "llama-sample-fsdp8";
    figure.caption = "Rank 0 · step 2";
    TimelineScene& scene = figure.scene;
    scene.width = FigurePainter::laneWidth(width);
    scene.height = 52;
    scene.devicePixelRatio = ratio;
    scene.ticks = {{100, 1000, true, "1 us"}, {200, 2000, true, "2 us"}};
    LaneScene lane;
    lane.rect = {0, 28, scene.width, 22};
    lane.boxes = {{{0, 28, scene.width, 22}, ColorRole::ComputeMatrix, SliceId(0), false}};
    scene.lanes = {lane};
    scene.headers = {{0, false, false, {0, 0, scene.width, 26}, "Rank 0", "GPU 0", "exposed 12 %"}};
    scene.gutter = {{LaneId(0), lane.rect, "Compute", ""}};
    figure.legend = {{ColorRole::ComputeMatrix, false, "Matrix multiply, attention"},
                     {ColorRole::AllGather, false, "All-gather", "AG"},
                     {ColorRole::StripHidden, true, "Communication hidden by compute"}};
    return figure;
}

bool hasColor(const QImage& image, const QColor& color, const QRect& area) {
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

} // namespace

class TestFigurePainter : public QObject {
    Q_OBJECT

private slots:
    void lanesStandRightOfTheGutterUnderTheRuler() {
        const Figure figure = smallFigure();
        FigurePainter painter(figureFont(), ThemeKind::Light);
        const double height = figure.scene.height + painter.heightAround(figure, width);
        const QImage image = painter.paint(figure, width, height);
        QCOMPARE(image.width(), 600);
        QCOMPARE(image.height(), static_cast<int>(std::lround(height)));
        const Theme& theme = Theme::of(ThemeKind::Light);
        const QColor box = theme.look(ColorRole::ComputeMatrix).fill;
        const int left = static_cast<int>(width - figure.scene.width) - 16;
        QVERIFY(hasColor(image, box, {left + 1, 0, 1, image.height()}));
        QVERIFY(!hasColor(image, box, {left - 20, 0, 19, image.height() - 60}));
    }

    void aLegendThatDoesNotFitALineTakesTwo() {
        FrameFonts fonts(figureFont());
        const std::vector<LegendEntry> legend = smallFigure().legend;
        QVERIFY(legendHeight(legend, fonts, 300) > legendHeight(legend, fonts, 1000));
        QCOMPARE(legendHeight({}, fonts, 300), 0.0);
    }

    void aSwatchShowsTheSecondCue() {
        const Theme& theme = Theme::of(ThemeKind::Light);
        const QImage hidden = legendSwatch({ColorRole::StripHidden, true, ""}, theme, 1);
        QVERIFY(hasColor(hidden, theme.look(ColorRole::StripHidden).hiddenHatch, hidden.rect()));
        const QImage half = legendSwatch({ColorRole::StripComputeOnly, false, ""}, theme, 1);
        QCOMPARE(half.pixelColor(5, 2), theme.lane);
        QCOMPARE(half.pixelColor(5, 9), theme.look(ColorRole::StripComputeOnly).fill);
    }

    void theResolutionFollowsTheScale() {
        FigurePainter painter(figureFont(), ThemeKind::Print);
        const QImage image = painter.paint(smallFigure(2), width, 200);
        QCOMPARE(image.width(), 1200);
        QCOMPARE(image.dotsPerMeterX(), static_cast<int>(std::lround(2 * 96 / 0.0254)));
    }

    void theSameFigureGivesTheSameBytes() {
        FigurePainter first(figureFont(), ThemeKind::Dark), second(figureFont(), ThemeKind::Dark);
        QVERIFY(first.paint(smallFigure(), width, 220) == second.paint(smallFigure(), width, 220));
    }
};

QTEST_MAIN(TestFigurePainter)
#include "tst_figure_painter.moc"
