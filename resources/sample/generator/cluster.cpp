#include "resources/sample/generator/cluster.h"

#include "core/base/interval_set.h"

#include <algorithm>

namespace lanescope::sample {

namespace {

constexpr TimeNs firstInstant = 2'000'000'000;
constexpr TimeNs operatorTime = 84'000;
constexpr TimeNs runtimeTime = 6'400;
constexpr TimeNs betweenOperators = 118'000;
constexpr TimeNs launchLatency = 1'800;
constexpr TimeNs betweenKernels = 900;
/// Kernels that share the device with a collective take longer: it holds multiprocessors and memory bandwidth.
constexpr TimeNs contentionPermille = 170;
constexpr int multiprocessors = 108;
constexpr std::array<std::int64_t, streamCount> streamNumber = {7, 20, 24, 28, 32};
constexpr std::array<const char*, streamCount> streamLabel = {"", "fsdp", "tp", "dp", "world"};

std::size_t row(Stream stream) { return static_cast<std::size_t>(stream); }
std::int64_t processId(int rank) { return 41'200 + 137 * rank; }
std::int64_t autogradThread(int rank) { return processId(rank) + 61; }

std::string number(const char* key, std::int64_t value) {
    return std::string("\"") + key + "\": " + std::to_string(value);
}
std::string text(const char* key, const std::string& value) {
    return std::string("\"") + key + "\": \"" + value + "\"";
}

/// numerator / denominator with six decimals.
std::string ratio(std::int64_t numerator, std::int64_t denominator) {
    const std::int64_t millionths = numerator * 1'000'000 / denominator;
    std::string decimals = std::to_string(millionths % 1'000'000);
    return std::to_string(millionths / 1'000'000) + "." + std::string(6 - decimals.size(), '0') + decimals;
}

std::string deviceArgs(int rank, Stream stream, std::uint64_t correlation) {
    const auto id = static_cast<std::int64_t>(correlation);
    return number("External id", id) + ", " + number("device", rank % ranksPerNode) + ", \"context\": 1, " +
           number("stream", streamNumber[row(stream)]) + ", " + number("correlation", id);
}

std::string launchShape(int blocks, int threads) {
    return ", \"blocks per SM\": " + ratio(blocks, multiprocessors) +
           ", \"warps per SM\": " + ratio(blocks * (threads / 32), multiprocessors) + ", \"grid\": [" +
           std::to_string(blocks) + ", 1, 1], \"block\": [" + std::to_string(threads) + ", 1, 1]";
}

std::string collectiveArgs(const CollectiveCall& call, const ProcessGroup& group, std::uint64_t sequence) {
    return text("Collective name", call.name) + ", " + number("In msg nelems", call.inElements) + ", " +
           number("Out msg nelems", call.outElements) + ", " +
           number("Group size", static_cast<std::int64_t>(group.ranks.size())) + ", " + text("dtype", call.dtype) +
           ", \"In split size\": \"[]\", \"Out split size\": \"[]\", " + text("Process Group Name", group.name) + ", " +
           text("Process Group Description", group.description) + ", " +
           text("Process Group Ranks", group.ranksText()) + ", " + number("Seq", static_cast<std::int64_t>(sequence));
}

struct CopyTexts {
    const char *operatorName, *runtimeName, *category, *name;
};
CopyTexts textsOf(CopyKind kind) {
    switch (kind) {
    case CopyKind::HostToDevice:
        return {"aten::copy_", "cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)"};
    case CopyKind::DeviceToHost:
        return {"aten::_local_scalar_dense", "cudaMemcpyAsync", "gpu_memcpy", "Memcpy DtoH (Device -> Pinned)"};
    case CopyKind::Clear:
        break;
    }
    return {"aten::zero_", "cudaMemsetAsync", "gpu_memset", "Memset (Device)"};
}

} // namespace

Cluster::Cluster(ClusterTraits traits) : m_traits(std::move(traits)), m_random(m_traits.seed) {
    m_traits.meshes.resize(streamCount);
    for (Rank& rank : m_ranks)
        rank.host = firstInstant + varied(150'000, 900); // the ranks do not enter the first step together
}

void Cluster::beginStep(int number) {
    m_step = number;
    for (Rank& rank : m_ranks) {
        rank.stepBegin = rank.host;
        rank.stepFirstKernel = -1;
    }
}

void Cluster::endStep() {
    const std::string name = "ProfilerStep#" + std::to_string(m_step);
    for (int r = 0; r < rankCount; ++r) {
        Rank& rank = m_ranks[static_cast<std::size_t>(r)];
        rank.events.push_back({'X', "user_annotation", name, false, processId(r), rank.stepBegin,
                               rank.host - rank.stepBegin, number("External id", m_step), 0});
        rank.events.push_back({'X', "gpu_user_annotation", name, true, streamNumber[row(Stream::Compute)],
                               rank.stepFirstKernel, rank.free[row(Stream::Compute)] - rank.stepFirstKernel,
                               number("External id", m_step), 0});
    }
}

Cluster::Launched Cluster::launch(int r, const std::string& operatorName, const std::string& runtimeName,
                                  const std::string& operatorArgs) {
    Rank& rank = m_ranks[static_cast<std::size_t>(r)];
    const auto id = static_cast<std::int64_t>(++rank.correlation);
    const TimeNs begin = rank.host;
    const TimeNs duration = varied(operatorTime, 200);
    const TimeNs call = begin + duration / 2;
    const TimeNs callDuration = varied(runtimeTime, 200);
    const std::string comma = operatorArgs.empty() ? "" : ", ";
    rank.events.push_back({'X', "cpu_op", operatorName, false, thread(r), begin, duration,
                           number("External id", id) + comma + operatorArgs, 0});
    rank.events.push_back({'X', "cuda_runtime", runtimeName, false, thread(r), call, callDuration,
                           number("External id", id) + ", \"cbid\": 211, " + number("correlation", id), 0});
    rank.events.push_back({'s', "ac2g", "ac2g", false, thread(r), call, 0, {}, rank.correlation});
    rank.host = begin + duration + varied(betweenOperators, 300);
    return {call + callDuration, rank.correlation};
}

/// Records the device's side of a launch and its arrow.
void Cluster::place(int r, Stream stream, const Launched& launched, TimeSpan span, KinetoEvent event) {
    Rank& rank = m_ranks[static_cast<std::size_t>(r)];
    event.isOnDevice = true;
    event.lane = streamNumber[row(stream)];
    event.start = span.begin;
    event.duration = span.duration();
    rank.events.push_back(event);
    rank.events.push_back({'f', "ac2g", "ac2g", true, event.lane, span.begin, 0, {}, launched.correlation});
    rank.free[row(stream)] = span.end + betweenKernels;
    if (rank.stepFirstKernel < 0)
        rank.stepFirstKernel = span.begin;
}

TimeNs Cluster::earliest(int r, Stream stream, const Launched& launched) const {
    return std::max(launched.time + launchLatency, m_ranks[static_cast<std::size_t>(r)].free[row(stream)]);
}

TimeNs Cluster::slowed(int r, TimeNs start, TimeNs duration) const {
    const std::vector<TimeSpan>& all = m_ranks[static_cast<std::size_t>(r)].communication;
    const std::size_t recent = std::min<std::size_t>(all.size(), 8); // older collectives ended before
    const IntervalSet communication =
        IntervalSet::fromUnsorted({all.end() - static_cast<std::ptrdiff_t>(recent), all.end()});
    return duration + communication.covered({start, start + duration}) * contentionPermille / 1000;
}

void Cluster::compute(const ComputeCall& call) {
    for (int r = 0; r < rankCount; ++r) {
        const Launched launched = launch(r, call.operatorName, "cudaLaunchKernel", {});
        const TimeNs start = earliest(r, Stream::Compute, launched);
        const int slowness = r == m_traits.slowRank ? m_traits.slowPermille : 0;
        const TimeNs duration = slowed(r, start, varied(call.duration + call.duration * slowness / 1000, 12));
        const std::string args =
            deviceArgs(r, Stream::Compute, launched.correlation) + launchShape(call.blocks, call.threadsPerBlock);
        place(r, Stream::Compute, launched, {start, start + duration},
              {'X', "kernel", call.kernelName, true, 0, 0, 0, args, 0});
    }
}

void Cluster::copy(CopyKind kind, std::int64_t bytes) {
    const CopyTexts texts = textsOf(kind);
    for (int r = 0; r < rankCount; ++r) {
        const Launched launched = launch(r, texts.operatorName, texts.runtimeName, {});
        const TimeNs start = earliest(r, Stream::Compute, launched);
        const TimeNs duration = varied(1'500 + bytes / 20, 50); // 20 bytes a nanosecond over the host link
        const std::string args = deviceArgs(r, Stream::Compute, launched.correlation) + ", " + number("bytes", bytes) +
                                 ", \"memory bandwidth (GB/s)\": " + ratio(bytes, duration);
        place(r, Stream::Compute, launched, {start, start + duration},
              {'X', texts.category, texts.name, true, 0, 0, 0, args, 0});
    }
}

void Cluster::collective(const CollectiveCall& call) {
    ++m_sequence;
    for (const ProcessGroup& group : m_traits.meshes[row(call.stream)]) {
        const std::string callArgs = collectiveArgs(call, group, m_sequence);
        std::array<Launched, rankCount> launched;
        Instants ready{};
        TimeNs last = 0;
        for (int r : group.ranks) {
            const auto i = static_cast<std::size_t>(r);
            launched[i] = launch(r, "record_param_comms", "cudaLaunchKernelExC", callArgs);
            ready[i] = earliest(r, call.stream, launched[i]);
            last = std::max(last, ready[i]);
        }
        const TimeNs end = last + varied(call.transfer, 25);
        for (int r : group.ranks) {
            const auto i = static_cast<std::size_t>(r);
            const std::string args =
                deviceArgs(r, call.stream, launched[i].correlation) + launchShape(call.blocks, 544) + ", " + callArgs;
            place(r, call.stream, launched[i], {ready[i], end},
                  {'X', "kernel", call.kernelName, true, 0, 0, 0, args, 0});
            m_ranks[i].communication.push_back({ready[i], end});
        }
    }
}

void Cluster::hostWork(TimeNs duration) {
    for (Rank& rank : m_ranks)
        rank.host += varied(duration, 150);
}

void Cluster::synchronize() {
    for (int r = 0; r < rankCount; ++r) {
        Rank& rank = m_ranks[static_cast<std::size_t>(r)];
        const TimeNs begin = rank.host;
        rank.host = std::max(begin, *std::max_element(rank.free.begin(), rank.free.end())) + varied(6'000, 300);
        const auto id = static_cast<std::int64_t>(++rank.correlation);
        rank.events.push_back({'X', "cuda_runtime", "cudaDeviceSynchronize", false, thread(r), begin, rank.host - begin,
                               "\"cbid\": 165, " + number("correlation", id), 0});
    }
}

Instants Cluster::reached(Stream stream) const {
    Instants instants{};
    for (std::size_t i = 0; i < instants.size(); ++i)
        instants[i] = m_ranks[i].free[row(stream)];
    return instants;
}

void Cluster::wait(Stream stream, const Instants& instants) {
    for (std::size_t i = 0; i < instants.size(); ++i)
        m_ranks[i].free[row(stream)] = std::max(m_ranks[i].free[row(stream)], instants[i]);
}

/// Up to `permille` more or less, by SplitMix64: the same on every machine.
TimeNs Cluster::varied(TimeNs duration, int permille) {
    std::uint64_t z = (m_random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    const TimeNs reach = duration * permille / 1000;
    return duration - reach + static_cast<TimeNs>(z % static_cast<std::uint64_t>(2 * reach + 1));
}

std::int64_t Cluster::thread(int rank) const { return m_isAutograd ? autogradThread(rank) : processId(rank); }

std::string Cluster::trace(int rank) const {
    RankDescription description{
        rank, rankCount, rank % ranksPerNode, ranksPerNode, processId(rank), autogradThread(rank), {}, {}};
    for (std::size_t stream = 0; stream < streamCount; ++stream) {
        for (const ProcessGroup& group : m_traits.meshes[stream])
            if (std::find(group.ranks.begin(), group.ranks.end(), rank) != group.ranks.end())
                description.groups.push_back(group);
        if (stream == row(Stream::Compute) || !m_traits.meshes[stream].empty())
            description.streams.emplace_back(streamNumber[stream], streamLabel[stream]);
    }
    return kinetoText(description, m_ranks[static_cast<std::size_t>(rank)].events);
}

} // namespace lanescope::sample
