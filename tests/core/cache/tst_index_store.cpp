#include "core/cache/index_file.h"
#include "core/cache/index_seal.h"
#include "core/report/inspect_report.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <thread>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

/// Everything a report says of a run.
std::string reportOf(const RunIndex& index) { return inspectJson(index, {}); }

std::string manySlices(int count) {
    TraceText trace(0);
    trace.step(1, "0", std::to_string(count * 5));
    for (int i = 0; i < count; ++i) {
        const std::string ts = std::to_string(i * 5) + ".25";
        trace.slice("cuda_runtime", "cudaLaunchKernel", 4242, 4242, ts, "1",
                    "\"correlation\": " + std::to_string(i + 1));
        trace.kernel(i % 3 ? "sm90_xmma_gemm_bf16bf16" : "void elementwise_kernel<4>()", 7, ts, "4",
                     "\"correlation\": " + std::to_string(i + 1));
        if (i % 4 == 0)
            trace.allReduce(20, ts, "7.5");
    }
    trace.event(R"({"ph": "C", "name": "memory", "pid": 1, "ts": 3, "args": {"bytes": 17}})");
    trace.event(R"({"ph": "i", "name": "mark", "pid": 1, "tid": 2, "ts": 4, "s": "t"})");
    trace.event(R"({"ph": "X", "name": "no duration", "pid": 1, "tid": 2, "ts": 4})");
    return trace.text();
}

QByteArray bytesOf(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

std::size_t filesIn(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

class TestIndexStore : public QObject {
    Q_OBJECT
private:
    TestFolder m_folder;
    NullProgress m_progress;

    LoadedRun openWith(const std::string& trace, const std::shared_ptr<const IndexStore>& store) {
        return std::move(openRun({trace}, {2, store}, m_progress)).value();
    }
    /// A small run whose index is in the store of a fresh folder.
    struct Kept {
        std::shared_ptr<const IndexStore> store;
        std::string trace;
        LoadedRun run;
        std::string indexPath;
    };
    Kept keep(const QString& name, int slices = 300) {
        Kept kept;
        kept.store = std::make_shared<IndexStore>(m_folder.path() + "/" + name.toStdString());
        kept.trace = m_folder.write(name + ".json", manySlices(slices));
        kept.run = openWith(kept.trace, kept.store);
        kept.indexPath = kept.store->pathOf(*kept.run.identity);
        const auto bytes = kept.store->save(*kept.run.identity, *kept.run.index, m_progress);
        if (!bytes || *bytes != fs::file_size(kept.indexPath))
            std::abort();
        return kept;
    }

private slots:
    void aReopenedRunIsTheSame() {
        const Kept kept = keep("same", 3000);
        const LoadedRun again = openWith(kept.trace, kept.store);
        QVERIFY(again.isFromIndex && !kept.run.isFromIndex);
        QVERIFY(again.indexNote.empty());
        QCOMPARE(reportOf(*again.index), reportOf(*kept.run.index));
        const RunIndex &a = *kept.run.index, &b = *again.index;
        QCOMPARE(b.lanes().lanes.size(), a.lanes().lanes.size());
        for (std::size_t lane = 0; lane < a.lanes().lanes.size(); ++lane)
            for (std::size_t row = 0; row < a.lanes().lanes[lane].rows.size(); ++row) {
                std::vector<ColumnSummary> x(50), y(50);
                a.row(LaneId(lane), row).summarize(*a.run().span, x);
                b.row(LaneId(lane), row).summarize(*a.run().span, y);
                for (std::size_t i = 0; i < x.size(); ++i)
                    QVERIFY(x[i].busy == y[i].busy && x[i].dominant == y[i].dominant);
            }
        for (std::uint32_t i = 0; i < a.run().slices.size(); i += 7) {
            const SliceId s(i);
            QCOMPARE(b.run().nameOf(s), a.run().nameOf(s));
            QVERIFY(b.launches().launchOf(s) == a.launches().launchOf(s));
            QVERIFY(b.launches().launchedBy(s) == a.launches().launchedBy(s));
        }
        for (TimeNs t = 0; t < 10000000; t += 777777)
            QVERIFY(b.devices()[0].within({t / 2, t}).overlap == a.devices()[0].within({t / 2, t}).overlap);
    }

    void aFolderWithFilesThatArePassedOverIsKeptToo() {
        const std::string folder = m_folder.folder("passed");
        m_folder.write("passed/rank_0.json", manySlices(50));
        fs::create_hard_link(folder + "/rank_0.json", folder + "/rank_1.json");
        m_folder.write("passed/notes.txt", "");
        const auto store = std::make_shared<IndexStore>(m_folder.path() + "/passed-index");
        const LoadedRun run = openWith(folder, store);
        QVERIFY(run.identity.has_value());
        QVERIFY(store->save(*run.identity, *run.index, m_progress).has_value());
        const LoadedRun again = openWith(folder, store);
        QVERIFY(again.isFromIndex);
        QCOMPARE(reportOf(*again.index), reportOf(*run.index));
    }

    void theRunOutlivesItsFile() {
        const Kept kept = keep("outlives");
        const LoadedRun again = openWith(kept.trace, kept.store);
        QVERIFY(kept.store->clear() > 0);
        QCOMPARE(reportOf(*again.index), reportOf(*kept.run.index));
        QVERIFY(!openWith(kept.trace, kept.store).isFromIndex);
    }

    void anExportedRunOpensWithoutItsSources() {
        const std::string folder = m_folder.folder("point");
        m_folder.write("point/rank_0.json", manySlices(50));
        m_folder.write("point/card.yaml", "version: 1\nworkload:\n  model:\n    name: tiny\n  hardware:\n    "
                                          "xpu_spec:\n      type: H100\n      total_count: 1\n");
        const LoadedRun run = std::move(openRun({folder}, {1}, m_progress)).value();
        QVERIFY(run.card.has_value());
        const std::string exported = m_folder.path() + "/point.lanescope";
        QVERIFY(exportIndex(run, exported, m_progress).has_value());
        fs::remove_all(folder);
        const LoadedRun again = std::move(openRun({exported}, {1}, m_progress)).value();
        QVERIFY(again.isFromIndex);
        QCOMPARE(reportOf(*again.index), reportOf(*run.index));
        QVERIFY(again.card.has_value());
        QCOMPARE(again.cardPath, run.cardPath);
        QCOMPARE(again.cardFindings.size(), run.cardFindings.size());
    }

    void aDamagedExportSaysWhatToDo() {
        const Kept kept = keep("damaged");
        const std::string exported = m_folder.path() + "/damaged.lanescope";
        QVERIFY(exportIndex(kept.run, exported, m_progress).has_value());
        overwrite(exported, bytesOf(exported).first(1000));
        const LoadedRun again = std::move(openRun({exported}, {1}, m_progress)).value();
        QVERIFY(again.run->opens == OpenState::No);
        QVERIFY(again.run->files.at(0).reason.find("lanescope index") != std::string::npos);
    }

    void anyFlippedByteIsNoticed() {
        const Kept kept = keep("flipped", 60);
        const QByteArray sound = bytesOf(kept.indexPath);
        for (qsizetype i = 0; i < sound.size(); i += 1 + i % 5) {
            QByteArray damaged = sound;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
            overwrite(kept.indexPath, damaged);
            const auto found = kept.store->find(*kept.run.identity, 1);
            QVERIFY2(!found.index && !found.note.empty(), qPrintable(QString::number(i)));
        }
        overwrite(kept.indexPath, sound);
        QVERIFY(kept.store->find(*kept.run.identity, 1).index);
    }

    void damageBehindASealIsNoticed() {
        const Kept kept = keep("sealed", 60);
        const IndexStore store(kept.store->folder(), IndexStore::defaultLimit, 0);
        const std::string sealPath = sealPathOf(kept.indexPath);
        QVERIFY(!fs::exists(sealPath)); // a small one of the other store
        QVERIFY(store.find(*kept.run.identity, 1).index);
        QVERIFY(isSealed(**IndexFile::open(kept.indexPath)));
        const auto written = fs::last_write_time(kept.indexPath);
        const QByteArray sound = bytesOf(kept.indexPath);
        for (qsizetype i = 0; i < sound.size(); i += sound.size() / 40) {
            QByteArray damaged = sound;
            damaged[i] = static_cast<char>(damaged[i] ^ 4);
            overwrite(kept.indexPath, damaged);
            fs::last_write_time(kept.indexPath, written);
            QVERIFY(!store.find(*kept.run.identity, 1).index);
        }
        overwrite(kept.indexPath, sound);
        QVERIFY(!isSealed(**IndexFile::open(kept.indexPath)));
        QVERIFY(store.find(*kept.run.identity, 1).index);
        QVERIFY(isSealed(**IndexFile::open(kept.indexPath)));
        overwrite(sealPath, bytesOf(sealPath).chopped(3));
        QVERIFY(!isSealed(**IndexFile::open(kept.indexPath)));
    }

    void aSealedIndexIsOpenedByItsTable() {
        const Kept kept = keep("table", 3000);
        const IndexStore store(kept.store->folder(), IndexStore::defaultLimit, 0);
        QVERIFY(store.save(*kept.run.identity, *kept.run.index, m_progress).has_value());
        const auto written = fs::last_write_time(kept.indexPath);
        const auto found = store.find(*kept.run.identity, 1);
        QCOMPARE(reportOf(*found.index), reportOf(*kept.run.index));
        QVERIFY(fs::last_write_time(kept.indexPath) == written); // would break the seal
        QVERIFY(isSealed(**IndexFile::open(kept.indexPath)));
    }

    void sealsGoWithTheirIndexes() {
        const Kept kept = keep("seals", 200);
        const IndexStore store(kept.store->folder(), 2 * fs::file_size(kept.indexPath) + 1000, 0);
        SourceIdentity identity = *kept.run.identity;
        std::vector<SourceIdentity> saved;
        for (int i = 0; i < 3; ++i) {
            identity.name += "x";
            saved.push_back(identity);
            if (i == 2)
                QVERIFY(store.find(saved[0], 1).index); // is the youngest now
            QVERIFY(store.save(identity, *kept.run.index, m_progress).has_value());
        }
        QVERIFY(store.find(saved[0], 1).index && !store.find(saved[1], 1).index && store.find(saved[2], 1).index);
        QCOMPARE(filesIn(store.folder()), std::size_t{4});
    }

    void anyTruncationIsNoticed() {
        const Kept kept = keep("cut", 60);
        const QByteArray sound = bytesOf(kept.indexPath);
        for (qsizetype size = 0; size < sound.size(); size += 97) {
            overwrite(kept.indexPath, sound.first(size));
            QVERIFY(!kept.store->find(*kept.run.identity, 1).index);
        }
        overwrite(kept.indexPath, sound + sound);
        QVERIFY(!kept.store->find(*kept.run.identity, 1).index);
    }

    void aChangedSourceIsReadAgain() {
        const Kept kept = keep("changed");
        const std::string text = manySlices(300);
        const auto before = fs::last_write_time(kept.trace);
        std::string other = text;
        other.replace(other.rfind("no duration"), 11, "no DURATION"); // as long, and as old
        m_folder.write("changed.json", other);
        fs::last_write_time(kept.trace, before);
        const LoadedRun again = openWith(kept.trace, kept.store);
        QVERIFY(!again.isFromIndex);
        QVERIFY(again.indexNote.find("changed") != std::string::npos);
        m_folder.write("changed.json", text);
        fs::last_write_time(kept.trace, before);
        QVERIFY(openWith(kept.trace, kept.store).isFromIndex);
        fs::last_write_time(kept.trace, before + std::chrono::seconds(1));
        QVERIFY(!openWith(kept.trace, kept.store).isFromIndex);
    }

    void whatIsReadInMillisecondsIsNotKept() {
        const auto store = std::make_shared<IndexStore>(m_folder.path() + "/worth");
        const LoadedRun small = openWith(m_folder.write("small.json", manySlices(10)), store);
        QCOMPARE(saveIndex(small, m_progress).value(), std::uint64_t{0});
        const LoadedRun large = openWith(m_folder.write("large.json", manySlices(12000)), store);
        QVERIFY(saveIndex(large, m_progress).value() > 0);
        const LoadedRun again = openWith(m_folder.path() + "/large.json", store);
        QVERIFY(again.isFromIndex);
        QCOMPARE(saveIndex(again, m_progress).value(), std::uint64_t{0});
    }

    void theOldestGoBeyondTheLimit() {
        const Kept kept = keep("evicted", 200);
        const std::uint64_t bytes = fs::file_size(kept.indexPath);
        const IndexStore store(kept.store->folder(), 2 * bytes + bytes / 2);
        SourceIdentity identity = *kept.run.identity;
        std::vector<std::string> paths{kept.indexPath};
        for (int i = 0; i < 3; ++i) {
            for (const std::string& path : paths)
                if (fs::exists(path))
                    fs::last_write_time(path, fs::last_write_time(path) - std::chrono::seconds(10));
            identity.name += "x";
            paths.push_back(store.pathOf(identity));
            QVERIFY(store.save(identity, *kept.run.index, m_progress).has_value());
        }
        QVERIFY(!fs::exists(paths[0]) && !fs::exists(paths[1]) && fs::exists(paths[2]) && fs::exists(paths[3]));
        const auto entries = store.entries();
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].path, paths[3]);
        QCOMPARE(entries[0].name, identity.name);
    }

    void aFolderThatCannotBeWrittenToIsToldAndLeavesTheRun() {
        const Kept kept = keep("unwritable");
        const IndexStore none(kept.trace + "/index");
        const auto fault = none.save(*kept.run.identity, *kept.run.index, m_progress);
        QVERIFY(!fault && fault.error().message.find("cannot be made") != std::string::npos);
        QVERIFY(!none.find(*kept.run.identity, 1).index);
        QVERIFY(none.entries().empty());
        QCOMPARE(none.clear(), std::uint64_t{0});
    }

    void aFullDiskLeavesNothingBehind() {
        const Kept kept = keep("full", 500);
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{fs::file_size(kept.indexPath) / 2, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        const auto fault = kept.store->save(*kept.run.identity, *kept.run.index, m_progress);
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!fault && fault.error().message.find("not be written whole") != std::string::npos);
        QCOMPARE(filesIn(kept.store->folder()), std::size_t{1});
        QVERIFY(openWith(kept.trace, kept.store).isFromIndex); // of the first save
    }

    void aCancelledSaveLeavesNothingBehind() {
        class Cancelled final : public Progress {
            void report(const ProgressState&) override {}
            bool isCancelled() const override { return true; }
        };
        const Kept kept = keep("cancelled");
        kept.store->clear();
        const auto fault = kept.store->save(*kept.run.identity, *kept.run.index, Cancelled());
        QVERIFY(!fault && fault.error().code == ErrorCode::Cancelled);
        QCOMPARE(filesIn(kept.store->folder()), std::size_t{0});
    }

    void severalAtOnceAlwaysFindTheRightRun() {
        const Kept kept = keep("several");
        const std::string expected = reportOf(*kept.run.index);
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    NullProgress progress;
                    for (int i = 0; i < 10; ++i)
                        if (t % 2 == 0) {
                            wrong += !kept.store->save(*kept.run.identity, *kept.run.index, progress);
                        } else {
                            const auto found = kept.store->find(*kept.run.identity, 1);
                            wrong += !found.index || reportOf(*found.index) != expected;
                        }
                });
        }
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(filesIn(kept.store->folder()), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestIndexStore)
#include "tst_index_store.moc"
