#include "tests/sample/trace_reading.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lanescope {

namespace {

/// Exact here: the sample's instants are some seconds of microseconds with three decimals.
std::int64_t nanoseconds(const nlohmann::json& microseconds) { return std::llround(microseconds.get<double>() * 1000); }

void readKernel(const nlohmann::json& event, PlainSpan span, PlainTrace& trace) {
    const nlohmann::json& args = event["args"];
    trace.kernelsOfStream[args["stream"].get<std::int64_t>()].push_back(span);
    ++trace.kernelsOfCorrelation[args["correlation"].get<std::int64_t>()];
    const bool isCollective = args.contains("Collective name");
    (isCollective ? trace.communication : trace.compute).push_back(span);
    if (isCollective)
        trace.collectives.push_back({span, args["Process Group Name"], args["Process Group Ranks"], args["Seq"]});
}

} // namespace

PlainTrace readPlainTrace(const std::string& json) {
    const nlohmann::json document = nlohmann::json::parse(json);
    PlainTrace trace;
    trace.rank = document["distributedInfo"]["rank"];
    for (const nlohmann::json& event : document["traceEvents"]) {
        if (event["ph"] != "X")
            continue;
        const std::int64_t begin = nanoseconds(event["ts"]);
        const PlainSpan span{begin, begin + nanoseconds(event["dur"])};
        if (event["cat"] == "kernel")
            readKernel(event, span, trace);
        else if (event["cat"] == "cuda_runtime")
            ++trace.launchesOfCorrelation[event["args"]["correlation"].get<std::int64_t>()];
        else if (event["cat"] == "user_annotation")
            trace.steps.push_back(span);
    }
    return trace;
}

std::int64_t timeInBoth(const std::vector<PlainSpan>& a, const std::vector<PlainSpan>& b) {
    struct Change {
        int inA = 0, inB = 0;
    };
    std::map<std::int64_t, Change> changes;
    for (const PlainSpan& span : a) {
        ++changes[span.begin].inA;
        --changes[span.end].inA;
    }
    for (const PlainSpan& span : b) {
        ++changes[span.begin].inB;
        --changes[span.end].inB;
    }
    std::int64_t time = 0, previous = 0;
    int inA = 0, inB = 0;
    for (const auto& [instant, change] : changes) {
        if (inA > 0 && inB > 0)
            time += instant - previous;
        inA += change.inA;
        inB += change.inB;
        previous = instant;
    }
    return time;
}

} // namespace lanescope
