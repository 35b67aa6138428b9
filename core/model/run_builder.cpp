#include "core/model/run_builder.h"

#include "core/base/cancel_point.h"
#include "core/base/numbers.h"
#include "core/base/task_pool.h"
#include "core/model/column_filler.h"
#include "core/model/element_type.h"
#include "core/model/fragment_merger.h"
#include "core/model/step_finder.h"
#include "core/model/track_sorter.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace lanescope {

struct RunBuilder::State {
    std::vector<InputFile> files;
    std::vector<std::pair<FileId, ImportedTrace>> traces;
    Diagnostics diagnostics;
};

RunBuilder::RunBuilder() : m_state(std::make_unique<State>()) {}
RunBuilder::~RunBuilder() = default;

FileId RunBuilder::addFile(InputFile file) {
    m_state->files.push_back(std::move(file));
    return FileId(m_state->files.size() - 1);
}

InputFile& RunBuilder::file(FileId id) { return m_state->files[id.index()]; }

void RunBuilder::addTrace(FileId file, ImportedTrace trace) { m_state->traces.emplace_back(file, std::move(trace)); }

void RunBuilder::addDiagnostic(Diagnostic diagnostic) { m_state->diagnostics.add(std::move(diagnostic)); }

namespace {

constexpr TimeNs day = 86400LL * 1000000000LL;

/// Traces by rank, then everything else; equal ranks by path.
std::vector<std::size_t> displayOrder(const std::vector<InputFile>& files) {
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto keyOf = [&](std::size_t i) {
        const InputFile& f = files[i];
        return std::make_tuple(f.role != InputRole::Trace, f.rank.value_or(INT32_MAX), std::string_view(f.path));
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keyOf(a) < keyOf(b); });
    return order;
}

/// Numbers by value and before texts, texts by letters.
std::tuple<bool, std::int64_t, std::string_view> idOrder(std::string_view text) {
    const auto number = integerFromText(text);
    return {!number, number.value_or(0), text};
}

/// Gives tracks their display order, drops those that only flow records mentioned, and renumbers every reference.
void orderTracks(Run& run, MergedEvents& events, std::vector<StringId>& deviceKeys, std::vector<bool>& areNumbers) {
    std::vector<bool> isUsed(run.tracks.size());
    for (const SliceChunk& chunk : events.chunks)
        for (const TrackShare& share : chunk.shares)
            isUsed[share.track] = isUsed[share.track] || share.count > 0;
    for (const Instant& instant : run.instants)
        isUsed[instant.track.index()] = true;
    for (const FlowArrow& arrow : events.flows.arrows)
        isUsed[arrow.fromTrack.index()] = isUsed[arrow.toTrack.index()] = true;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < run.tracks.size(); ++i)
        if (isUsed[i])
            order.push_back(i);
    const auto keyOf = [&](std::uint32_t i) {
        const Track& t = run.tracks[i];
        return std::make_tuple(t.file, t.processSortIndex, idOrder(run.text(t.pid)), t.sortIndex,
                               idOrder(run.text(t.tid)), t.kind, idOrder(run.text(deviceKeys[i])));
    };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) < keyOf(b); });
    std::vector<std::uint32_t> newRow(run.tracks.size(), TrackId::noneValue);
    std::vector<Track> tracks;
    std::vector<StringId> keys;
    std::vector<bool> numbers;
    for (const std::uint32_t old : order) {
        newRow[old] = static_cast<std::uint32_t>(tracks.size());
        tracks.push_back(run.tracks[old]);
        keys.push_back(deviceKeys[old]);
        numbers.push_back(areNumbers[old]);
    }
    run.tracks = std::move(tracks);
    deviceKeys = std::move(keys);
    areNumbers = std::move(numbers);
    for (SliceChunk& chunk : events.chunks)
        for (TrackShare& share : chunk.shares)
            share.track = newRow[share.track];
    for (Instant& instant : run.instants)
        instant.track = TrackId(newRow[instant.track.index()]);
    for (FlowArrow& arrow : events.flows.arrows) {
        arrow.fromTrack = TrackId(newRow[arrow.fromTrack.index()]);
        arrow.toTrack = TrackId(newRow[arrow.toTrack.index()]);
    }
}

void tellStrays(Run& run, const SliceChunk& chunk) {
    for (const RawSlice& slice : chunk.slices)
        if (slice.start == run.file(chunk.file).baseTimeNs)
            run.diagnostics.add(
                {Severity::Warning,
                 "stray-timestamp",
                 "a record at ts 0, more than a day before all others: kept, but left out of every span and figure",
                 chunk.file,
                 chunk.sourceBegin + slice.place,
                 {},
                 {},
                 1});
}

/// The earliest start that is no stray: a record at timestamp 0 more than a day before all others of its file.
std::optional<TimeNs> findOrigin(Run& run, const std::vector<SliceChunk>& chunks) {
    std::vector<TimeNs> earliest(run.files.size(), INT64_MAX);
    for (const SliceChunk& chunk : chunks)
        for (const TrackShare& share : chunk.shares)
            earliest[chunk.file.index()] = std::min(earliest[chunk.file.index()], share.earliest);
    std::optional<TimeNs> origin;
    for (const SliceChunk& chunk : chunks) {
        const TimeNs base = run.file(chunk.file).baseTimeNs;
        const TimeNs first = earliest[chunk.file.index()];
        const bool areStrays = first != INT64_MAX && saturatingSubtract(first, base) > day;
        const bool hasAtBase = std::any_of(chunk.shares.begin(), chunk.shares.end(),
                                           [](const TrackShare& share) { return share.atBase > 0; });
        if (hasAtBase && areStrays)
            tellStrays(run, chunk);
        else if (hasAtBase)
            origin = std::min(origin.value_or(base), base);
        if (first != INT64_MAX)
            origin = std::min(origin.value_or(first), first);
    }
    return origin;
}

/// Returns the last end of what does not stand before the origin.
TimeNs shiftSlices(SliceChunk& chunk, TimeNs origin) {
    TimeNs last = 0;
    for (RawSlice& s : chunk.slices) {
        s.start = saturatingSubtract(s.start, origin);
        s.duration = saturatingAdd(s.start, s.duration) - s.start; // ends stay within 64 bits
        if (s.start >= 0)
            last = std::max(last, s.start + s.duration);
    }
    return last;
}

/// Makes all times relative to the origin and finds the span.
void shiftTimes(Run& run, MergedEvents& events, const Progress& progress, unsigned threads) {
    std::vector<TimeNs> ends(events.chunks.size());
    runTasks(ends.size(), threads, [&](std::size_t i) {
        CancelPoint(progress).ask();
        ends[i] = shiftSlices(events.chunks[i], run.origin);
    });
    const bool hasSlices = std::any_of(events.chunks.begin(), events.chunks.end(),
                                       [](const SliceChunk& chunk) { return !chunk.slices.empty(); });
    if (hasSlices)
        run.span = TimeSpan{0, *std::max_element(ends.begin(), ends.end())};
    for (Instant& i : run.instants)
        i.time = saturatingSubtract(i.time, run.origin);
    for (FlowArrow& a : events.flows.arrows) {
        a.fromTime = saturatingSubtract(a.fromTime, run.origin);
        a.toTime = saturatingSubtract(a.toTime, run.origin);
    }
    for (CounterSeries& c : run.counters)
        for (TimeNs& t : c.times)
            t = saturatingSubtract(t, run.origin);
}

void sortCounters(Run& run, const Progress& progress) {
    CancelPoint point(progress);
    for (CounterSeries& c : run.counters) {
        if (std::is_sorted(c.times.begin(), c.times.end()))
            continue;
        std::vector<std::size_t> order(c.times.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto before = [&](std::size_t a, std::size_t b) { return c.times[a] < c.times[b]; };
        std::stable_sort(order.begin(), order.end(), cancellable(before, point));
        CounterSeries sorted = c;
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.times[i] = c.times[order[i]];
            sorted.values[i] = c.values[order[i]];
        }
        c = std::move(sorted);
    }
}

/// One device a (file, key) that has activity; sets Track::device.
void findDevices(Run& run, const std::vector<SliceChunk>& chunks, const std::vector<StringId>& keys,
                 const std::vector<bool>& areNumbers, const std::map<std::pair<FileId, StringId>, StringId>& names) {
    std::vector<bool> isActive(run.tracks.size());
    for (const SliceChunk& chunk : chunks)
        for (const TrackShare& share : chunk.shares)
            if (share.hasDeviceActivity)
                isActive[share.track] = true;
    std::map<std::pair<FileId, StringId>, bool> found; // -> whether the key is a number
    for (std::size_t i = 0; i < run.tracks.size(); ++i)
        if (isActive[i])
            found.try_emplace({run.tracks[i].file, keys[i]}, areNumbers[i]);
    for (const auto& [identity, isNumber] : found) {
        const auto name = names.find(identity);
        run.devices.push_back({identity.first, run.file(identity.first).rank, identity.second, isNumber,
                               name != names.end() ? name->second : StringId::none()});
    }
    std::sort(run.devices.begin(), run.devices.end(), [&](const Device& a, const Device& b) {
        return std::make_tuple(a.rank.value_or(INT32_MAX), a.file, idOrder(run.text(a.key))) <
               std::make_tuple(b.rank.value_or(INT32_MAX), b.file, idOrder(run.text(b.key)));
    });
    std::map<std::pair<FileId, StringId>, DeviceId> rows;
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        rows[{run.devices[i].file, run.devices[i].key}] = DeviceId(i);
    for (std::size_t i = 0; i < run.tracks.size(); ++i)
        if (const auto row = rows.find({run.tracks[i].file, keys[i]});
            run.tracks[i].kind == TrackKind::Device && row != rows.end())
            run.tracks[i].device = row->second;
}

/// Elements times their size: the output of an all-gather, the input of a reduce-scatter, else the larger side.
std::optional<std::int64_t> wholeArrayBytes(const RawCollective& c, CollectiveOp op, std::string_view dtype) {
    if (c.bytes)
        return c.bytes;
    const auto size = elementBytes(dtype);
    std::optional<std::int64_t> elements;
    if (op == CollectiveOp::AllGather)
        elements = c.outElements;
    else if (op == CollectiveOp::ReduceScatter)
        elements = c.inElements;
    else if (c.inElements || c.outElements)
        elements = std::max(c.inElements.value_or(0), c.outElements.value_or(0));
    std::int64_t bytes = 0;
    if (!size || !elements || *elements < 0 || __builtin_mul_overflow(*elements, *size, &bytes))
        return std::nullopt;
    return bytes;
}

/// The row of the group these arguments describe, none when they describe none.
class GroupFinder {
public:
    explicit GroupFinder(Run& run) : m_run(run) {}
    GroupId groupOf(const RawCollective& c) {
        if (!c.groupName.isValid() && !c.groupDescription.isValid() && !c.groupRanks.isValid())
            return {};
        const auto [entry, isNew] = m_rows.try_emplace({c.groupName, c.groupDescription, c.groupRanks, c.groupSize},
                                                       GroupId(m_run.groups.size()));
        if (isNew)
            m_run.groups.push_back({c.groupName, c.groupDescription, c.groupRanks, c.groupSize});
        return entry->second;
    }

private:
    Run& m_run;
    std::map<std::tuple<StringId, StringId, StringId, std::uint32_t>, GroupId> m_rows;
};

/// `placed`: the communication slices, sorted by id. Those of matched begins and ends have no arguments.
void placeCollectives(Run& run, const std::vector<PendingCollective>& pending,
                      const std::vector<ColumnFiller::Placed>& placed) {
    GroupFinder groups(run);
    for (const ColumnFiller::Placed& place : placed) {
        const auto found = std::lower_bound(
            pending.begin(), pending.end(), place.item,
            [](const PendingCollective& p, std::uint32_t wanted) { return p.item < wanted; });
        if (found == pending.end() || found->item != place.item)
            continue;
        const RawCollective& arguments = found->arguments;
        const CollectiveOp op = run.descriptor(place.slice).op;
        run.collectives.push_back({place.slice, run.track(run.trackOf(place.slice)).device, op,
                                   wholeArrayBytes(arguments, op, run.text(arguments.dtype)), arguments.dtype,
                                   arguments.groupSize, groups.groupOf(arguments), arguments.sequence});
    }
}

void tellWhatIsMissing(Run& run) {
    std::vector<bool> hasSteps(run.files.size());
    for (const Step& step : run.steps)
        hasSteps[step.file.index()] = true;
    for (std::size_t i = 0; i < run.files.size(); ++i) {
        const InputFile& file = run.files[i];
        if (!isOpenTrace(file))
            continue;
        if (file.keptSlices == 0)
            run.diagnostics.add({Severity::Warning,
                                 "no-slices",
                                 "the trace holds no slices: every figure is n/a",
                                 FileId(i),
                                 {},
                                 {},
                                 {},
                                 1});
        else if (!hasSteps[i])
            run.diagnostics.add({Severity::Warning,
                                 "no-step-marks",
                                 "no step marks (ProfilerStep#N, execute_context, run_batch): step figures are n/a, "
                                 "all others cover the whole trace",
                                 FileId(i),
                                 {},
                                 {},
                                 {},
                                 1});
    }
}

OpenState openStateOf(const std::vector<InputFile>& files) {
    bool isAnyOpen = false;
    bool isAnyLost = false;
    for (const InputFile& file : files) {
        if (file.role != InputRole::Trace)
            continue;
        isAnyOpen |= file.status == InputStatus::Read || file.status == InputStatus::Partial;
        isAnyLost |= file.status == InputStatus::Partial || file.status == InputStatus::Failed;
    }
    return !isAnyOpen ? OpenState::No : isAnyLost ? OpenState::Partial : OpenState::Yes;
}

} // namespace

std::shared_ptr<const Run> RunBuilder::finish(std::string name, Progress& progress, unsigned threads) try {
    const auto run = std::make_shared<Run>();
    run->name = std::move(name);
    std::vector<FileId> newId(m_state->files.size());
    for (const std::size_t old : displayOrder(m_state->files)) {
        newId[old] = FileId(run->files.size());
        run->files.push_back(std::move(m_state->files[old]));
    }
    for (Diagnostic d : m_state->diagnostics.entries()) {
        d.file = d.file.isValid() ? newId[d.file.index()] : d.file;
        run->diagnostics.add(std::move(d));
    }
    std::sort(m_state->traces.begin(), m_state->traces.end(),
              [&](const auto& a, const auto& b) { return newId[a.first.index()] < newId[b.first.index()]; });

    FragmentMerger merger(*run, progress, threads);
    std::map<std::pair<FileId, StringId>, StringId> deviceNames;
    for (auto& [oldFile, trace] : m_state->traces) {
        const FileId file = newId[oldFile.index()];
        for (const auto& [key, deviceName] : trace.deviceNames)
            deviceNames[{file, run->strings.intern(key)}] = run->strings.intern(deviceName);
        merger.merge(file, std::move(trace));
    }
    m_state->traces.clear();

    MergedEvents& events = merger.events();
    std::vector<StringId> deviceKeys;
    std::vector<bool> areNumbers;
    for (std::size_t i = 0; i < run->tracks.size(); ++i) {
        deviceKeys.push_back(merger.deviceKey(i));
        areNumbers.push_back(merger.isDeviceKeyNumber(i));
    }
    orderTracks(*run, events, deviceKeys, areNumbers);
    run->origin = findOrigin(*run, events.chunks).value_or(0);
    shiftTimes(*run, events, progress, threads);
    sortCounters(*run, progress);
    std::stable_sort(run->instants.begin(), run->instants.end(),
                     [](const Instant& a, const Instant& b) { return a.time < b.time; });
    findDevices(*run, events.chunks, deviceKeys, areNumbers, deviceNames);
    SortedTracks sorted = sortTracks(events.chunks, run->tracks, progress, threads);
    run->rows = std::move(sorted.rows);
    const auto placed = ColumnFiller::fill(*run, events.chunks, sorted.order, progress, threads);
    placeCollectives(*run, events.collectives, placed);
    run->flows = std::move(events.flows);
    for (const InputFile& file : run->files) {
        run->keptSlices += file.keptSlices;
        run->droppedSlices += file.droppedSlices;
    }
    run->steps = findSteps(*run, progress);
    tellWhatIsMissing(*run);
    run->diagnostics.sort();
    run->opens = openStateOf(run->files);
    return run;
} catch (const GivenUp&) {
    return nullptr;
}

} // namespace lanescope
