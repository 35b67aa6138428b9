// A data point as a contributor would lay it out: card, launch script, one trace a rank.
#pragma once

#include <string>
#include <vector>

namespace lanescope::sample {

struct SampleFile {
    std::string path; // "llama-sample-fsdp8/rank0_trace.json"
    std::string text;
};

/// All files of both data points. Equal on every machine and at every call.
std::vector<SampleFile> sampleFiles();

} // namespace lanescope::sample
