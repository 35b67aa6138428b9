// TraceFragment: what an importer found in one stretch of one file, before anything is sorted or merged.
//
// Importers fill fragments in parallel (each has its own string pool, so nothing is shared); RunBuilder merges
// them in file order. Equal input gives equal runs whatever the number of threads, because stretches are cut
// by the input alone.
#pragma once

#include "core/base/ids.h"
#include "core/base/slab_memory.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/model/diagnostics.h"
#include "core/model/run.h"

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {

/// Where records are filed: the identity of a track within one file. Ids compare as text: 7 and "7" are one.
struct TrackKey {
    StringId pid;
    StringId tid;
    StringId device; // none for host records
    TrackKind kind = TrackKind::Host;
    bool isPidNumber = true;
    bool isTidNumber = true;
    bool isDeviceNumber = true;
};

struct RawSlice {
    TimeNs start = 0;             // as in the file: relative to its baseTimeNanoseconds
    TimeNs duration = 0;          // not negative
    std::uint32_t place = 0;      // of its event in the decoded text, from TraceFragment::sourceBegin on
    std::uint32_t track = 0;      // row of TraceFragment::tracks
    std::uint32_t descriptor = 0; // row of TraceFragment::descriptors
    std::uint32_t correlation = 0;
};

/// A begin or an end ("B", "E", "b", "e") that has still to find its partner.
struct RawEdge {
    TimeNs time = 0;
    std::uint64_t sourceOffset = 0;
    std::uint32_t track = 0;
    std::uint32_t descriptor = 0; // of a begin; an end may lack its name (then the descriptor's name is none)
    std::uint64_t asyncKey = 0;   // pairing key (category, id, scope) hashed for async pairs; 0 for stack pairs
    bool isBegin = true;
    std::uint64_t eventIndex = 0; // 0-based within the fragment
};

struct RawCollective {
    std::uint32_t slice = 0; // row of TraceFragment::slices
    StringId dtype;
    StringId groupName, groupDescription, groupRanks;
    std::optional<std::int64_t> inElements, outElements, bytes; // bytes: when the trace states them outright
    std::uint32_t groupSize = 0;
    std::optional<std::int64_t> sequence;
};

struct RawCounter {
    TimeNs time = 0;
    double value = 0;
    StringId pid, name, series;
};

struct RawInstant {
    TimeNs time = 0;
    std::uint64_t sourceOffset = 0;
    std::uint32_t track = 0;
    StringId name;
};

enum class FlowPhase : std::uint8_t { Start, Step, End };

struct RawFlow {
    TimeNs time = 0;
    std::uint64_t key = 0; // hash of (category, name, id): equal keys belong together
    std::uint32_t track = 0;
    FlowPhase phase = FlowPhase::Start;
    bool isLaunch = false; // an ac2g arrow: correlation ids tell the same
};

/// Names and order of processes and threads ("M" events).
struct RawTrackName {
    enum class What : std::uint8_t { ProcessName, ProcessSortIndex, ProcessLabels, ThreadName, ThreadSortIndex };
    What what = What::ThreadName;
    StringId pid, tid; // tid is none for process records
    StringId name;
    std::int64_t sortIndex = 0;
};

class TraceFragment {
public:
    TraceFragment() = default;
    /// Slices live in `memory`, which other fragments may share.
    explicit TraceFragment(std::shared_ptr<SlabMemory> memoryOfSlices)
        : memory(std::move(memoryOfSlices)), slices(memory.get()) {}

    std::shared_ptr<SlabMemory> memory; // of the slices, which go before it; null: the heap
    std::uint64_t sourceBegin = 0; // where the stretch begins in the decoded text, which is less than 4 GiB long;
                                   // fragments are merged in this order
    StringPool strings;
    std::vector<TrackKey> tracks;
    std::vector<SliceDescriptor> descriptors; // names and categories in this fragment's strings
    std::pmr::vector<RawSlice> slices;
    std::vector<RawEdge> edges;
    std::vector<RawCollective> collectives;
    std::vector<RawCounter> counters;
    std::vector<RawInstant> instants;
    std::vector<RawFlow> flows;
    std::vector<RawTrackName> names;
    Diagnostics diagnostics; // eventIndex counts within the fragment; the builder adds the events before it
    std::uint64_t events = 0;
    std::uint64_t droppedSlices = 0;

    /// Row of the track with that key, added when it is new. Amortised O(1).
    std::uint32_t trackRow(const TrackKey& key);
    /// Row of the descriptor, added when it is new. Amortised O(1).
    std::uint32_t descriptorRow(const SliceDescriptor& descriptor);
    /// Gives back what only adding needs: no text, track or descriptor may be added any more.
    void seal();

private:
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_trackRows;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_descriptorRows;
};

/// What the importer of one file hands over: its stretches and what the file says of itself.
struct ImportedTrace {
    std::vector<std::shared_ptr<TraceFragment>> fragments;        // in file order; who else holds one only reads it
    std::string format;                                           // "kineto-json", "chrome-json", "xla-json", ...
    TimeNs baseTimeNs = 0;                                        // baseTimeNanoseconds, 0 when it has none
    std::optional<int> rank;                                      // distributedInfo.rank
    std::optional<int> worldSize;                                 // distributedInfo.world_size
    std::vector<std::pair<std::string, std::string>> deviceNames; // device key -> model name
    std::uint64_t decodedBytes = 0;
    std::string lossReason;  // not empty when something of the file was lost (cut, damaged); a sentence
    Diagnostics diagnostics; // findings of the file as a whole (compression faults, cut document)
};

} // namespace lanescope
