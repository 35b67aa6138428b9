#include "widgets/timeline/physical_keys.h"

#include <QKeyEvent>
#include <QTest>

using namespace lanescope;

namespace {

PhysicalKey keyOf(quint32 scanCode, int key) {
    return physicalKeyOf(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier, scanCode, 0, 0));
}

} // namespace

class TestPhysicalKeys : public QObject {
    Q_OBJECT
private slots:
    void placesCountAndNotLetters() {
        QCOMPARE(keyOf(25, Qt::Key_Z), PhysicalKey::W); // AZERTY
        QCOMPARE(keyOf(38, Qt::Key_Q), PhysicalKey::A);
        QCOMPARE(keyOf(39, Qt::Key_O), PhysicalKey::S); // Dvorak
        QCOMPARE(keyOf(40, 0x0412), PhysicalKey::D);    // Cyrillic
        QCOMPARE(keyOf(52, Qt::Key_W), PhysicalKey::None);
    }

    void lettersCountWhereNoPlaceIsKnown() {
        QCOMPARE(keyOf(0, Qt::Key_W), PhysicalKey::W);
        QCOMPARE(keyOf(0, Qt::Key_A), PhysicalKey::A);
        QCOMPARE(keyOf(0, Qt::Key_S), PhysicalKey::S);
        QCOMPARE(keyOf(0, Qt::Key_D), PhysicalKey::D);
        QCOMPARE(keyOf(0, Qt::Key_Q), PhysicalKey::None);
    }
};

QTEST_APPLESS_MAIN(TestPhysicalKeys)
#include "tst_physical_keys.moc"
