#include "core/session/slice_arguments.h"
#include "tests/support/compressed_text.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <filesystem>

using namespace lanescope;

namespace {

std::string longTrace() {
    TraceText trace;
    for (int i = 0; i < 40000; ++i)
        trace.kernel("kernel " + std::to_string(i), 7, std::to_string(i * 10), "7.5",
                     "\"note\": \"of " + std::to_string(i) + "\"");
    return trace.text();
}

std::string noteOf(const LoadedRun& run, std::uint32_t slice) {
    const auto event = readArguments(run, SliceId(slice));
    if (!event)
        return event.error().message;
    for (const auto& [name, value] : event->fields)
        if (name == "args.note")
            return value;
    return {};
}

} // namespace

class TestSliceArguments : public QObject {
    Q_OBJECT
    TestFolder m_folder;
    NullProgress m_progress;

    LoadedRun openWith(const std::string& path, const std::shared_ptr<const IndexStore>& store) {
        return std::move(openRun({path}, {1, store}, m_progress)).value();
    }
    void expectNotes(const LoadedRun& run) {
        QCOMPARE(run.run->slices.size(), std::size_t{40000});
        for (std::uint32_t i = 0; i < 40000; i += 999)
            QCOMPARE(noteOf(run, i), "of " + std::to_string(i));
    }

private slots:
    void theyAreTheSameFromEverySource_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("plain") << QByteArray::fromStdString(longTrace()) << false;
        QTest::newRow("gzip") << QByteArray::fromStdString(gzip(longTrace())) << true;
        QTest::newRow("zstd") << QByteArray::fromStdString(zstd(longTrace())) << true;
    }
    void theyAreTheSameFromEverySource() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isKept);
        const std::string path =
            m_folder.write(QStringLiteral("%1.json").arg(QTest::currentDataTag()), bytes.toStdString());
        const auto store = std::make_shared<IndexStore>(m_folder.path() + "/store-" + QTest::currentDataTag());
        const LoadedRun run = openWith(path, store);
        expectNotes(run);
        QVERIFY(saveIndex(run, m_progress).has_value());
        QCOMPARE(saveTexts(run, m_progress).value() > 0, isKept);
        QCOMPARE(saveTexts(run, m_progress).value(), std::uint64_t{0}); // already there
        expectNotes(run);
        const LoadedRun again = openWith(path, store);
        QVERIFY(again.isFromIndex);
        expectNotes(again);
        const std::string exported = m_folder.path() + "/" + QTest::currentDataTag() + ".lanescope";
        QVERIFY(exportIndex(run, exported, m_progress).has_value());
        std::filesystem::remove(path);
        expectNotes(openWith(exported, nullptr));
    }

    void damagedTextIsReadFromTheTraceInstead() {
        const std::string path = m_folder.write("damaged.json.gz", gzip(longTrace()));
        const auto store = std::make_shared<IndexStore>(m_folder.path() + "/damaged");
        const LoadedRun run = openWith(path, store);
        QVERIFY(saveTexts(run, m_progress).value() > 0);
        const std::string text = store->entries().at(0).path;
        QVERIFY(store->entries().at(0).isText);
        QFile file(QString::fromStdString(text));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray sound = file.readAll();
        file.close();
        for (qsizetype i = 64; i < sound.size(); i += sound.size() / 97) {
            QByteArray flipped = sound;
            flipped[i] = static_cast<char>(flipped[i] ^ 0x41);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(flipped);
            file.close();
            QCOMPARE(noteOf(run, 9000), std::string("of 9000"));
        }
    }

    void aCancelledSaveLeavesNothingBehind() {
        class Cancelled final : public Progress {
            void report(const ProgressState&) override {}
            bool isCancelled() const override { return true; }
        };
        const auto store = std::make_shared<IndexStore>(m_folder.path() + "/cancelled");
        const LoadedRun run = openWith(m_folder.write("cancelled.json.gz", gzip(longTrace())), store);
        QVERIFY(saveIndex(run, m_progress).has_value());
        const auto saved = saveTexts(run, Cancelled());
        QVERIFY(!saved && saved.error().code == ErrorCode::Cancelled);
        QCOMPARE(store->entries().size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestSliceArguments)
#include "tst_slice_arguments.moc"
