// The JSON a PyTorch profiler of one rank would have written.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::sample {

/// One process group as distributedInfo lists it.
struct ProcessGroup {
    std::string name;        // "1"
    std::string description; // "tp"
    std::vector<int> ranks;
    std::string ranksText() const; // "[0, 1, 2, 3]"
};

/// One entry of traceEvents; times count from the file's baseTimeNanoseconds.
struct KinetoEvent {
    char phase = 'X'; // 'X', or 's' and 'f' for the two ends of a launch arrow
    std::string category;
    std::string name;
    bool isOnDevice = false;
    std::int64_t lane = 0; // the thread, or the stream when on the device
    TimeNs start = 0;
    TimeNs duration = 0;
    std::string args;          // the members of "args", no braces
    std::uint64_t arrowId = 0; // of 's' and 'f'
};

struct RankDescription {
    int rank = 0;
    int worldSize = 0;
    int device = 0; // within its node
    int devicesPerNode = 0;
    std::int64_t processId = 0;
    std::int64_t autogradThread = 0;
    std::vector<ProcessGroup> groups; // those the rank belongs to
    std::vector<std::pair<std::int64_t, std::string>> streams;
};

std::string kinetoText(const RankDescription& rank, const std::vector<KinetoEvent>& events);

} // namespace lanescope::sample
