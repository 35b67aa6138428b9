// Cluster: eight ranks that train in step, their host threads and device streams simulated to the nanosecond.
//
// All ranks run the same program, so the program is told once and each call advances every rank:
//
//   cluster.collective(gather);                               // on its own stream
//   cluster.wait(Stream::Compute, cluster.reached(Stream::Fsdp));
//   cluster.compute(multiply);                                // starts when launched, the stream is free and the
//   gather is done
//
// A collective starts on each rank when that rank is ready and ends on all of them at once, after the last has come.
#pragma once

#include "core/base/time.h"
#include "resources/sample/generator/kineto_text.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope::sample {

constexpr int rankCount = 8;
constexpr int ranksPerNode = 4;

/// An instant on each rank.
using Instants = std::array<TimeNs, rankCount>;

enum class Stream : std::uint8_t { Compute, Fsdp, Tensor, Data, World };
constexpr int streamCount = 5;

/// A framework operator and the kernel it launches on the compute stream.
struct ComputeCall {
    std::string operatorName; // "aten::mm"
    std::string kernelName;
    TimeNs duration = 0; // undisturbed, on a rank of normal speed
    int blocks = 1;
    int threadsPerBlock = 256;
};

enum class CopyKind : std::uint8_t { HostToDevice, DeviceToHost, Clear };

struct CollectiveCall {
    std::string name; // as torch records it: "_allgather_base", "_reduce_scatter_base", "allreduce"
    std::string kernelName;
    std::string dtype;
    Stream stream = Stream::World;
    std::int64_t inElements = 0;
    std::int64_t outElements = 0;
    TimeNs transfer = 0; // once all are there
    int blocks = 24;
};

/// What sets one cluster apart from another.
struct ClusterTraits {
    std::uint64_t seed = 1;
    int slowRank = 0;
    int slowPermille = 0;                          // how much longer its kernels take
    std::vector<std::vector<ProcessGroup>> meshes; // [stream]: the groups that communicate on it
};

class Cluster {
public:
    explicit Cluster(ClusterTraits traits);

    void beginStep(int number);
    /// Ends the step on the host; call synchronize() before it.
    void endStep();
    /// Backward runs on the autograd thread while the main thread waits in it.
    void useAutogradThread(bool isAutograd) { m_isAutograd = isAutograd; }

    void compute(const ComputeCall& call);
    void copy(CopyKind kind, std::int64_t bytes);
    void collective(const CollectiveCall& call);
    /// The host does something else for about that long.
    void hostWork(TimeNs duration);
    /// The hosts wait until all their streams are done.
    void synchronize();

    /// When all that was put on the stream will be done.
    Instants reached(Stream stream) const;
    /// What comes next on the stream starts no earlier than that.
    void wait(Stream stream, const Instants& instants);

    /// The trace of one rank as its profiler would have written it.
    std::string trace(int rank) const;

private:
    struct Rank {
        TimeNs host = 0; // when the host comes to its next call
        TimeNs stepBegin = 0;
        TimeNs stepFirstKernel = -1;
        std::array<TimeNs, streamCount> free{};
        std::vector<TimeSpan> communication; // spans of its collectives so far
        std::vector<KinetoEvent> events;
        std::uint64_t correlation = 0;
    };
    struct Launched {
        TimeNs time = 0;
        std::uint64_t correlation = 0;
    };

    Launched launch(int rank, const std::string& operatorName, const std::string& runtimeName,
                    const std::string& operatorArgs);
    void place(int rank, Stream stream, const Launched& launched, TimeSpan span, KinetoEvent event);
    TimeNs earliest(int rank, Stream stream, const Launched& launched) const;
    TimeNs slowed(int rank, TimeNs start, TimeNs duration) const;
    TimeNs varied(TimeNs duration, int permille);
    std::int64_t thread(int rank) const;

    ClusterTraits m_traits;
    std::array<Rank, rankCount> m_ranks;
    std::uint64_t m_random;
    std::uint64_t m_sequence = 0; // of collectives
    int m_step = 0;
    bool m_isAutograd = false;
};

} // namespace lanescope::sample
