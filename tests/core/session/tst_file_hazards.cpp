// What a file system may do to an opening: each has one outcome, and the user is told.
#include "core/ingest/event_reader.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

/// Calls `action` once, while the first trace is being read.
class Meddler final : public Progress {
public:
    explicit Meddler(std::function<void()> action) : m_action(std::move(action)) {}
    void report(const ProgressState& state) override {
        if (state.stage == "Reading" && !m_isDone.exchange(true))
            m_action();
    }
    bool isCancelled() const override { return false; }
    bool hasMeddled() const { return m_isDone; }

private:
    std::function<void()> m_action;
    std::atomic<bool> m_isDone{false};
};

std::uint64_t countOf(const LoadedRun& loaded, std::string_view code) {
    std::uint64_t count = 0;
    for (const Diagnostic& d : loaded.run->diagnostics.entries())
        count += d.code == code ? d.count : 0;
    return count;
}

LoadedRun openedWhile(const std::string& path, const std::function<void()>& action) {
    Meddler meddler(action);
    LoadedRun loaded = std::move(openRun({path}, {2}, meddler)).value();
    if (!meddler.hasMeddled())
        qFatal("nothing was done to the file while it was read");
    return loaded;
}

/// About 12 MB: more than is in memory at once when the first progress is reported.
std::string longTrace() {
    TraceText trace;
    for (int i = 0; i < 80'000; ++i)
        trace.kernel("k", 7, std::to_string(2 * i), "1");
    return trace.text();
}

bool makeSocket(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return false;
    path.copy(address.sun_path, path.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const bool isBound = ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(descriptor);
    return isBound;
}

} // namespace

class TestFileHazards : public QObject {
    Q_OBJECT
private slots:
    void aFileWrittenToWhileItIsReadIsPartialAndSaidToHaveChanged() {
        TestFolder folder;
        const std::string path = folder.write("rank0.json", longTrace());
        const LoadedRun loaded = openedWhile(path, [&] { std::ofstream(path, std::ios::app) << "{\"ph\": \"X\"}"; });
        QCOMPARE(countOf(loaded, "file-changed"), std::uint64_t{1});
        QVERIFY(loaded.run->opens == OpenState::Partial);
        QVERIFY(!loaded.run->files.front().reason.empty());
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{80'000});
    }

    void aFileCutWhileItIsReadKeepsWhatWasRead() {
        TestFolder folder;
        const std::string path = folder.write("rank0.json", longTrace());
        const LoadedRun loaded = openedWhile(path, [&] { fs::resize_file(path, 5000); });
        QCOMPARE(countOf(loaded, "file-changed"), std::uint64_t{1});
        QVERIFY(loaded.run->opens == OpenState::Partial);
        QVERIFY(loaded.run->keptSlices > 20);
    }

    void aFileReplacedWhileItIsReadIsSaidToHaveChanged() {
        TestFolder folder;
        const std::string path = folder.write("rank0.json", smallTrace().text());
        const std::string other = folder.write("other", smallTrace().text());
        const LoadedRun loaded = openedWhile(path, [&] { fs::rename(other, path); });
        QCOMPARE(countOf(loaded, "file-changed"), std::uint64_t{1});
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
    }

    void aFileRemovedWhileItIsReadOpensWithoutArguments() {
        TestFolder folder;
        const std::string path = folder.write("rank0.json", smallTrace().text());
        const LoadedRun loaded = openedWhile(path, [&] { fs::remove(path); });
        QCOMPARE(countOf(loaded, "file-removed"), std::uint64_t{1});
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
        const auto event = readEvent(path, 3);
        QVERIFY(!event.has_value());
        QVERIFY(event.error().message.find("check the path") != std::string::npos);
    }

    void aFileLeftAloneHasNotChanged() {
        TestFolder folder;
        const LoadedRun loaded = openedWhile(folder.write("rank0.json", smallTrace().text()), [] {});
        QCOMPARE(countOf(loaded, "file-changed") + countOf(loaded, "file-removed"), std::uint64_t{0});
        QVERIFY(loaded.run->opens == OpenState::Yes);
    }

    void pipesSocketsAndDevicesNeverHoldAnOpeningUp() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        const std::string pipe = folder.path() + "/pipe.json";
        const std::string socket = folder.path() + "/socket.json";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(makeSocket(socket));
        const LoadedRun whole = opened({folder.path()});
        QVERIFY(whole.run->opens == OpenState::Partial); // named like traces, but not read
        QCOMPARE(whole.run->keptSlices, std::uint64_t{7});
        QCOMPARE(countOf(whole, "file-not-readable"), std::uint64_t{2});
        for (const std::string& path : {pipe, socket, std::string("/dev/zero")}) {
            const LoadedRun given = opened({path});
            QVERIFY2(given.run->opens == OpenState::No, path.c_str());
            QCOMPARE(countOf(given, "file-not-readable"), std::uint64_t{1});
        }
    }

    void aFolderWithoutPermissionIsPassedOverAndTold() {
        if (::geteuid() == 0)
            QSKIP("permissions do not bind the superuser");
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        folder.write("shut/rank1.json", smallTrace(1).text());
        fs::permissions(folder.path() + "/shut", fs::perms::none);
        const LoadedRun loaded = opened({folder.path()});
        fs::permissions(folder.path() + "/shut", fs::perms::owner_all);
        QCOMPARE(countOf(loaded, "folder-not-searched"), std::uint64_t{1});
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
    }

    void aReadOnlyFolderOpensLikeAnyOther() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
        const LoadedRun loaded = opened({folder.path()});
        fs::permissions(folder.path(), fs::perms::owner_all);
        QVERIFY(loaded.run->opens == OpenState::Yes);
    }

    void linksThatLeadToThemselvesEnd() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        fs::create_symlink("b.json", folder.path() + "/a.json");
        fs::create_symlink("a.json", folder.path() + "/b.json");
        fs::create_directory_symlink("..", folder.folder("sub") + "/up");
        const LoadedRun loaded = opened({folder.path()});
        QVERIFY(loaded.run->opens == OpenState::Partial);
        QCOMPARE(countOf(loaded, "file-not-readable"), std::uint64_t{2});
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
    }

    void namesMayHoldAnyByte() {
        TestFolder folder;
        for (const char* name : {"a\nb rank0.json", "\xff\xfe rank1.json"})
            std::ofstream(folder.path() + "/" + name) << smallTrace(name[0] == 'a' ? 0 : 1).text();
        const LoadedRun loaded = opened({folder.path()});
        QVERIFY(loaded.run->opens == OpenState::Yes);
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{14});
        for (const auto& entry : fs::directory_iterator(folder.path())) // Qt cannot name, so not remove, the second
            fs::remove(entry.path());
    }

    void aFolderOfThousandsOfFilesListsThemAll() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        for (int i = 0; i < 2'000; ++i)
            std::ofstream(folder.path() + "/note" + std::to_string(i) + ".txt") << "x";
        const LoadedRun loaded = opened({folder.path()}, 2);
        QVERIFY(loaded.run->opens == OpenState::Yes);
        QCOMPARE(loaded.run->files.size(), std::size_t{2'001});
    }
};

QTEST_APPLESS_MAIN(TestFileHazards)
#include "tst_file_hazards.moc"
