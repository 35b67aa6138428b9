#include "core/base/numbers.h"

#include <QTest>

using namespace lanescope;

class TestNumbers : public QObject {
    Q_OBJECT
private slots:
    void microsecondsBecomeExactNanoseconds_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ns");
        const auto row = [](const char* text, qint64 ns) { QTest::newRow(text) << QByteArray(text) << ns; };
        row("0", 0);
        row("12", 12000);
        row("1.5", 1500);
        row("1700000000000000.125", 1700000000000000125); // a double steps by 0.25 us here
        row("4458676416000.001", 4458676416000001);
        row("-0.5", -500);
        row("0.0005", 1); // halves away from zero
        row("0.00049", 0);
        row("-0.0005", -1);
        row("5.1", 5100);
        row("1e3", 1000000);
        row("1.25E-2", 13); // 12.5 ns
        row("1850244461563845.0", 1850244461563845000);
        row("9223372036854775.807", INT64_MAX);
        row("9223372036854775", 9223372036854775000);
        row("1700000000000000.1", 1700000000000000100);
        row("0001700000000000000.125", 1700000000000000125);
        row("12.", 12000);
        row(".75", 750);
        row("+3", 3000);
    }
    void microsecondsBecomeExactNanoseconds() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, ns);
        const auto parsed = nanosecondsFromMicroseconds(text.toStdString());
        QVERIFY(parsed.has_value());
        QCOMPARE(qint64(*parsed), ns);
    }

    void whatIsNoNumberGivesNothing() {
        for (const char* text : {"", " 1", "1 ", "100a", "NaN", "Infinity", "-", ".", "1e", "1e+", "0x10", "1.2.3",
                                 "9223372036854775.808", "9223372036854776", "9999999999999999", "1e400", "null"})
            QVERIFY2(!nanosecondsFromMicroseconds(text), text);
    }

    void tinyExponentsRoundToZero() { QCOMPARE(nanosecondsFromMicroseconds("1e-99999999999").value_or(-1), TimeNs{0}); }
};

QTEST_APPLESS_MAIN(TestNumbers)
#include "tst_numbers.moc"
