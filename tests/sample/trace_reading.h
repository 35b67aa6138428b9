// A slow and independent reader of Kineto JSON: what the sample's traces say, found the simplest way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope {

struct PlainSpan {
    std::int64_t begin = 0, end = 0; // ns
};

struct PlainCollective {
    PlainSpan span;
    std::string group, ranks;
    std::int64_t sequence = 0;
};

struct PlainTrace {
    std::map<std::int64_t, std::vector<PlainSpan>> kernelsOfStream;
    std::vector<PlainSpan> compute, communication, steps;
    std::vector<PlainCollective> collectives;
    std::map<std::int64_t, int> kernelsOfCorrelation, launchesOfCorrelation;
    int rank = -1;
};

PlainTrace readPlainTrace(const std::string& json);

/// Time in which both kinds run, by asking every piece between two neighbouring ends whether each covers it.
std::int64_t timeInBoth(const std::vector<PlainSpan>& a, const std::vector<PlainSpan>& b);

} // namespace lanescope
