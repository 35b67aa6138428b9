#include "core/base/format.h"
#include "core/base/text.h"

#include <QTest>

using namespace lanescope;

class TestTextAndFormat : public QObject {
    Q_OBJECT
private slots:
    void durationsHaveThreeFiguresAndTheUnitThatFits() {
        QCOMPARE(formatDuration(0), std::string("0 ns"));
        QCOMPARE(formatDuration(812), std::string("812 ns"));
        QCOMPARE(formatDuration(1234), std::string("1.23 µs"));
        QCOMPARE(formatDuration(45600000), std::string("45.6 ms"));
        QCOMPARE(formatDuration(999999), std::string("1.00 ms"));
        QCOMPARE(formatDuration(2000000000), std::string("2.00 s"));
        QCOMPARE(formatDuration(-1500), std::string("-1.50 µs"));
    }
    void countsAreGroupedByThousands() {
        QCOMPARE(formatCount(0), std::string("0"));
        QCOMPARE(formatCount(999), std::string("999"));
        QCOMPARE(formatCount(1234567), std::string("1,234,567"));
        QCOMPARE(formatCount(-1000), std::string("-1,000"));
    }
    void bytesAreDecimal() {
        QCOMPARE(formatBytes(512), std::string("512 B"));
        QCOMPARE(formatBytes(1.05e6), std::string("1.05 MB"));
    }
    void instantsShowWhatTheRulerNeeds() {
        QCOMPARE(formatInstant(1234567, 1000), std::string("1.235 ms"));
        QCOMPARE(formatInstant(0, 100000000), std::string("0 ms"));
        QCOMPARE(formatInstant(12500000000, 100000000), std::string("12.5 s"));
    }
    void controlCharactersAndBadUtf8AreShownNotSent() {
        QCOMPARE(displayText("a\x1b[31m\n\t"), std::string("a\\x1b[31m\\n\\t"));
        QCOMPARE(validUtf8("ok \xC3\xA9"), std::string("ok \xC3\xA9"));
        QCOMPARE(validUtf8("\xC3("), std::string("\xEF\xBF\xBD("));
        QVERIFY(!isValidUtf8("\xED\xA0\x80")); // a surrogate half
        QVERIFY(!isValidUtf8("\xC0\xAF"));     // overlong
    }
};

QTEST_APPLESS_MAIN(TestTextAndFormat)
#include "tst_text_and_format.moc"
