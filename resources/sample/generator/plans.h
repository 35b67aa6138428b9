// The two parallel plans the sample compares.
#pragma once

#include "resources/sample/generator/cluster.h"

namespace lanescope::sample {

/// A simulated run with what its card says of the plan.
struct PlanRun {
    std::string name; // of the folder: "fsdp8"
    std::string sentence;
    int dataReplicate = 1, dataShard = 1, tensorParallel = 1;
    Cluster cluster;
};

constexpr int stepCount = 4;
constexpr int firstStep = 10;
constexpr int globalBatch = 8;

/// Every parameter sharded over all ranks: gathered before use, gradients scattered, all but the ends hidden.
PlanRun runFsdp8();
/// Each node splits every layer among its four devices, the two nodes average gradients: little hidden, less to move.
PlanRun runTp4Dp2();

} // namespace lanescope::sample
