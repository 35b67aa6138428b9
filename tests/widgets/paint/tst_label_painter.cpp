#include "widgets/paint/label_painter.h"

#include "widgets/paint/figure_painter.h"
#include "widgets/paint/scene_painter.h"

#include <QPainter>
#include <QTest>

using namespace lanescope;

namespace {

QImage drawn(LabelPainter& labels, const std::string& text, double width, double* drawnWidth = nullptr) {
    QImage image(300, 24, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const double result = labels.draw(painter, QRectF(10, 0, width, 24), text, Qt::black);
    if (drawnWidth)
        *drawnWidth = result;
    return image;
}

/// The last column that is not white; -1 when all are.
int rightmostInk(const QImage& image) {
    for (int x = image.width() - 1; x >= 0; --x)
        for (int y = 0; y < image.height(); ++y)
            if (image.pixel(x, y) != qRgb(255, 255, 255))
                return x;
    return -1;
}

const std::string kernel = "ncclDevKernel_AllGather_RING_LL_and_much_more";

} // namespace

class TestLabelPainter : public QObject {
    Q_OBJECT

private slots:
    void textStaysWithinItsBox() {
        LabelPainter labels(labelFont(figureFont()));
        for (const double width : {20.0, 37.5, 60.0, 111.0})
            QVERIFY(rightmostInk(drawn(labels, kernel, width)) <= 10 + width + 1);
    }

    void aLongTextIsCutAndAShortOneIsNot() {
        LabelPainter labels(labelFont(figureFont()));
        double width = 0;
        drawn(labels, kernel, 80, &width);
        QVERIFY(width > 40 && width <= 80);
        drawn(labels, "AG", 80, &width);
        QCOMPARE(width, labels.widthOf("AG"));
    }

    void whereNothingFitsNothingIsDrawn() {
        LabelPainter labels(labelFont(figureFont()));
        QCOMPARE(rightmostInk(drawn(labels, kernel, 3)), -1);
        QCOMPARE(rightmostInk(drawn(labels, "", 100)), -1);
    }

    void cachedTextLooksTheSame() {
        LabelPainter labels(labelFont(figureFont()));
        const QImage first = drawn(labels, kernel, 90);
        QVERIFY(first == drawn(labels, kernel, 90));
    }

    void scriptsTheFontLacksOrMustShapeAreDrawnToo() {
        LabelPainter labels(labelFont(figureFont()));
        QVERIFY(labels.widthOf("核心 kernel") > 20);
        QVERIFY(rightmostInk(drawn(labels, "नमस्ते", 100)) > 10);
        QVERIFY(rightmostInk(drawn(labels, "核心核心核心核心核心核心核心", 50)) <= 61);
    }

    void numbersAreTabular() {
        LabelPainter labels(labelFont(figureFont()));
        QCOMPARE(labels.widthOf("1111"), labels.widthOf("8888"));
    }
};

QTEST_MAIN(TestLabelPainter)
#include "tst_label_painter.moc"
