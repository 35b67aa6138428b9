#include "resources/sample/generator/data_point.h"
#include "tests/sample/trace_reading.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <zstd.h>

#include <algorithm>

using namespace lanescope;

class TestSample : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theCommittedFilesAreWhatTheGeneratorMakes();
    void bothDataPointsTogetherStayBelowOneMegabyte();
    void theTwoPlansComeApartAsMeasuredInTheField();
    void kernelsOfOneStreamNeverOverlap();
    void aCollectiveEndsOnAllItsRanksAtOnce();
    void whereRanksArriveApartTheSlowOneIsLast();
    void everyKernelHasOneLaunch();

private:
    std::vector<PlainTrace> tracesOf(const std::string& plan) const;
    std::vector<sample::SampleFile> m_files;
};

static const QString folder = QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/sample/");
static const std::string fsdp = "llama-sample-fsdp8", tensor = "llama-sample-tp4-dp2";

static QByteArray committed(const QString& path) {
    QFile file(folder + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

static std::string unpacked(const QByteArray& bytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (size >= ZSTD_CONTENTSIZE_ERROR) // also: unknown
        return {};
    std::string text(size, '\0');
    const std::size_t got =
        ZSTD_decompress(text.data(), text.size(), bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return got == text.size() ? text : std::string();
}

void TestSample::initTestCase() { m_files = sample::sampleFiles(); }

std::vector<PlainTrace> TestSample::tracesOf(const std::string& plan) const {
    std::vector<PlainTrace> traces;
    for (const sample::SampleFile& file : m_files)
        if (file.path.starts_with(plan + "/rank"))
            traces.push_back(readPlainTrace(file.text));
    return traces;
}

void TestSample::theCommittedFilesAreWhatTheGeneratorMakes() {
    QCOMPARE(m_files.size(), std::size_t(20));
    for (const sample::SampleFile& file : m_files) {
        const QString path = QString::fromStdString(file.path);
        const std::string found =
            path.endsWith(".json") ? unpacked(committed(path + ".zst")) : committed(path).toStdString();
        QVERIFY2(found == file.text, qPrintable(path + " differs: run sample_generator resources/sample"));
    }
}

void TestSample::bothDataPointsTogetherStayBelowOneMegabyte() {
    qint64 bytes = 0;
    for (const std::string& plan : {fsdp, tensor}) {
        QDirIterator files(folder + QString::fromStdString(plan), QDir::Files);
        while (files.hasNext()) {
            files.next();
            bytes += files.fileInfo().size();
        }
    }
    QVERIFY2(bytes > 0 && bytes < 1'000'000, qPrintable(QString::number(bytes)));
}

void TestSample::theTwoPlansComeApartAsMeasuredInTheField() {
    double overlapPercent[2] = {}, stepMs[2] = {};
    for (int plan = 0; plan < 2; ++plan) {
        const std::vector<PlainTrace> traces = tracesOf(plan == 0 ? fsdp : tensor);
        QCOMPARE(traces.size(), std::size_t(8));
        std::int64_t hidden = 0, communication = 0, steps = 0, stepTime = 0;
        for (const PlainTrace& trace : traces) {
            hidden += timeInBoth(trace.compute, trace.communication);
            communication += timeInBoth(trace.communication, trace.communication);
            for (const PlainSpan& step : trace.steps)
                stepTime += step.end - step.begin;
            steps += static_cast<std::int64_t>(trace.steps.size());
        }
        QCOMPARE(steps, 8 * 4);
        overlapPercent[plan] = 100.0 * static_cast<double>(hidden) / static_cast<double>(communication);
        stepMs[plan] = static_cast<double>(stepTime) / 1e6 / static_cast<double>(steps);
    }
    qInfo("overlap %.1f %% and %.1f %%, step %.1f ms and %.1f ms", overlapPercent[0], overlapPercent[1], stepMs[0],
          stepMs[1]);
    QVERIFY2(overlapPercent[0] > overlapPercent[1] + 10, "the fully sharded plan hides more");
    QVERIFY2(stepMs[0] > stepMs[1] * 1.1, "and still takes longer");
}

void TestSample::kernelsOfOneStreamNeverOverlap() {
    for (const std::string& plan : {fsdp, tensor})
        for (PlainTrace& trace : tracesOf(plan))
            for (auto& [stream, kernels] : trace.kernelsOfStream) {
                std::sort(kernels.begin(), kernels.end(),
                          [](const PlainSpan& a, const PlainSpan& b) { return a.begin < b.begin; });
                for (std::size_t i = 1; i < kernels.size(); ++i)
                    QVERIFY(kernels[i - 1].end <= kernels[i].begin);
            }
}

/// The members of each collective of a plan, over all ranks.
static std::map<std::pair<std::int64_t, std::string>, std::vector<std::pair<int, PlainSpan>>>
callsOf(const std::vector<PlainTrace>& traces) {
    std::map<std::pair<std::int64_t, std::string>, std::vector<std::pair<int, PlainSpan>>> calls;
    for (const PlainTrace& trace : traces)
        for (const PlainCollective& collective : trace.collectives)
            calls[{collective.sequence, collective.group}].emplace_back(trace.rank, collective.span);
    return calls;
}

void TestSample::aCollectiveEndsOnAllItsRanksAtOnce() {
    for (const std::string& plan : {fsdp, tensor}) {
        const auto calls = callsOf(tracesOf(plan));
        QVERIFY(!calls.empty());
        for (const auto& [call, members] : calls) {
            QVERIFY(members.size() == 8 || members.size() == 4 || members.size() == 2);
            for (const auto& [rank, span] : members)
                QCOMPARE(span.end, members.front().second.end);
        }
    }
}

void TestSample::whereRanksArriveApartTheSlowOneIsLast() {
    constexpr int slowRank = 5;
    int apart = 0, slowLast = 0;
    for (const auto& [call, members] : callsOf(tracesOf(fsdp))) {
        const auto [first, last] =
            std::minmax_element(members.begin(), members.end(),
                                [](const auto& a, const auto& b) { return a.second.begin < b.second.begin; });
        const bool isApart =
            last->second.begin - first->second.begin > 500'000; // more than the hosts enter a step apart
        apart += isApart;
        slowLast += isApart && last->first == slowRank;
    }
    QVERIFY2(apart >= 4, qPrintable(QString::number(apart)));
    QCOMPARE(slowLast, apart);
}

void TestSample::everyKernelHasOneLaunch() {
    for (const PlainTrace& trace : tracesOf(tensor))
        for (const auto& [correlation, kernels] : trace.kernelsOfCorrelation) {
            QCOMPARE(kernels, 1);
            QCOMPARE(trace.launchesOfCorrelation.at(correlation), 1);
        }
}

QTEST_APPLESS_MAIN(TestSample)
#include "tst_sample.moc"
