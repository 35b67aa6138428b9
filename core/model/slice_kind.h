// What a slice is work of.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

/// Device kinds first: `isDeviceKind` compares. Only Compute and Communication kernels count as work.
enum class SliceKind : std::uint8_t {
    Compute,       // a kernel that is not communication
    Communication, // a collective or point-to-point kernel
    Memcpy,
    Memset,
    Sync,             // synchronisation records: waits, no work
    DeviceAnnotation, // ranges copied onto the device lanes
    DeviceOther,      // bookkeeping records on a device lane
    HostOperator,     // framework operators (cpu_op)
    HostRuntime,      // CUDA/HIP runtime and driver calls
    HostAnnotation,   // record_function, NVTX, ProfilerStep
    HostPython,       // Python frames
    HostOther,
};
constexpr int sliceKindCount = 12;

constexpr bool isDeviceKind(SliceKind kind) { return kind <= SliceKind::DeviceOther; }
/// What shows that there is a device: kernels, copies, memsets, synchronisation.
constexpr bool isDeviceActivity(SliceKind kind) { return kind <= SliceKind::Sync; }
constexpr bool isKernelKind(SliceKind kind) { return kind <= SliceKind::Communication; }

/// What a compute kernel computes, for its shade; None for everything else.
enum class ComputeClass : std::uint8_t {
    None,
    MatrixMultiply,
    Attention,
    Elementwise,
    Normalization,
    Reduction,
    Other
};

/// "compute", "comm", "memcpy", "memset", "sync", "annotation", "other" for device kinds, as the command line prints
/// them; "operator", "runtime", "annotation", "python", "other" for host kinds.
std::string_view nameOf(SliceKind kind);
/// "matrix multiply", "attention", ...
std::string_view nameOf(ComputeClass computeClass);

} // namespace lanescope
