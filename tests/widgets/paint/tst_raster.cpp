#include "widgets/paint/raster.h"

#include <QTest>

using namespace lanescope;

namespace {

QImage whiteImage(int width = 40, int height = 20) {
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

int pixelsThatDiffer(const QImage& image, QRgb from) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) != from;
    return count;
}

} // namespace

class TestRaster : public QObject {
    Q_OBJECT

private slots:
    void aRectangleCoversItsPixelsAndNoOther() {
        QImage image = whiteImage();
        Raster(image, 1).fill({3, 4, 5, 6}, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 30);
        QCOMPARE(image.pixelColor(3, 4), QColor(Qt::red));
        QCOMPARE(image.pixelColor(7, 9), QColor(Qt::red));
        QCOMPARE(image.pixelColor(8, 9), QColor(Qt::white));
    }

    void logicalPixelsScaleToDevicePixels() {
        QImage image = whiteImage();
        Raster(image, 2).fill({3, 4, 5, 3}, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 60);
        QCOMPARE(image.pixelColor(6, 8), QColor(Qt::red));
    }

    void whatIsThinStillTakesAPixel() {
        QImage image = whiteImage();
        Raster(image, 1).fill({3.2, 4, 0.1, 0.1}, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 1);
    }

    void whatLiesOutsideIsCut() {
        QImage image = whiteImage();
        Raster raster(image, 1);
        for (const Rect& rect : {Rect{-50, -50, 20, 20}, Rect{100, 3, 5, 5}, Rect{3, 100, 5, 5}, Rect{1e18, 0, 1e18, 5},
                                 Rect{-1e18, 0, 5, 5}})
            raster.fill(rect, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 0);
        raster.fill({-1e18, -1e18, 2e18, 2e18}, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 800);
        raster.hatch({-10, -10, 100, 100}, Qt::blue, Qt::green);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 0, 0)), 800);
    }

    void opacityMixesWithWhatIsThere() {
        QImage image = whiteImage();
        Raster(image, 1).fill({0, 0, 40, 20}, Qt::black, 0.5);
        QVERIFY(qAbs(qRed(image.pixel(5, 5)) - 127) <= 1);
    }

    void hatchingRunsOnFromOneRectangleToTheNext() {
        for (const double ratio : {1.0, 1.5, 2.0}) {
            QImage whole = whiteImage(), parts = whiteImage();
            Raster(whole, ratio).hatch({0, 0, 20, 10}, Qt::yellow, Qt::red);
            Raster raster(parts, ratio);
            for (int x = 0; x < 20; x += 2)
                raster.hatch({double(x), 0, 2, 10}, Qt::yellow, Qt::red);
            QVERIFY(whole == parts);
        }
    }

    void hatchingIsDiagonalAndOfPureColours() {
        QImage image = whiteImage();
        Raster(image, 1).hatch({0, 0, 40, 20}, Qt::yellow, Qt::red);
        for (int y = 1; y < 20; ++y)
            for (int x = 0; x < 39; ++x) {
                QCOMPARE(image.pixel(x, y), image.pixel(x + 1, y - 1));
                QVERIFY(image.pixelColor(x, y) == QColor(Qt::yellow) || image.pixelColor(x, y) == QColor(Qt::red));
            }
    }

    void anOutlineLeavesTheInside() {
        QImage image = whiteImage();
        Raster(image, 1).outline({2, 2, 10, 8}, Qt::red);
        QCOMPARE(pixelsThatDiffer(image, qRgb(255, 255, 255)), 2 * 10 + 2 * 6);
        QCOMPARE(image.pixelColor(5, 5), QColor(Qt::white));
    }
};

QTEST_APPLESS_MAIN(TestRaster)
#include "tst_raster.moc"
