// Small runs for scene tests, written as lists of slices in microseconds.
#pragma once

#include "core/index/run_index.h"
#include "core/model/run_builder.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope {

struct TestSlice {
    std::string name;
    SliceKind kind = SliceKind::Compute;
    std::string stream = "7"; // the thread of host slices
    double beginUs = 0, endUs = 0;
    CollectiveOp op = CollectiveOp::None;
    ComputeClass computeClass = ComputeClass::None;
    std::int64_t bytes = 0; // of communication; 0: not recorded
};

inline std::uint32_t testTrackOf(TraceFragment& fragment, const TestSlice& slice, const std::string& device) {
    TrackKey key;
    const bool isDevice = isDeviceKind(slice.kind);
    key.kind = isDevice ? TrackKind::Device : TrackKind::Host;
    key.pid = fragment.strings.intern(isDevice ? device : "4711");
    key.tid = fragment.strings.intern(slice.stream);
    if (isDevice)
        key.device = fragment.strings.intern(device);
    return fragment.trackRow(key);
}

inline void addTestSlice(TraceFragment& fragment, const TestSlice& slice, const std::string& device) {
    SliceDescriptor descriptor;
    descriptor.name = fragment.strings.intern(slice.name);
    descriptor.kind = slice.kind;
    if (slice.kind == SliceKind::HostAnnotation)
        descriptor.category = fragment.strings.intern("user_annotation");
    descriptor.op = slice.op;
    descriptor.computeClass = slice.computeClass;
    RawSlice raw;
    raw.start = static_cast<TimeNs>(slice.beginUs * 1000);
    raw.duration = static_cast<TimeNs>(slice.endUs * 1000) - raw.start;
    raw.track = testTrackOf(fragment, slice, device);
    raw.descriptor = fragment.descriptorRow(descriptor);
    if (slice.kind == SliceKind::Communication) {
        RawCollective collective;
        collective.slice = static_cast<std::uint32_t>(fragment.slices.size());
        collective.groupSize = 8;
        collective.dtype = fragment.strings.intern("BFloat16");
        collective.groupName = fragment.strings.intern("0");
        collective.groupDescription = fragment.strings.intern("mesh_fsdp");
        if (slice.bytes > 0)
            collective.bytes = slice.bytes;
        fragment.collectives.push_back(collective);
    }
    fragment.slices.push_back(raw);
    ++fragment.events;
}

/// One file a rank, each with the same slices on its one device.
inline std::shared_ptr<const RunIndex> testIndex(const std::vector<TestSlice>& slices, int ranks = 1) {
    RunBuilder builder;
    for (int rank = 0; rank < ranks; ++rank) {
        InputFile file;
        file.path = "rank" + std::to_string(rank) + ".json";
        file.role = InputRole::Trace;
        file.status = InputStatus::Read;
        file.rank = rank;
        const FileId id = builder.addFile(file);
        ImportedTrace trace;
        trace.format = "kineto-json";
        trace.rank = rank;
        TraceFragment& fragment = *trace.fragments.emplace_back(std::make_shared<TraceFragment>());
        for (const TestSlice& slice : slices)
            addTestSlice(fragment, slice, std::to_string(rank));
        builder.addTrace(id, std::move(trace));
    }
    NullProgress progress;
    return buildRunIndex(builder.finish("test", progress), progress, 1);
}

/// Compute in [0, 300) and [400, 600) us; an all-gather in [200, 500), so exposed in [300, 400); a copy in [700, 800);
/// an all-reduce in [850, 950), all exposed.
inline std::vector<TestSlice> fiveSlices() {
    using enum SliceKind;
    return {{"gemm", Compute, "7", 0, 300, CollectiveOp::None, ComputeClass::MatrixMultiply},
            {"add", Compute, "7", 400, 600, CollectiveOp::None, ComputeClass::Elementwise},
            {"ncclDevKernel_AllGather_RING_LL(x)", Communication, "20", 200, 500, CollectiveOp::AllGather,
             ComputeClass::None, 33'554'432},
            {"Memcpy DtoH", Memcpy, "8", 700, 800},
            {"ncclDevKernel_AllReduce_Sum(x)", Communication, "20", 850, 950, CollectiveOp::AllReduce}};
}

/// The first lane of that kind, none when there is none.
inline LaneId laneOf(const RunIndex& index, LaneKind kind) {
    for (std::size_t lane = 0; lane < index.lanes().lanes.size(); ++lane)
        if (index.lanes().lanes[lane].kind == kind)
            return LaneId(lane);
    return {};
}

} // namespace lanescope
