// A trace written as text in a test, and the run that opens from it.
#pragma once

#include "core/session/open_run.h"

#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <cstdio>
#include <string>

namespace lanescope {

/// Builds the text of a small Kineto trace; times in microseconds, as such traces have them.
class TraceText {
public:
    explicit TraceText(int rank = 0) : m_rank(rank) {}

    TraceText& event(const std::string& text) {
        m_events += (m_events.empty() ? "\n  " : ",\n  ") + text;
        return *this;
    }
    TraceText& slice(const std::string& category, const std::string& name, int pid, int tid, const std::string& ts,
                     const std::string& dur, const std::string& arguments = {}) {
        return event("{\"ph\": \"X\", \"cat\": \"" + category + "\", \"name\": \"" + name +
                     "\", \"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid) + ", \"ts\": " + ts +
                     ", \"dur\": " + dur + ", \"args\": {" + arguments + "}}");
    }
    TraceText& kernel(const std::string& name, int stream, const std::string& ts, const std::string& dur,
                      const std::string& arguments = {}) {
        return slice("kernel", name, 0, stream, ts, dur,
                     "\"device\": 0, \"stream\": " + std::to_string(stream) +
                         (arguments.empty() ? "" : ", " + arguments));
    }
    TraceText& allReduce(int stream, const std::string& ts, const std::string& dur) {
        return kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", stream, ts, dur,
                      "\"Collective name\": \"allreduce\", \"In msg nelems\": 1000, \"Out msg nelems\": 1000, \"Group "
                      "size\": 4, \"dtype\": \"BFloat16\", "
                      "\"Process Group Name\": \"1\", \"Process Group Description\": \"mesh_tp\"");
    }
    TraceText& step(int number, const std::string& ts, const std::string& dur) {
        return slice("user_annotation", "ProfilerStep#" + std::to_string(number), 4242, 4242, ts, dur);
    }

    /// With any object members before the events ("\"baseTimeNanoseconds\": 5,").
    std::string text(const std::string& header = {}) const {
        return "{\n\"schemaVersion\": 1,\n\"distributedInfo\": {\"rank\": " + std::to_string(m_rank) +
               ", \"world_size\": 8},\n" + header + "\"traceEvents\": [" + m_events + "\n]}\n";
    }

private:
    int m_rank;
    std::string m_events;
};

/// Files in a folder that goes with the object.
class TestFolder {
public:
    std::string write(const QString& name, const std::string& bytes) const {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            std::fprintf(stderr, "%s could not be written\n", qPrintable(path));
        return path.toStdString();
    }
    std::string path() const { return m_folder.path().toStdString(); }
    std::string folder(const QString& name) const {
        QDir().mkpath(m_folder.filePath(name));
        return m_folder.filePath(name).toStdString();
    }

private:
    QTemporaryDir m_folder;
};

inline LoadedRun opened(const std::vector<std::string>& paths, unsigned threads = 1) {
    NullProgress progress;
    return std::move(openRun(paths, {threads}, progress)).value();
}

/// Two steps of a small rank: compute [10,40) [60,90), all-reduce [30,70), a copy [95,98) us; steps [0,50) [50,100).
inline TraceText smallTrace(int rank = 0) {
    TraceText trace(rank);
    trace.step(1, "0", "50").step(2, "50", "50");
    trace.slice("cuda_runtime", "cudaLaunchKernel", 4242, 4242, "5", "2", "\"correlation\": 11");
    trace.kernel("sm90_xmma_gemm_bf16bf16", 7, "10", "30", "\"correlation\": 11");
    trace.kernel("void at::native::vectorized_elementwise_kernel<4>()", 7, "60", "30");
    trace.allReduce(20, "30", "40");
    trace.slice("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 0, 7, "95", "3", "\"device\": 0, \"bytes\": 1000");
    return trace;
}

} // namespace lanescope
