#include "core/ingest/event_reader.h"

#include "core/session/open_run.h"
#include "tests/support/compressed_text.h"
#include "tests/support/trace_text.h"

#include <QTest>

using namespace lanescope;

namespace {

std::string eventsText(int count) {
    std::string text = "{\"traceEvents\": [";
    for (int i = 0; i < count; ++i)
        text += (i ? ",\n" : "\n") + std::string("{\"ph\":\"X\",\"name\":\"event ") + std::to_string(i) +
                "\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(10 * i) + ",\"dur\":5}";
    return text + "]}";
}

using Compress = std::string (*)(const std::string&);
std::string asIs(const std::string& text) { return text; }

/// In pieces, each compressed for itself and cut in the middle of an event.
std::string inPieces(const std::string& text, Compress compress) {
    std::string all;
    const std::size_t piece = text.size() / 3 + 1;
    for (std::size_t begin = 0; begin < text.size(); begin += piece)
        all += compress(text.substr(begin, piece));
    return all;
}

std::string nameOf(const EventText& event) {
    for (const auto& [key, value] : event.fields)
        if (key == "name")
            return value;
    return {};
}

} // namespace

class TestEventReader : public QObject {
    Q_OBJECT
private slots:
    void everySliceLeadsBackToItsEvent_data() {
        QTest::addColumn<QByteArray>("bytes");
        const std::string text = eventsText(300);
        const auto row = [](const char* title, const std::string& bytes) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes);
        };
        row("plain", text);
        row("gzip", gzip(text));
        row("gzip, several members", inPieces(text, gzip));
        row("zstd", zstd(text));
        row("zstd, several frames", inPieces(text, zstd));
        row("plain in pieces", inPieces(text, asIs));
    }
    void everySliceLeadsBackToItsEvent() {
        QFETCH(QByteArray, bytes);
        TestFolder folder;
        const std::string path = folder.write("t.json", bytes.toStdString());
        NullProgress progress;
        const auto loaded = openRun({path}, {1}, progress);
        QVERIFY(loaded.has_value());
        const Run& run = *loaded->run;
        QCOMPARE(run.slices.size(), std::size_t{300});
        for (std::uint32_t i = 0; i < 300; i += 7) {
            const auto event = readEvent(path, run.slices.sourceOffset(SliceId(i)));
            QVERIFY(event.has_value());
            QCOMPARE(nameOf(*event), std::string(run.nameOf(SliceId(i))));
        }
    }
    void aFileThatChangedSaysSo() {
        TestFolder folder;
        const std::string path = folder.write("t.json", eventsText(10));
        folder.write("t.json", "[]");
        const auto event = readEvent(path, 100);
        QVERIFY(!event.has_value());
        QVERIFY(event.error().message.find("changed since it was opened") != std::string::npos);
    }
    void aFileThatIsGoneSaysSo() {
        TestFolder folder;
        const auto event = readEvent(folder.path() + "/gone.json", 0);
        QVERIFY(!event.has_value());
        QCOMPARE(event.error().code, ErrorCode::FileNotReadable);
    }
};

QTEST_APPLESS_MAIN(TestEventReader)
#include "tst_event_reader.moc"
