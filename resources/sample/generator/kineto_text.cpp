#include "resources/sample/generator/kineto_text.h"

#include <cstdio>

namespace lanescope::sample {

namespace {

constexpr const char* deviceName = "NVIDIA A100-SXM4-80GB";
constexpr const char* baseTimeNanoseconds = "1764576000000000000";

std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// Microseconds with the three decimals that keep the nanoseconds.
std::string microseconds(TimeNs time) {
    char text[32];
    std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(time / 1000),
                  static_cast<long long>(time % 1000));
    return text;
}

std::string devicesText(int count) {
    std::string text;
    for (int id = 0; id < count; ++id)
        text += std::string(id ? "," : "") + "\n    {\"id\": " + std::to_string(id) +
                ", \"name\": " + quoted(deviceName) +
                ", \"totalGlobalMem\": 85174124544, \"computeMajor\": 8, \"computeMinor\": 0, \"warpSize\": 32, "
                "\"numSms\": 108}";
    return "[" + text + "\n  ]";
}

std::string groupsText(const std::vector<ProcessGroup>& groups) {
    std::string text;
    for (const ProcessGroup& group : groups)
        text += std::string(text.empty() ? "" : ", ") + "{\"pg_name\": " + quoted(group.name) +
                ", \"pg_desc\": " + quoted(group.description) +
                ", \"backend_config\": \"cuda:nccl\", \"pg_size\": " + std::to_string(group.ranks.size()) +
                ", \"ranks\": " + group.ranksText() + "}";
    return "[" + text + "]";
}

std::string headText(const RankDescription& rank) {
    return "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": " + devicesText(rank.devicesPerNode) +
           ",\n  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(rank.rank) +
           ", \"world_size\": " + std::to_string(rank.worldSize) +
           ", \"pg_count\": " + std::to_string(rank.groups.size()) + ", \"pg_config\": " + groupsText(rank.groups) +
           ", \"nccl_version\": \"2.27.5\"},\n  \"displayTimeUnit\": \"ms\",\n" +
           "  \"baseTimeNanoseconds\": " + baseTimeNanoseconds + ",\n  \"traceName\": \"rank" +
           std::to_string(rank.rank) + "_trace.json\",\n  \"traceEvents\": [";
}

std::string nameRecord(const char* kind, std::int64_t process, std::int64_t thread, const std::string& args) {
    return std::string("\n  {\"ph\": \"M\", \"name\": \"") + kind +
           "\", \"ts\": 0.000, \"pid\": " + std::to_string(process) + ", \"tid\": " + std::to_string(thread) +
           ", \"args\": {" + args + "}},";
}

std::string nameRecords(const RankDescription& rank) {
    const auto name = [](const std::string& text) { return "\"name\": " + quoted(text); };
    std::string text = nameRecord("process_name", rank.processId, 0, name("python3"));
    text += nameRecord("process_labels", rank.processId, 0, "\"labels\": \"CPU\"");
    text += nameRecord("process_name", rank.device, 0, name("python3"));
    text += nameRecord("process_labels", rank.device, 0, "\"labels\": \"GPU " + std::to_string(rank.device) + "\"");
    text +=
        nameRecord("process_sort_index", rank.device, 0, "\"sort_index\": " + std::to_string(5000000 + rank.device));
    text += nameRecord("thread_name", rank.processId, rank.processId,
                       name("thread " + std::to_string(rank.processId) + " (python3)"));
    text += nameRecord("thread_name", rank.processId, rank.autogradThread,
                       name("thread " + std::to_string(rank.autogradThread) + " (pt_autograd_0)"));
    for (const auto& [stream, label] : rank.streams)
        text += nameRecord("thread_name", rank.device, stream, name("stream " + std::to_string(stream) + " " + label));
    return text;
}

std::string eventText(const RankDescription& rank, const KinetoEvent& event) {
    std::string text = std::string("\n  {\"ph\": \"") + event.phase + "\", ";
    if (event.phase != 'X')
        text += "\"id\": " + std::to_string(event.arrowId) + ", ";
    text += "\"cat\": " + quoted(event.category) + ", \"name\": " + quoted(event.name) +
            ", \"pid\": " + std::to_string(event.isOnDevice ? rank.device : rank.processId) +
            ", \"tid\": " + std::to_string(event.lane) + ", \"ts\": " + microseconds(event.start);
    if (event.phase == 'X')
        text += ", \"dur\": " + microseconds(event.duration) + ", \"args\": {" + event.args + "}";
    if (event.phase == 'f')
        text += ", \"bp\": \"e\"";
    return text + "}";
}

} // namespace

std::string ProcessGroup::ranksText() const {
    std::string text;
    for (int rank : ranks)
        text += (text.empty() ? "" : ", ") + std::to_string(rank);
    return "[" + text + "]";
}

std::string kinetoText(const RankDescription& rank, const std::vector<KinetoEvent>& events) {
    std::string text = headText(rank) + nameRecords(rank);
    for (const KinetoEvent& event : events)
        text += eventText(rank, event) + ",";
    text.back() = '\n';
    return text + "]}\n";
}

} // namespace lanescope::sample
