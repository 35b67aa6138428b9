#include "core/report/inspect_report.h"

#include "core/base/numbers.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json textOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : Json(validUtf8(text)); }

/// A pid, tid or device as the file wrote it: a number where it was one and fits, else text.
Json writtenId(std::string_view text, bool isNumber) {
    const auto number = isNumber ? integerFromText(text) : std::nullopt;
    return number ? Json(*number) : Json(validUtf8(text));
}

class InspectReport {
public:
    InspectReport(const RunIndex& index, const ReportedCard& card) : m_index(index), m_run(index.run()), m_card(card) {}

    std::string text() const {
        Json out;
        out["schema"] = "lanescope.inspect/1";
        out["opens"] = nameOf(m_run.opens);
        out["incomplete"] = m_run.opens == OpenState::Partial;
        out["run"] = runFacts();
        out["inputs"] = inputs();
        out["slices"] = {{"kept", m_run.keptSlices}, {"dropped", m_run.droppedSlices}};
        out["diagnostics"] = diagnostics();
        out["devices"] = devices();
        out["totals"] = totals();
        out["steps"] = steps();
        out["lanes"] = lanes();
        out["kernels"] = kernels();
        out["collectives"] = collectives();
        out["flows"] = {{"pairs", m_run.flows.pairs}, {"dangling", m_run.flows.dangling}};
        out["card"] = card();
        return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    }

private:
    std::string pathOf(FileId file) const { return validUtf8(m_run.file(file).path); }

    Json runFacts() const {
        std::vector<int> ranks;
        for (const InputFile& file : m_run.files)
            if (file.role == InputRole::Trace && file.rank)
                ranks.push_back(*file.rank);
        std::sort(ranks.begin(), ranks.end());
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
        Json alignment = Json::array();
        for (const InputFile& file : m_run.files)
            if (file.clockShiftNs != 0)
                alignment.push_back(
                    {{"rank", orNull(file.rank)}, {"shift_ns", file.clockShiftNs}, {"residual_ns", nullptr}});
        return {{"name", validUtf8(m_run.name)}, {"span_ns", m_run.span ? Json(m_run.span->duration()) : Json(nullptr)},
                {"ranks", ranks.size()},         {"devices", m_run.devices.size()},
                {"slices", m_run.keptSlices},    {"clock_alignment", alignment}};
    }

    Json inputs() const {
        Json list = Json::array();
        for (const InputFile& file : m_run.files)
            list.push_back({{"file", validUtf8(file.path)},
                            {"role", nameOf(file.role)},
                            {"format", textOrNull(file.format)},
                            {"compression", nameOf(file.compression)},
                            {"status", nameOf(file.status)},
                            {"reason", textOrNull(file.reason)},
                            {"rank", orNull(file.rank)},
                            {"rank_source", file.rank ? Json(nameOf(file.rankSource)) : Json(nullptr)},
                            {"bytes", file.fileBytes},
                            {"decoded_bytes", file.decodedBytes},
                            {"events", file.events},
                            {"slices", {{"kept", file.keptSlices}, {"dropped", file.droppedSlices}}}});
        return list;
    }

    Json diagnostics() const {
        Json list = Json::array();
        for (const Diagnostic& d : m_run.diagnostics.entries())
            list.push_back({{"severity", nameOf(d.severity)},
                            {"code", d.code},
                            {"message", validUtf8(d.message)},
                            {"file", d.file.isValid() ? Json(pathOf(d.file)) : Json(nullptr)},
                            {"byte_offset", orNull(d.byteOffset)},
                            {"line", orNull(d.line)},
                            {"event_index", orNull(d.eventIndex)},
                            {"count", d.count}});
        return list;
    }

    static void addFigures(Json& out, const std::optional<DeviceFigures>& f) {
        const auto put = [&](const char* name, TimeNs DeviceFigures::*member) {
            out[name] = f ? Json((*f).*member) : Json(nullptr);
        };
        put("compute_ns", &DeviceFigures::compute);
        put("comm_ns", &DeviceFigures::communication);
        put("overlap_ns", &DeviceFigures::overlap);
        put("exposed_comm_ns", &DeviceFigures::exposedCommunication);
        put("memcpy_ns", &DeviceFigures::memcpy);
        put("idle_ns", &DeviceFigures::idle);
        put("span_ns", &DeviceFigures::span);
        put("compute_sum_ns", &DeviceFigures::computeSum);
        put("comm_sum_ns", &DeviceFigures::communicationSum);
    }

    Json devices() const {
        Json list = Json::array();
        for (std::size_t i = 0; i < m_run.devices.size(); ++i) {
            const Device& device = m_run.devices[i];
            Json entry = {{"file", pathOf(device.file)},
                          {"rank", orNull(device.rank)},
                          {"device", writtenId(m_run.text(device.key), device.isKeyNumber)},
                          {"name", textOrNull(m_run.text(device.name))}};
            addFigures(entry, m_index.devices()[i].total());
            list.push_back(std::move(entry));
        }
        return list;
    }

    Json totals() const {
        Json out = Json::object();
        addFigures(out, m_index.totals());
        return out;
    }

    Json steps() const {
        Json list = Json::array();
        for (const Step& step : m_run.steps)
            list.push_back({{"file", pathOf(step.file)},
                            {"rank", orNull(step.rank)},
                            {"number", step.number},
                            {"name", validUtf8(m_run.text(step.name))},
                            {"start_ns", step.span.begin},
                            {"dur_ns", step.span.duration()},
                            {"source", nameOf(step.source)}});
        return list;
    }

    /// One entry a (file, pid, tid): host, device and async records of one id stand together.
    Json lanes() const {
        std::map<std::tuple<FileId, StringId, StringId>, std::size_t> known;
        Json list = Json::array();
        for (const Track& track : m_run.tracks) {
            const auto [entry, isNew] = known.try_emplace({track.file, track.pid, track.tid}, list.size());
            if (isNew)
                list.push_back({{"file", pathOf(track.file)},
                                {"pid", writtenId(m_run.text(track.pid), track.isPidNumber)},
                                {"tid", writtenId(m_run.text(track.tid), track.isTidNumber)},
                                {"name", textOrNull(m_run.text(track.name))},
                                {"process", textOrNull(m_run.text(track.processName))},
                                {"kind", nameOf(track.kind)},
                                {"slices", 0},
                                {"rows", 0}});
            Json& lane = list[entry->second];
            lane["slices"] = lane["slices"].get<std::uint32_t>() + track.slices.count;
            lane["rows"] = std::max(lane["rows"].get<std::uint32_t>(), track.rowCount);
        }
        return list;
    }

    Json kernels() const {
        struct Sum {
            std::uint64_t count = 0;
            TimeNs time = 0;
        };
        std::vector<Sum> sums(m_run.descriptors.size());
        for (std::size_t i = 0; i < m_run.slices.size(); ++i) {
            Sum& sum = sums[m_run.slices.descriptor(SliceId(i)).index()];
            ++sum.count;
            sum.time = saturatingAdd(sum.time, m_run.slices.duration(SliceId(i)));
        }
        std::map<std::tuple<StringId, std::string_view, CollectiveOp>, Sum> rows; // by (name, kind, op)
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const SliceDescriptor& d = m_run.descriptors[i];
            if (!isDeviceKind(d.kind) || sums[i].count == 0)
                continue;
            Sum& row = rows[{d.name, nameOf(d.kind), d.op}];
            row.count += sums[i].count;
            row.time = saturatingAdd(row.time, sums[i].time);
        }
        Json list = Json::array();
        for (const auto& [key, sum] : rows)
            list.push_back({{"name", validUtf8(m_run.text(std::get<0>(key)))},
                            {"kind", std::get<1>(key)},
                            {"op", textOrNull(nameOf(std::get<2>(key)))},
                            {"count", sum.count},
                            {"sum_ns", sum.time}});
        return list;
    }

    std::string groupText(GroupId id) const {
        if (!id.isValid())
            return {};
        const ProcessGroup& group = m_run.groups[id.index()];
        const std::string_view description = m_run.text(group.description);
        return std::string(!description.empty() ? description : m_run.text(group.name));
    }

    Json collectives() const {
        Json list = Json::array();
        for (const Collective& c : m_run.collectives) {
            const TimeNs duration = m_run.slices.duration(c.slice);
            const bool hasDevice = c.device.isValid();
            const Device* device = hasDevice ? &m_run.device(c.device) : nullptr;
            const FileId file = device ? device->file : m_run.track(m_run.trackOf(c.slice)).file;
            list.push_back(
                {{"file", pathOf(file)},
                 {"rank", orNull(m_run.file(file).rank)},
                 {"device", device ? writtenId(m_run.text(device->key), device->isKeyNumber) : Json(nullptr)},
                 {"name", validUtf8(m_run.nameOf(c.slice))},
                 {"op", textOrNull(nameOf(c.op))},
                 {"bytes", orNull(c.bytes)},
                 {"dtype", textOrNull(m_run.text(c.dtype))},
                 {"group_size", c.groupSize ? Json(c.groupSize) : Json(nullptr)},
                 {"group", textOrNull(groupText(c.group))},
                 {"start_ns", m_run.slices.start(c.slice)},
                 {"dur_ns", duration},
                 {"algbw_gbps", orNull(c.algorithmBandwidth(duration))},
                 {"busbw_gbps", orNull(c.busBandwidth(duration))}});
        }
        return list;
    }

    static Json valueOf(const CardNode& node) {
        if (node.shape == CardNode::Shape::Mapping) {
            Json out = Json::object();
            for (const CardNode& child : node.children)
                out[validUtf8(child.key)] = valueOf(child);
            return out;
        }
        if (node.shape == CardNode::Shape::List) {
            Json out = Json::array();
            for (const CardNode& child : node.children)
                out.push_back(valueOf(child));
            return out;
        }
        switch (node.scalar.kind) {
        case ScalarKind::Null:
            return nullptr;
        case ScalarKind::Boolean:
            return node.scalar.boolean;
        case ScalarKind::Integer:
            return node.scalar.integer;
        case ScalarKind::Real:
            return node.scalar.real;
        case ScalarKind::Text:
            break;
        }
        return validUtf8(node.scalar.text);
    }

    Json card() const {
        if (m_card.path.empty())
            return nullptr;
        Json values = Json::object();
        if (m_card.card)
            for (const CardLeaf& leaf : m_card.card->leaves())
                values[validUtf8(leaf.path)] = valueOf(*leaf.node);
        Json findings = Json::array();
        for (const CardFinding& f : *m_card.findings)
            findings.push_back({{"severity", nameOf(f.severity)},
                                {"code", f.code},
                                {"message", validUtf8(f.message)},
                                {"file", validUtf8(m_card.path)},
                                {"line", orNull(f.line)},
                                {"column", orNull(f.column)},
                                {"key", textOrNull(f.key)},
                                {"count", 1}});
        return {{"file", validUtf8(m_card.path)}, {"values", values}, {"findings", findings}};
    }

    const RunIndex& m_index;
    const Run& m_run;
    const ReportedCard& m_card;
};

} // namespace

std::string inspectJson(const RunIndex& index, const ReportedCard& card) { return InspectReport(index, card).text(); }

} // namespace lanescope
