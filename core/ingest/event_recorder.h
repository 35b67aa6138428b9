// EventRecorder: judges the fields of an event and files it in a fragment. Knows the Chrome trace format, not JSON.
#pragma once

#include "core/ingest/event_fields.h"
#include "core/ingest/kernel_classifier.h"
#include "core/ingest/text_interner.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

/// Classifications of (name, category, collective name) that were met before; kept over fragments, within bounds.
class ClassificationCache {
public:
    Classification of(const EventFacts& facts);

private:
    static constexpr std::size_t largest = 1 << 16;

    std::unordered_map<std::string, Classification> m_known;
    std::string m_key;
};

/// Numeric arguments of a counter event, collected while its arguments are read.
struct CounterArgument {
    std::string_view series;
    FieldValue value;
};

/// Where the records that most of a trace is made of are collected: memory that is used again and again, until it is
/// known how much of it a fragment needs.
struct RecordBuffer {
    std::vector<RawSlice> slices;
    std::vector<RawFlow> flows;

    void clear() {
        slices.clear();
        flows.clear();
    }
    void moveInto(TraceFragment& fragment) {
        fragment.slices.insert(fragment.slices.end(), slices.begin(), slices.end());
        fragment.flows.insert(fragment.flows.end(), flows.begin(), flows.end());
    }
};

class EventRecorder {
public:
    EventRecorder(ClassificationCache& cache, TraceFragment& fragment, RecordBuffer& buffered)
        : m_cache(cache), m_fragment(fragment), m_buffered(buffered), m_texts(fragment.strings) {}

    /// `offset`: place of the event in the decoded text.
    void record(const EventFields& event, const std::vector<CounterArgument>& counters, std::uint64_t offset);

private:
    void recordSlice(const EventFields& event, std::uint64_t offset);
    void recordEdge(const EventFields& event, std::uint64_t offset, bool isBegin, bool isAsync);
    void recordInstant(const EventFields& event, std::uint64_t offset);
    void recordCounters(const EventFields& event, const std::vector<CounterArgument>& counters, std::uint64_t offset);
    void recordFlow(const EventFields& event, std::uint64_t offset, FlowPhase phase);
    void recordName(const EventFields& event);
    void recordCollective(const EventFields& event);

    std::optional<TimeNs> timeOf(const FieldValue& value, std::string_view field, std::uint64_t offset, bool isSlice);
    struct KnownDescriptor {
        StringId category, collectiveName;
        std::uint32_t row = 0xffffffffu;
        SliceKind kind = SliceKind::HostOther;
    };
    KnownDescriptor descriptorOf(const EventFields& event, const FieldValue& collectiveName);
    std::uint32_t trackOf(const EventFields& event, TrackKind kind);
    StringId internIfPresent(const FieldValue& value);
    void tell(Severity severity, std::string_view code, std::string message, std::uint64_t offset);

    ClassificationCache& m_cache;
    TraceFragment& m_fragment;
    RecordBuffer& m_buffered; // of slices and flows
    TextInterner m_texts;
    struct KnownTrack {
        StringId pid, tid, device;
        TrackKind kind = TrackKind::Host;
        std::uint32_t row = 0xffffffffu;
    };
    KnownTrack m_lastTracks[3];                 // by kind: neighbours in a file mostly share their track
    std::vector<KnownDescriptor> m_descriptors; // by name: the one of that name that was met last
};

} // namespace lanescope
