// What decides a slice's colour; few enough classes for a histogram a bucket.
#pragma once

#include "core/model/run.h"

#include <cstdint>
#include <vector>

namespace lanescope {

enum class ColorClass : std::uint8_t {
    ComputeMatrix, // matrix multiply, attention
    ComputeOther,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    OtherCommunication,
    Memory,
    Sync,
    Annotation,
    Step,
    HostOperator,
    HostRuntime,
    HostPython,
    Other,
    Count
};
constexpr std::size_t colorClassCount = static_cast<std::size_t>(ColorClass::Count);

ColorClass colorClassOf(const SliceDescriptor& descriptor);
/// The classes of all descriptors of a run, by row.
std::vector<ColorClass> colorClassesOf(const Run& run);

} // namespace lanescope
