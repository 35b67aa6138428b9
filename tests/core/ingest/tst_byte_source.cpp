#include "core/ingest/byte_source.h"
#include "tests/support/compressed_text.h"
#include "tests/support/trace_text.h"

#include <QTest>

using namespace lanescope;

namespace {

struct Decoded {
    std::string text;
    std::optional<Error> error;
};

Decoded decode(const std::string& path, std::size_t bufferSize = 7) {
    Decoded decoded;
    auto source = openByteSource(path);
    if (!source)
        return {{}, source.error()};
    std::string buffer(bufferSize, '\0');
    for (;;) {
        const auto got = (*source)->read(buffer);
        if (!got) {
            decoded.error = got.error();
            return decoded;
        }
        if (*got == 0)
            return decoded;
        decoded.text.append(buffer, 0, *got);
    }
}

std::string longText() {
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += "event " + std::to_string(i * i) + "\n";
    return text;
}

} // namespace

class TestByteSource : public QObject {
    Q_OBJECT
private slots:
    void everyFormIsTheSameText_data() {
        QTest::addColumn<QByteArray>("bytes");
        const std::string text = longText();
        const std::string a = text.substr(0, 1000), b = text.substr(1000);
        const std::string skippable("\x53\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        row("plain", text);
        row("gzip", gzip(text));
        row("gzip of two members", gzip(a) + gzip(b));
        row("gzip padded with zeros", gzip(text) + std::string(512, '\0'));
        row("zstd", zstd(text));
        row("zstd of two frames and skippable ones", skippable + zstd(a) + skippable + zstd(b) + skippable);
        row("zstd padded with zeros", zstd(a) + zstd(b) + std::string(512, '\0'));
    }
    void everyFormIsTheSameText() {
        QFETCH(QByteArray, bytes);
        TestFolder folder;
        const std::string path = folder.write("trace.anything", bytes.toStdString());
        for (const std::size_t bufferSize : {std::size_t{1}, std::size_t{7}, std::size_t{100000}}) {
            const Decoded decoded = decode(path, bufferSize);
            QVERIFY(!decoded.error);
            QCOMPARE(QByteArray::fromStdString(decoded.text), QByteArray::fromStdString(longText()));
        }
    }

    void aCutStreamGivesItsBeginAndThenOneError() {
        TestFolder folder;
        for (const std::string& bytes : {gzip(longText()), zstd(longText())})
            for (std::size_t length = 5; length < bytes.size(); ++length) {
                const Decoded decoded = decode(folder.write("cut", bytes.substr(0, length)), 4096);
                QVERIFY2(decoded.error, qPrintable(QString::number(length)));
                QVERIFY(decoded.error->byteOffset && *decoded.error->byteOffset <= length);
                QVERIFY(longText().starts_with(decoded.text));
            }
    }

    void whatFollowsTheCompressedDataIsToldBehindAllText() {
        TestFolder folder;
        for (const std::string& bytes : {gzip(longText()), zstd(longText())})
            for (const char* other : {"hello", "\x01", "{}"}) {
                const Decoded decoded = decode(folder.write("longer", bytes + other), 4096);
                QCOMPARE(decoded.text, longText());
                QVERIFY(decoded.error);
                QCOMPARE(decoded.error->byteOffset.value_or(0), std::uint64_t{bytes.size()});
                QVERIFY(decoded.error->message.find("follow the compressed data") != std::string::npos);
            }
    }

    void whatStandsBeforeDamageIsReadInStepsOfAnySize() {
        TestFolder folder;
        std::size_t kept = 0;
        for (const std::string& bytes : {gzip(longText()), zstdInBlocks(longText(), 300)})
            for (std::size_t i = 4; i < bytes.size(); i += 3) {
                std::string damaged = bytes;
                damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
                const std::string path = folder.write("damaged", damaged);
                const Decoded coarse = decode(path, 100000);
                for (const std::size_t step : {std::size_t{1}, std::size_t{61}}) {
                    const Decoded fine = decode(path, step);
                    QCOMPARE(QByteArray::fromStdString(fine.text), QByteArray::fromStdString(coarse.text));
                    QCOMPARE(fine.error.has_value(), coarse.error.has_value());
                }
                kept += coarse.error ? coarse.text.size() : 0;
            }
        QVERIFY(kept > 0);
    }

    void whatIsNoReadableFileIsSaid() {
        TestFolder folder;
        QVERIFY(decode(folder.path()).error->message.find("folder") != std::string::npos);
        QVERIFY(decode(folder.path() + "/absent").error->message.find("No such file") != std::string::npos);
        const Decoded empty = decode(folder.write("empty", ""));
        QVERIFY(!empty.error && empty.text.empty());
    }
};

QTEST_APPLESS_MAIN(TestByteSource)
#include "tst_byte_source.moc"
