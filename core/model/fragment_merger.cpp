#include "core/model/fragment_merger.h"

#include "core/base/cancel_point.h"
#include "core/base/task_pool.h"
#include "core/model/edge_matching.h"
#include "core/model/flow_matching.h"

#include <algorithm>

namespace lanescope {

namespace {

StringId mapped(StringId local, const std::vector<StringId>& strings) {
    return local.isValid() ? strings[local.index()] : StringId::none();
}

/// Flows are matched in so many parts side by side, by the upper bits of their keys.
constexpr std::size_t flowParts = 4;
std::size_t partOf(const RawFlow& flow) { return flow.key >> 62; }

/// A list that nobody else needs is taken over, else copied.
template <class List>
List taken(List& list, bool isOurs) {
    return isOurs ? std::move(list) : List(list);
}

void count(const RawSlice& slice, TimeNs base, SliceKind kind, TrackShare& share) {
    ++share.count;
    share.hasDeviceActivity |= isDeviceActivity(kind);
    share.latestEnd = std::max(share.latestEnd, saturatingAdd(slice.start, slice.duration));
    if (slice.start == base)
        ++share.atBase;
    else
        share.earliest = std::min(share.earliest, slice.start);
}

} // namespace

std::uint32_t FragmentMerger::trackRow(const TrackKey& key, FileId file, const Remap& remap) {
    Track track;
    track.file = file;
    track.kind = key.kind;
    track.pid = mapped(key.pid, remap.strings);
    track.tid = mapped(key.tid, remap.strings);
    track.isPidNumber = key.isPidNumber;
    track.isTidNumber = key.isTidNumber;
    const StringId device = mapped(key.device, remap.strings);
    const auto [entry, isNew] = m_trackRows.try_emplace({file, key.kind, track.pid, track.tid, device},
                                                        static_cast<std::uint32_t>(m_run.tracks.size()));
    if (isNew) {
        m_run.tracks.push_back(track);
        m_tracks.push_back({device, key.isDeviceNumber});
    }
    return entry->second;
}

std::uint32_t FragmentMerger::descriptorRow(SliceDescriptor descriptor, const Remap& remap) {
    descriptor.name = mapped(descriptor.name, remap.strings);
    descriptor.category = mapped(descriptor.category, remap.strings);
    const auto [entry, isNew] =
        m_descriptorRows.try_emplace({descriptor.name, descriptor.category, descriptor.kind, descriptor.op},
                                     static_cast<std::uint32_t>(m_run.descriptors.size()));
    if (isNew)
        m_run.descriptors.push_back(descriptor);
    return entry->second;
}

FragmentMerger::Remap FragmentMerger::remapOf(const TraceFragment& fragment, FileId file) {
    Remap remap;
    remap.strings.reserve(fragment.strings.size());
    for (std::size_t i = 0; i < fragment.strings.size(); ++i)
        remap.strings.push_back(m_run.strings.intern(fragment.strings.view(StringId(i))));
    for (const TrackKey& key : fragment.tracks)
        remap.tracks.push_back(trackRow(key, file, remap));
    for (const SliceDescriptor& descriptor : fragment.descriptors)
        remap.descriptors.push_back(descriptorRow(descriptor, remap));
    return remap;
}

void FragmentMerger::takeSlices(const TraceFragment& fragment, std::pmr::vector<RawSlice> slices, FileState& state,
                                Remap& remap) {
    SliceChunk chunk{state.file, fragment.sourceBegin, m_items, fragment.memory, std::move(slices), {}};
    for (const std::uint32_t track : remap.tracks)
        chunk.shares.push_back({.track = track});
    m_items += static_cast<std::uint32_t>(chunk.slices.size());
    m_events.chunks.push_back(std::move(chunk));
    state.descriptors.push_back(std::move(remap.descriptors));
}

/// Times and descriptors become the run's, and the shares of the tracks are counted.
void FragmentMerger::settleSlices(const FileState& state) {
    runTasks(m_events.chunks.size() - state.firstChunk, m_threads, [&](std::size_t i) {
        CancelPoint(m_progress).ask();
        SliceChunk& chunk = m_events.chunks[state.firstChunk + i];
        for (RawSlice& slice : chunk.slices) {
            slice.start = saturatingAdd(slice.start, state.base);
            slice.descriptor = state.descriptors[i][slice.descriptor];
            count(slice, state.base, m_run.descriptors[slice.descriptor].kind, chunk.shares[slice.track]);
        }
    });
}

void FragmentMerger::takeCollectives(const TraceFragment& fragment, const Remap& remap) {
    for (RawCollective collective : fragment.collectives) {
        collective.dtype = mapped(collective.dtype, remap.strings);
        collective.groupName = mapped(collective.groupName, remap.strings);
        collective.groupDescription = mapped(collective.groupDescription, remap.strings);
        collective.groupRanks = mapped(collective.groupRanks, remap.strings);
        m_events.collectives.push_back({m_items + collective.slice, collective});
    }
}

void FragmentMerger::takeCounters(const TraceFragment& fragment, const FileState& state, const Remap& remap) {
    for (const RawCounter& sample : fragment.counters) {
        const StringId pid = mapped(sample.pid, remap.strings);
        const StringId name = mapped(sample.name, remap.strings);
        const StringId series = mapped(sample.series, remap.strings);
        const auto [entry, isNew] = m_counterRows.try_emplace({state.file, pid, name, series}, m_run.counters.size());
        if (isNew)
            m_run.counters.push_back({state.file, pid, name, series, {}, {}});
        CounterSeries& counter = m_run.counters[entry->second];
        counter.times.push_back(saturatingAdd(sample.time, state.base));
        counter.values.push_back(sample.value);
    }
}

void FragmentMerger::takeMarks(const TraceFragment& fragment, FileState& state, const Remap& remap) {
    for (RawEdge edge : fragment.edges) {
        edge.time = saturatingAdd(edge.time, state.base);
        edge.track = remap.tracks[edge.track];
        edge.descriptor = remap.descriptors[edge.descriptor];
        edge.eventIndex += m_run.files[state.file.index()].events;
        state.edges.push_back(edge);
    }
    for (const RawInstant& instant : fragment.instants)
        m_run.instants.push_back({TrackId(remap.tracks[instant.track]), saturatingAdd(instant.time, state.base),
                                  mapped(instant.name, remap.strings), instant.sourceOffset});
    for (RawTrackName name : fragment.names) {
        name.pid = mapped(name.pid, remap.strings);
        name.tid = mapped(name.tid, remap.strings);
        name.name = mapped(name.name, remap.strings);
        state.names.push_back(name);
    }
}

void FragmentMerger::takeDiagnostics(const Diagnostics& diagnostics, FileId file, std::uint64_t eventsBefore) {
    for (Diagnostic d : diagnostics.entries()) {
        d.file = file;
        if (d.eventIndex)
            *d.eventIndex += eventsBefore;
        m_run.diagnostics.add(std::move(d));
    }
}

void FragmentMerger::takeFragment(const std::shared_ptr<TraceFragment>& held, FileState& state) {
    TraceFragment& fragment = *held;
    const bool isOurs = held.use_count() == 1;
    InputFile& file = m_run.files[state.file.index()];
    Remap remap = remapOf(fragment, state.file);
    file.droppedSlices += fragment.droppedSlices;
    takeDiagnostics(fragment.diagnostics, state.file, file.events);
    takeMarks(fragment, state, remap);
    takeCollectives(fragment, remap);
    takeCounters(fragment, state, remap);
    if (!fragment.flows.empty())
        state.flows.push_back({taken(fragment.flows, isOurs), remap.tracks});
    takeSlices(fragment, taken(fragment.slices, isOurs), state, remap);
    file.events += fragment.events;
}

void FragmentMerger::closeEdges(FileState& state) {
    if (state.edges.empty())
        return;
    TimeNs traceEnd = INT64_MIN;
    for (std::size_t i = state.firstChunk; i < m_events.chunks.size(); ++i)
        for (const TrackShare& share : m_events.chunks[i].shares)
            traceEnd = std::max(traceEnd, share.latestEnd);
    const MatchedEdges matched = matchEdges(std::move(state.edges), traceEnd, m_run.descriptors, m_progress);
    addMatched(matched.slices, state);
    m_run.files[state.file.index()].droppedSlices += matched.strayEnds.size();
    const auto tell = [&](const std::vector<RawEdge>& edges, std::string_view code, std::string_view message) {
        for (const RawEdge& edge : edges)
            m_run.diagnostics.add({Severity::Warning,
                                   std::string(code),
                                   std::string(message),
                                   state.file,
                                   edge.sourceOffset,
                                   {},
                                   edge.eventIndex,
                                   1});
    };
    tell(matched.unterminated, "unterminated-begin",
         "a begin event without an end: drawn open to the end of the trace");
    tell(matched.strayEnds, "end-without-begin", "an end event without a begin before it: skipped");
}

/// Slices whose tracks and descriptors are the run's already. Those of each 4 GiB of text make a chunk.
void FragmentMerger::addMatched(const std::vector<MatchedSlice>& matched, const FileState& state) {
    std::map<std::uint64_t, std::vector<MatchedSlice>> stretches;
    for (const MatchedSlice& slice : matched)
        stretches[slice.sourceOffset >> 32].push_back(slice);
    for (const auto& [stretch, slices] : stretches)
        addChunk(slices, stretch << 32, state);
}

void FragmentMerger::addChunk(const std::vector<MatchedSlice>& slices, std::uint64_t sourceBegin,
                              const FileState& state) {
    SliceChunk chunk{state.file, sourceBegin, m_items, {}, {}, {}};
    std::map<std::uint32_t, std::uint32_t> shareOf; // by track
    for (const MatchedSlice& matched : slices) {
        RawSlice slice = matched.slice;
        const auto [entry, isNew] = shareOf.try_emplace(slice.track, static_cast<std::uint32_t>(chunk.shares.size()));
        if (isNew)
            chunk.shares.push_back({.track = slice.track});
        slice.track = entry->second;
        slice.place = static_cast<std::uint32_t>(matched.sourceOffset - sourceBegin);
        count(slice, state.base, m_run.descriptors[slice.descriptor].kind, chunk.shares[slice.track]);
        chunk.slices.push_back(slice);
    }
    m_items += static_cast<std::uint32_t>(chunk.slices.size());
    m_events.chunks.push_back(std::move(chunk));
}

void FragmentMerger::nameTracks(const FileState& state) {
    using Place = std::pair<StringId, StringId>; // pid, tid or none
    std::map<Place, const RawTrackName*> names, sortIndexes;
    using What = RawTrackName::What;
    for (const RawTrackName& name : state.names) {
        if (name.what == What::ProcessName || name.what == What::ThreadName)
            names[{name.pid, name.tid}] = &name;
        else if (name.what == What::ProcessSortIndex || name.what == What::ThreadSortIndex)
            sortIndexes[{name.pid, name.tid}] = &name;
    }
    const auto look = [](const auto& table, Place place) {
        const auto found = table.find(place);
        return found != table.end() ? found->second : nullptr;
    };
    for (std::size_t row = state.firstTrack; row < m_run.tracks.size(); ++row) {
        Track& track = m_run.tracks[row];
        if (const auto* process = look(names, {track.pid, StringId::none()}))
            track.processName = process->name;
        if (const auto* thread = look(names, {track.pid, track.tid}))
            track.name = thread->name;
        if (const auto* process = look(sortIndexes, {track.pid, StringId::none()}))
            track.processSortIndex = process->sortIndex;
        if (const auto* thread = look(sortIndexes, {track.pid, track.tid}))
            track.sortIndex = thread->sortIndex;
    }
}

/// Flow records do not say whether they stand on a host or a device track: they go to the one of their pid and tid that
/// has slices. The answer is by track row, from the file's first on.
std::vector<std::uint32_t> FragmentMerger::busyTracks(const FileState& state) const {
    std::vector<bool> hasSlices(m_run.tracks.size());
    for (std::size_t i = state.firstChunk; i < m_events.chunks.size(); ++i)
        for (const TrackShare& share : m_events.chunks[i].shares)
            hasSlices[share.track] = hasSlices[share.track] || share.count > 0;
    std::map<std::pair<StringId, StringId>, std::uint32_t> busy;
    for (std::size_t row = state.firstTrack; row < m_run.tracks.size(); ++row)
        if (hasSlices[row])
            busy.try_emplace({m_run.tracks[row].pid, m_run.tracks[row].tid}, static_cast<std::uint32_t>(row));
    std::vector<std::uint32_t> answer;
    for (std::size_t row = state.firstTrack; row < m_run.tracks.size(); ++row) {
        const auto found = busy.find({m_run.tracks[row].pid, m_run.tracks[row].tid});
        answer.push_back(hasSlices[row] || found == busy.end() ? static_cast<std::uint32_t>(row) : found->second);
    }
    return answer;
}

void FragmentMerger::matchFlowsOf(const FileState& state) {
    const std::vector<std::uint32_t> trackOf = busyTracks(state);
    std::vector<Flows> matched(flowParts);
    std::size_t all = 0;
    for (const FlowShare& share : state.flows)
        all += share.flows.size();
    runTasks(flowParts, m_threads, [&](std::size_t part) {
        HugeVector<RawFlow> flows;
        flows.reserve(all / flowParts + all / 64);
        CancelPoint point(m_progress);
        for (const FlowShare& share : state.flows)
            for (RawFlow flow : share.flows) {
                point();
                if (partOf(flow) != part)
                    continue;
                flow.time = saturatingAdd(flow.time, state.base);
                if (!flow.isLaunch)
                    flow.track = trackOf[share.tracks[flow.track] - state.firstTrack];
                flows.push_back(flow);
            }
        matched[part] = matchFlows(flows, m_progress);
    });
    for (const Flows& part : matched) {
        m_events.flows.pairs += part.pairs;
        m_events.flows.dangling += part.dangling;
        m_events.flows.arrows.insert(m_events.flows.arrows.end(), part.arrows.begin(), part.arrows.end());
    }
}

void FragmentMerger::merge(FileId id, ImportedTrace&& trace) {
    FileState state;
    state.file = id;
    state.base = trace.baseTimeNs;
    state.firstChunk = m_events.chunks.size();
    state.firstTrack = m_run.tracks.size();
    const std::uint32_t firstItem = m_items;
    takeDiagnostics(trace.diagnostics, id, 0);
    std::stable_sort(trace.fragments.begin(), trace.fragments.end(),
                     [](const auto& a, const auto& b) { return a->sourceBegin < b->sourceBegin; });
    for (const auto& fragment : trace.fragments) {
        CancelPoint(m_progress).ask();
        takeFragment(fragment, state);
    }
    runTasks(trace.fragments.size(), m_threads, [&](std::size_t i) { trace.fragments[i].reset(); });
    settleSlices(state);
    closeEdges(state);
    nameTracks(state);
    matchFlowsOf(state);
    InputFile& file = m_run.files[id.index()];
    file.keptSlices = m_items - firstItem;
    file.baseTimeNs = trace.baseTimeNs;
    file.decodedBytes = trace.decodedBytes;
}

} // namespace lanescope
