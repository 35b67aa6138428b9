#include "widgets/paint/scene_painter.h"

#include "widgets/paint/figure_painter.h"

#include <QTest>

using namespace lanescope;

namespace {

/// A collective lane with one slice of 100 px, hidden in its right half, and one compute lane above it.
TimelineScene twoLanes(double ratio = 1) {
    TimelineScene scene;
    scene.width = 200;
    scene.height = 60;
    scene.devicePixelRatio = ratio;
    LaneScene compute;
    compute.kind = LaneKind::Compute;
    compute.rect = {0, 0, 200, 22};
    compute.boxes = {{{60, 0, 100, 22}, ColorRole::ComputeMatrix, SliceId(0), false}};
    compute.columns = {{{0, 0, 20, 22}, ColorRole::ComputeOther, 0.5f, false},
                       {{20, 0, 20, 22}, ColorRole::ComputeOther, 0.001f, false}};
    LaneScene collective;
    collective.kind = LaneKind::Collective;
    collective.rect = {0, 24, 200, 22};
    collective.boxes = {{{10, 24, 100, 22}, ColorRole::AllGather, SliceId(1), false}};
    collective.hidden = {{{60, 24, 50, 22}, ColorRole::AllGather, 1, false}};
    scene.lanes = {compute, collective};
    return scene;
}

QImage painted(const TimelineScene& scene, ThemeKind kind = ThemeKind::Light) {
    return ScenePainter(figureFont()).paint(scene, Theme::of(kind));
}

} // namespace

class TestScenePainter : public QObject {
    Q_OBJECT

private slots:
    void eachRoleHasItsColour() {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Print}) {
            const Theme& theme = Theme::of(kind);
            const QImage image = painted(twoLanes(), kind);
            QCOMPARE(image.pixelColor(100, 11), theme.look(ColorRole::ComputeMatrix).fill);
            QCOMPARE(image.pixelColor(30, 35), theme.look(ColorRole::AllGather).fill);
            QCOMPARE(image.pixelColor(180, 11), theme.lane);
            QCOMPARE(image.pixelColor(180, 55), theme.window);
        }
    }

    void exposedIsSolidAndOutlinedHiddenIsHatched() {
        const RoleLook& look = Theme::of(ThemeKind::Light).look(ColorRole::AllGather);
        const QImage image = painted(twoLanes());
        QCOMPARE(image.pixelColor(30, 24), look.edge);
        bool hasFill = false, hasLine = false;
        for (int x = 65; x < 105; ++x) {
            const QColor color = image.pixelColor(x, 35);
            QVERIFY(color == look.hiddenFill || color == look.hiddenHatch);
            hasFill |= color == look.hiddenFill;
            hasLine |= color == look.hiddenHatch;
        }
        QVERIFY(hasFill && hasLine);
    }

    void coverageIsOpacityAndNothingBusyLooksIdle() {
        const Theme& theme = Theme::of(ThemeKind::Light);
        const QImage image = painted(twoLanes());
        const QColor half = mixed(theme.look(ColorRole::ComputeOther).fill, theme.lane, 0.5);
        QVERIFY(qAbs(image.pixelColor(10, 11).blue() - half.blue()) <= 1);
        QVERIFY(qAbs(image.pixelColor(10, 11).red() - half.red()) <= 1);
        QVERIFY(image.pixelColor(30, 11) != theme.lane);
    }

    void twiceThePixelsShowTheSame() {
        const QImage once = painted(twoLanes(1)), twice = painted(twoLanes(2));
        QCOMPARE(twice.width(), 400);
        QCOMPARE(twice.devicePixelRatio(), 2.0);
        for (const QPoint& point : {QPoint(100, 11), QPoint(30, 35), QPoint(180, 55)})
            QCOMPARE(twice.pixel(2 * point), once.pixel(point));
    }

    void dimmedBoxesStepBack() {
        TimelineScene scene = twoLanes();
        scene.lanes[0].boxes[0].isDimmed = true;
        const Theme& theme = Theme::of(ThemeKind::Light);
        const QColor color = painted(scene).pixelColor(100, 11);
        QVERIFY(contrastRatio(color, theme.lane) <
                contrastRatio(theme.look(ColorRole::ComputeMatrix).fill, theme.lane) / 2);
    }

    void theSelectionIsFramedOnTheOutside() {
        TimelineScene scene = twoLanes();
        scene.selectionRects = {{60, 24, 50, 22}};
        const Theme& theme = Theme::of(ThemeKind::Light);
        const QImage image = painted(scene);
        QCOMPARE(image.pixelColor(58, 35), theme.selection);
        QCOMPARE(image.pixelColor(111, 35), theme.selection);
    }

    void labelsAreWrittenInTheirInk() {
        TimelineScene scene = twoLanes();
        const QImage without = painted(scene);
        scene.lanes[0].labels = {{{64, 0, 92, 22}, "ampere_bf16_gemm", "", ColorRole::ComputeMatrix, false, false}};
        const QImage with = painted(scene);
        QVERIFY(with != without);
        int darkest = 255, lightest = 0;
        for (int x = 64; x < 156; ++x)
            for (int y = 4; y < 18; ++y) {
                darkest = std::min(darkest, qGray(with.pixel(x, y)));
                lightest = std::max(lightest, qGray(with.pixel(x, y)));
            }
        const bool isWhite = Theme::of(ThemeKind::Light).look(ColorRole::ComputeMatrix).ink == QColor(Qt::white);
        QVERIFY(isWhite ? lightest > 220 : darkest < 40);
    }

    void theSameSceneGivesTheSamePixels() {
        ScenePainter painter(figureFont());
        const QImage first = painter.paint(twoLanes(), Theme::of(ThemeKind::Dark));
        painter.paint(twoLanes(2), Theme::of(ThemeKind::Light));
        QVERIFY(first == painter.paint(twoLanes(), Theme::of(ThemeKind::Dark)));
    }

    void nothingIsPaintedAsABackground() {
        TimelineScene scene;
        scene.width = scene.height = 10;
        const QImage image = painted(scene);
        QCOMPARE(image.pixelColor(5, 5), Theme::of(ThemeKind::Light).window);
    }
};

QTEST_MAIN(TestScenePainter)
#include "tst_scene_painter.moc"
