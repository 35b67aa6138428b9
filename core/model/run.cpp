#include "core/model/run.h"

#include <algorithm>

namespace lanescope {

std::string_view nameOf(InputRole role) {
    switch (role) {
    case InputRole::Trace:
        return "trace";
    case InputRole::Card:
        return "card";
    case InputRole::Script:
        return "script";
    case InputRole::Latency:
        return "latency";
    case InputRole::ExecutionTrace:
        return "execution-trace";
    case InputRole::Other:
        break;
    }
    return "other";
}

std::string_view nameOf(Compression compression) {
    switch (compression) {
    case Compression::Gzip:
        return "gzip";
    case Compression::Zstd:
        return "zstd";
    case Compression::None:
        break;
    }
    return "none";
}

std::string_view nameOf(InputStatus status) {
    switch (status) {
    case InputStatus::Read:
        return "read";
    case InputStatus::Partial:
        return "partial";
    case InputStatus::Skipped:
        return "skipped";
    case InputStatus::Failed:
        break;
    }
    return "failed";
}

std::string_view nameOf(RankSource source) {
    switch (source) {
    case RankSource::Metadata:
        return "metadata";
    case RankSource::FileName:
        return "filename";
    case RankSource::Assumed:
        break;
    }
    return "assumed";
}

std::string_view nameOf(TrackKind kind) {
    switch (kind) {
    case TrackKind::Host:
        return "host";
    case TrackKind::Device:
        return "device";
    case TrackKind::Async:
        break;
    }
    return "async";
}

std::string_view nameOf(StepSource source) {
    switch (source) {
    case StepSource::ProfilerStep:
        return "profiler-step";
    case StepSource::ExecuteContext:
        return "execute-context";
    case StepSource::RunBatch:
        return "run-batch";
    case StepSource::XlaStep:
        return "xla-step";
    case StepSource::Nvtx:
        return "nvtx";
    case StepSource::Inferred:
        break;
    }
    return "inferred";
}

std::string_view nameOf(OpenState state) {
    switch (state) {
    case OpenState::Yes:
        return "yes";
    case OpenState::Partial:
        return "partial";
    case OpenState::No:
        break;
    }
    return "no";
}

bool isOpenTrace(const InputFile& file) {
    return file.role == InputRole::Trace && (file.status == InputStatus::Read || file.status == InputStatus::Partial);
}

std::size_t SliceTable::bytes() const {
    return m_start.bytes() + m_duration.bytes() + m_descriptor.bytes() + m_correlation.bytes() + m_source.bytes();
}

std::optional<double> Collective::algorithmBandwidth(TimeNs duration) const {
    if (!bytes || duration <= 0)
        return std::nullopt;
    return static_cast<double>(*bytes) / static_cast<double>(duration); // bytes per ns = 1e9 bytes per s
}

std::optional<double> Collective::busBandwidth(TimeNs duration) const {
    const auto algorithm = algorithmBandwidth(duration);
    const auto factor = busBandwidthFactor(op, groupSize);
    if (!algorithm || !factor)
        return std::nullopt;
    return *algorithm * *factor;
}

RowId Run::rowOf(SliceId s) const {
    const auto after = std::upper_bound(rows.begin(), rows.end(), s.value,
                                        [](std::uint32_t slice, const Row& row) { return slice < row.slices.first; });
    return RowId(static_cast<std::size_t>(after - rows.begin()) - 1);
}

const Collective* Run::collectiveOf(SliceId s) const {
    const auto found = std::lower_bound(collectives.begin(), collectives.end(), s,
                                        [](const Collective& c, SliceId wanted) { return c.slice < wanted; });
    return found != collectives.end() && found->slice == s ? &*found : nullptr;
}

std::size_t Run::traceCount() const {
    return static_cast<std::size_t>(
        std::count_if(files.begin(), files.end(), [](const InputFile& f) { return f.role == InputRole::Trace; }));
}

} // namespace lanescope
