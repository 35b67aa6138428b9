#include "core/index/lane.h"

#include "core/base/cancel_point.h"
#include "core/base/text.h"
#include "core/index/merge_runs.h"
#include "core/model/row_packing.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <map>
#include <string>
#include <tuple>

namespace lanescope {

namespace {

std::string numbered(std::string_view word, std::string_view number) {
    return std::string(word) + " " + std::string(number);
}

/// "all-gather" from "all_gather".
std::string readable(CollectiveOp op) {
    std::string name(nameOf(op));
    std::replace(name.begin(), name.end(), '_', '-');
    return name.empty() ? "communication" : name;
}

/// Collects lanes and hands out their ids.
class LaneMaker {
public:
    LaneMaker(const Run& run, const Progress& progress) : m_run(run), m_point(progress) {}

    LaneSet make() {
        std::vector<bool> hasGroup(m_run.files.size());
        for (std::size_t i = 0; i < m_run.devices.size(); ++i) {
            const FileId file = m_run.devices[i].file;
            makeDeviceGroup(DeviceId(i), !hasGroup[file.index()]);
            hasGroup[file.index()] = true;
        }
        for (std::size_t i = 0; i < m_run.files.size(); ++i)
            if (!hasGroup[i] && m_run.files[i].role == InputRole::Trace)
                makeHostGroup(FileId(i));
        std::sort(m_set.groups.begin(), m_set.groups.end(), [](const LaneGroup& a, const LaneGroup& b) {
            return std::tuple(a.rank.value_or(INT_MAX), a.file, a.device) <
                   std::tuple(b.rank.value_or(INT_MAX), b.file, b.device);
        });
        return std::move(m_set);
    }

private:
    using Slices = std::vector<SliceId>;

    LaneId add(Lane lane) {
        m_set.lanes.push_back(std::move(lane));
        return LaneId(m_set.lanes.size() - 1);
    }

    void makeDeviceGroup(DeviceId id, bool isFirstOfFile) {
        const Device& device = m_run.device(id);
        LaneGroup group;
        group.file = device.file;
        group.device = id;
        group.rank = device.rank;
        group.title =
            device.rank ? "Rank " + std::to_string(*device.rank) : std::string(baseName(m_run.file(device.file).path));
        group.detail = numbered("GPU", m_run.text(device.key));
        if (device.name.isValid())
            group.detail += " · " + displayText(m_run.text(device.name));
        Lane strip;
        strip.kind = LaneKind::Overlap;
        strip.title = "Overlap";
        strip.detail = "hidden, exposed, compute only, idle";
        strip.file = device.file;
        strip.device = id;
        group.lanes.push_back(add(std::move(strip)));
        addSteps(group);
        addDeviceLanes(group, id);
        addRecorded(group, [&](const Track& track) {
            return track.device == id || (isFirstOfFile && !track.device.isValid());
        });
        if (isFirstOfFile)
            addCounters(group);
        m_set.groups.push_back(std::move(group));
    }

    void makeHostGroup(FileId file) {
        LaneGroup group;
        group.file = file;
        group.rank = m_run.file(file).rank;
        group.title = group.rank ? "Rank " + std::to_string(*group.rank) : std::string("Trace");
        group.detail = displayText(baseName(m_run.file(file).path)) + " · no device work";
        addSteps(group);
        addRecorded(group, [](const Track&) { return true; });
        addCounters(group);
        if (!group.lanes.empty() || !group.recordedLanes.empty())
            m_set.groups.push_back(std::move(group));
    }

    void addSteps(LaneGroup& group) {
        Slices slices;
        const auto steps = m_run.stepsOf(group.file);
        if (steps.empty())
            return;
        for (const Step& step : steps)
            slices.push_back(step.slice);
        Lane lane = makeLane(LaneKind::Steps, "Steps", group, std::move(slices));
        lane.detail = nameOf(steps.front().source);
        group.lanes.push_back(add(std::move(lane)));
    }

    void addDeviceLanes(LaneGroup& group, DeviceId device) {
        Slices compute, memory, communication;
        for (const Track& track : m_run.tracksOf(group.file)) {
            if (track.device != device)
                continue;
            for (std::uint32_t i = 0; i < track.slices.count; ++i)
                sortIn(track.slices[i], compute, memory, communication);
        }
        if (!compute.empty())
            group.lanes.push_back(add(makeLane(LaneKind::Compute, "Compute", group, std::move(compute))));
        addCollectives(group, communication);
        if (!memory.empty())
            group.lanes.push_back(add(makeLane(LaneKind::Memory, "Memory", group, std::move(memory))));
    }

    void sortIn(SliceId slice, Slices& compute, Slices& memory, Slices& communication) {
        m_point();
        if (m_run.isStray(slice))
            return;
        switch (m_run.kind(slice)) {
        case SliceKind::Compute:
            compute.push_back(slice);
            break;
        case SliceKind::Communication:
            communication.push_back(slice);
            break;
        case SliceKind::Memcpy:
        case SliceKind::Memset:
            memory.push_back(slice);
            break;
        default:
            break;
        }
    }

    /// One lane a process group, in order of first use; calls without a recorded group are split by operation.
    void addCollectives(LaneGroup& group, const Slices& slices) {
        using Key = std::pair<GroupId, CollectiveOp>;
        std::map<Key, Slices> lanes;
        for (const SliceId slice : slices) {
            const Collective* collective = m_run.collectiveOf(slice);
            const GroupId id = collective ? collective->group : GroupId{};
            lanes[{id, id.isValid() ? CollectiveOp::None : m_run.descriptor(slice).op}].push_back(slice);
        }
        for (auto& [key, members] : lanes) {
            Lane lane = makeLane(LaneKind::Collective, {}, group, std::move(members));
            lane.group = key.first;
            lane.op = key.second;
            describe(lane);
            group.lanes.push_back(add(std::move(lane)));
        }
    }

    void describe(Lane& lane) const {
        if (!lane.group.isValid()) {
            lane.title = readable(lane.op);
            lane.title.front() = static_cast<char>(std::toupper(lane.title.front()));
            lane.detail = "group not recorded";
            return;
        }
        const ProcessGroup& group = m_run.groups[lane.group.index()];
        const std::string_view description = m_run.text(group.description);
        const bool isTold = !description.empty() && description != "undefined";
        lane.title = displayText(isTold ? description : numbered("group", m_run.text(group.name)));
        if (group.size > 0)
            lane.title += " (" + std::to_string(group.size) + ")";
        lane.detail = opsOf(lane);
    }

    /// "all-gather, reduce-scatter": what the lane holds, most telling first.
    std::string opsOf(const Lane& lane) const {
        std::vector<CollectiveOp> ops;
        for (const LaneRow& row : lane.rows)
            for (std::size_t i = 0; i < row.size(); ++i)
                if (const CollectiveOp op = m_run.descriptor(row[i]).op;
                    std::find(ops.begin(), ops.end(), op) == ops.end())
                    ops.push_back(op);
        std::sort(ops.begin(), ops.end());
        std::string text;
        for (const CollectiveOp op : ops)
            text += (text.empty() ? "" : ", ") + readable(op);
        return text;
    }

    Lane makeLane(LaneKind kind, std::string title, const LaneGroup& group, Slices slices) {
        Lane lane;
        lane.kind = kind;
        lane.title = std::move(title);
        lane.file = group.file;
        lane.device = group.device;
        lane.rows = packed(std::move(slices));
        return lane;
    }

    /// Slices of several streams in rows: what runs at once stands below each other.
    std::vector<LaneRow> packed(Slices slices) {
        const auto before = [&](SliceId a, SliceId b) {
            const TimeNs x = m_run.slices.start(a), y = m_run.slices.start(b);
            return x != y ? x < y : m_run.slices.duration(a) > m_run.slices.duration(b);
        };
        mergeRuns(slices,
                  cancellable(before, m_point)); // they come row after row; equal ones keep the order of their ids
        RowPacker packer;
        std::vector<Slices> rows;
        for (const SliceId slice : slices) {
            m_point();
            const std::uint32_t row = packer.place(m_run.slices.span(slice));
            rows.resize(packer.rowCount());
            rows[row].push_back(slice);
        }
        std::vector<LaneRow> packedRows;
        for (Slices& row : rows) {
            row.shrink_to_fit();
            packedRows.emplace_back(FrozenArray<SliceId>(std::move(row)));
        }
        return packedRows;
    }

    template <class Belongs>
    void addRecorded(LaneGroup& group, Belongs belongs) {
        const auto tracks = m_run.tracksOf(group.file);
        for (const TrackKind kind : {TrackKind::Device, TrackKind::Host, TrackKind::Async})
            for (const Track& track : tracks)
                if (track.kind == kind && track.slices.count > 0 && belongs(track))
                    group.recordedLanes.push_back(add(recordedLane(TrackId(static_cast<std::size_t>(&track - m_run.tracks.data())), group)));
    }

    Lane recordedLane(TrackId id, const LaneGroup& group) const {
        const Track& track = m_run.track(id);
        Lane lane;
        lane.kind = track.kind == TrackKind::Device ? LaneKind::DeviceStream
                    : track.kind == TrackKind::Host ? LaneKind::HostThread
                                                    : LaneKind::Async;
        lane.file = track.file;
        lane.device = group.device;
        lane.track = id;
        const std::string_view name = trimmed(m_run.text(track.name));
        lane.title = displayText(
            !name.empty() ? name
                          : numbered(track.kind == TrackKind::Device ? "stream" : "thread", m_run.text(track.tid)));
        lane.detail =
            displayText(numbered("pid", m_run.text(track.pid)) + ", " + numbered("tid", m_run.text(track.tid)));
        for (const Row& row : m_run.rowsOf(track))
            lane.rows.emplace_back(row.slices);
        return lane;
    }

    void addCounters(LaneGroup& group) {
        for (const CounterSeries& counter : m_run.countersOf(group.file)) {
            Lane lane;
            lane.kind = LaneKind::Counter;
            lane.file = counter.file;
            lane.counter = static_cast<std::uint32_t>(&counter - m_run.counters.data());
            lane.title = displayText(m_run.text(counter.name));
            lane.detail = displayText(m_run.text(counter.series));
            group.recordedLanes.push_back(add(std::move(lane)));
        }
    }

    const Run& m_run;
    CancelPoint m_point;
    LaneSet m_set;
};

} // namespace

LaneSet makeLanes(const Run& run, const Progress& progress) { return LaneMaker(run, progress).make(); }

} // namespace lanescope
