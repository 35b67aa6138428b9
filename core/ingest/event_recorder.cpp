#include "core/ingest/event_recorder.h"

#include "core/base/numbers.h"
#include "core/base/text.h"
#include "core/ingest/json_token.h"

#include <algorithm>
#include <cstring>

namespace lanescope {

namespace {

constexpr std::uint64_t hashStart = 0xcbf29ce484222325ull;

/// Eight bytes a step. Only used within one load: it may differ between machines.
std::uint64_t hashText(std::uint64_t hash, std::string_view text) {
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    };
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, 8);
        mix(word);
    }
    std::uint64_t rest = 0;
    for (; at < text.size(); ++at)
        rest = rest << 8 | static_cast<unsigned char>(text[at]);
    mix(rest);
    mix(text.size()); // texts do not run into each other
    return hash;
}

std::optional<std::int64_t> integerOf(const FieldValue& value) {
    return value.isPresent() ? integerFromText(value.text) : std::nullopt;
}

/// Correlations are positive 32-bit numbers; 0 says there is none.
std::uint32_t correlationOf(const FieldValue& value) {
    const auto number = integerOf(value);
    return number && *number > 0 && *number <= INT64_C(0xffffffff) ? static_cast<std::uint32_t>(*number) : 0;
}

std::uint32_t groupSizeOf(const FieldValue& value) {
    const auto number = integerOf(value);
    return number && *number > 0 && *number <= INT64_C(0xffffffff) ? static_cast<std::uint32_t>(*number) : 0;
}

std::uint64_t asyncKeyOf(const EventFields& event) {
    std::uint64_t key = hashText(hashText(hashStart, event.category.text), event.scope.text);
    if (event.localId.isPresent())
        key = hashText(hashText(hashText(key, "local"), event.pid.text), event.localId.text);
    else
        key = hashText(key, event.globalId.isPresent() ? event.globalId.text : event.id.text);
    return key | 1; // never 0, which means a stack pair
}

} // namespace

Classification ClassificationCache::of(const EventFacts& facts) {
    m_key.assign(facts.category);
    m_key += '\0';
    m_key += facts.collectiveName;
    m_key += '\0';
    m_key += facts.name;
    const auto known = m_known.find(m_key);
    if (known != m_known.end())
        return known->second;
    if (m_known.size() >= largest)
        m_known.clear();
    return m_known.emplace(m_key, classify(facts)).first->second;
}

void EventRecorder::tell(Severity severity, std::string_view code, std::string message, std::uint64_t offset) {
    m_fragment.diagnostics.add({severity, std::string(code), std::move(message), {}, offset, {}, m_fragment.events, 1});
}

StringId EventRecorder::internIfPresent(const FieldValue& value) {
    return value.isPresent() ? m_texts.intern(value.text) : StringId::none();
}

std::uint32_t EventRecorder::trackOf(const EventFields& event, TrackKind kind) {
    const FieldValue& device = event.arguments.device.isPresent() ? event.arguments.device : event.pid;
    KnownTrack wanted{m_texts.intern(event.pid.text), m_texts.intern(event.tid.text),
                      kind == TrackKind::Device ? m_texts.intern(device.text) : StringId::none(), kind};
    KnownTrack& last = m_lastTracks[static_cast<int>(kind)];
    if (last.row != 0xffffffffu && last.pid == wanted.pid && last.tid == wanted.tid && last.device == wanted.device)
        return last.row;
    wanted.row = m_fragment.trackRow(
        {wanted.pid, wanted.tid, wanted.device, kind, !event.pid.isString(), !event.tid.isString(), !device.isString()});
    last = wanted;
    return wanted.row;
}

EventRecorder::KnownDescriptor EventRecorder::descriptorOf(const EventFields& event, const FieldValue& collectiveName) {
    const StringId name = internIfPresent(event.name);
    const StringId category = internIfPresent(event.category);
    const StringId collective = internIfPresent(collectiveName);
    const std::size_t slot = name.isValid() ? name.index() + 1 : 0;
    if (slot >= m_descriptors.size())
        m_descriptors.resize(m_fragment.strings.size() + 1);
    KnownDescriptor& last = m_descriptors[slot];
    if (last.row == 0xffffffffu || last.category != category || last.collectiveName != collective) {
        const Classification c = m_cache.of({event.name.text, event.category.text, collectiveName.text});
        last = {category, collective, m_fragment.descriptorRow({name, category, c.kind, c.op, c.computeClass}), c.kind};
    }
    return last;
}

std::optional<TimeNs> EventRecorder::timeOf(const FieldValue& value, std::string_view field, std::uint64_t offset,
                                            bool isSlice) {
    if (value.isPresent())
        if (const auto time = nanosecondsFromMicroseconds(value.text))
            return time;
    const std::string consequence = isSlice ? "; event skipped" : "; record skipped";
    const std::string quoted = "\"" + std::string(field) + "\"";
    if (!value.isPresent())
        tell(Severity::Warning, field == "ts" ? "missing-timestamp" : "missing-duration",
             "an event has no " + quoted + consequence, offset);
    else if (isNotFiniteToken(value.text))
        tell(Severity::Warning, field == "ts" ? "bad-timestamp" : "bad-duration",
             quoted + " is not finite (" + std::string(value.text) + ")" + consequence, offset);
    else
        tell(Severity::Warning, field == "ts" ? "bad-timestamp" : "bad-duration",
             quoted + " is no number of microseconds (" + displayText(value.text.substr(0, 40)) + ")" + consequence,
             offset);
    if (isSlice)
        ++m_fragment.droppedSlices;
    return std::nullopt;
}

void EventRecorder::recordCollective(const EventFields& event) {
    const ArgumentFields& a = event.arguments;
    RawCollective c;
    c.slice = static_cast<std::uint32_t>(m_fragment.slices.size() + m_buffered.slices.size()) - 1;
    c.dtype = internIfPresent(a.dtype);
    c.groupName = internIfPresent(a.groupName);
    c.groupDescription = internIfPresent(a.groupDescription);
    c.groupRanks = internIfPresent(a.groupRanks);
    c.inElements = integerOf(a.inElements);
    c.outElements = integerOf(a.outElements);
    if (!c.inElements && !c.outElements)
        c.bytes = integerOf(a.bytes);
    c.groupSize = groupSizeOf(a.groupSize);
    c.sequence = integerOf(a.sequence);
    m_fragment.collectives.push_back(c);
}

void EventRecorder::recordSlice(const EventFields& event, std::uint64_t offset) {
    const auto start = timeOf(event.timestamp, "ts", offset, true);
    if (!start)
        return;
    auto duration = timeOf(event.duration, "dur", offset, true);
    if (!duration)
        return;
    if (*duration < 0) {
        tell(Severity::Warning, "negative-duration",
             "\"dur\" is negative (" + std::string(event.duration.text) + "); kept with no length", offset);
        duration = 0;
    }
    const KnownDescriptor descriptor = descriptorOf(event, event.arguments.collectiveName);
    const TrackKind track = isDeviceKind(descriptor.kind) ? TrackKind::Device : TrackKind::Host;
    m_buffered.slices.push_back(
        {*start, *duration, static_cast<std::uint32_t>(offset - m_fragment.sourceBegin), trackOf(event, track),
         descriptor.row, correlationOf(event.arguments.correlation)});
    if (descriptor.kind == SliceKind::Communication)
        recordCollective(event);
}

void EventRecorder::recordEdge(const EventFields& event, std::uint64_t offset, bool isBegin, bool isAsync) {
    const auto time = timeOf(event.timestamp, "ts", offset, true);
    if (!time)
        return;
    const KnownDescriptor descriptor = descriptorOf(event, {});
    RawEdge edge;
    edge.time = *time;
    edge.sourceOffset = offset;
    edge.track = trackOf(event, isAsync                         ? TrackKind::Async
                                : isDeviceKind(descriptor.kind) ? TrackKind::Device
                                                                : TrackKind::Host);
    edge.descriptor = descriptor.row;
    edge.asyncKey = isAsync ? asyncKeyOf(event) : 0;
    edge.isBegin = isBegin;
    edge.eventIndex = m_fragment.events;
    m_fragment.edges.push_back(edge);
}

void EventRecorder::recordInstant(const EventFields& event, std::uint64_t offset) {
    if (const auto time = timeOf(event.timestamp, "ts", offset, false))
        m_fragment.instants.push_back({*time, offset, trackOf(event, TrackKind::Host), internIfPresent(event.name)});
}

void EventRecorder::recordCounters(const EventFields& event, const std::vector<CounterArgument>& counters,
                                   std::uint64_t offset) {
    const auto time = timeOf(event.timestamp, "ts", offset, false);
    if (!time)
        return;
    for (const CounterArgument& argument : counters)
        if (const auto value = doubleFromText(argument.value.text))
            m_fragment.counters.push_back({*time, *value, m_texts.intern(event.pid.text), internIfPresent(event.name),
                                           m_texts.intern(argument.series)});
}

void EventRecorder::recordFlow(const EventFields& event, std::uint64_t offset, FlowPhase phase) {
    const auto time = timeOf(event.timestamp, "ts", offset, false);
    if (!time)
        return;
    const std::uint64_t key =
        hashText(hashText(hashText(hashStart, event.category.text), event.name.text), event.id.text);
    const bool isLaunch = event.category.text == "ac2g" || event.category.text == "async_cpu_to_gpu";
    const std::uint32_t track = isLaunch ? 0 : trackOf(event, TrackKind::Host); // correlation ids draw launches
    m_buffered.flows.push_back({*time, key, track, phase, isLaunch});
}

void EventRecorder::recordName(const EventFields& event) {
    using What = RawTrackName::What;
    const std::string_view name = event.name.text;
    RawTrackName record;
    record.pid = m_texts.intern(event.pid.text);
    const bool isThread = name == "thread_name" || name == "thread_sort_index";
    if (isThread)
        record.tid = m_texts.intern(event.tid.text);
    if (name == "process_name" || name == "thread_name") {
        record.what = isThread ? What::ThreadName : What::ProcessName;
        record.name = internIfPresent(event.arguments.name);
    } else if (name == "process_sort_index" || name == "thread_sort_index") {
        record.what = isThread ? What::ThreadSortIndex : What::ProcessSortIndex;
        record.sortIndex = integerOf(event.arguments.sortIndex).value_or(0);
    } else if (name == "process_labels") {
        record.what = What::ProcessLabels;
        record.name = internIfPresent(event.arguments.labels);
    } else {
        return;
    }
    m_fragment.names.push_back(record);
}

void EventRecorder::record(const EventFields& event, const std::vector<CounterArgument>& counters,
                           std::uint64_t offset) {
    if (event.repeatedKey)
        tell(Severity::Warning, "duplicate-key",
             "duplicate key \"" + std::string(event.repeatedKey) + "\" in an event; the last value counts", offset);
    const char phase = event.phase.text.size() == 1 ? event.phase.text.front() : '\0';
    switch (phase) {
    case 'X':
        recordSlice(event, offset);
        break;
    case 'B':
        recordEdge(event, offset, true, false);
        break;
    case 'E':
        recordEdge(event, offset, false, false);
        break;
    case 'b':
        recordEdge(event, offset, true, true);
        break;
    case 'e':
        recordEdge(event, offset, false, true);
        break;
    case 'i':
    case 'I':
    case 'R':
        recordInstant(event, offset);
        break;
    case 'C':
        recordCounters(event, counters, offset);
        break;
    case 's':
        recordFlow(event, offset, FlowPhase::Start);
        break;
    case 't':
        recordFlow(event, offset, FlowPhase::Step);
        break;
    case 'f':
        recordFlow(event, offset, FlowPhase::End);
        break;
    case 'M':
        recordName(event);
        break;
    default:
        if (event.seen != 0) // an empty element is what some writers put last
            tell(Severity::Info, "unused-phase",
                 "events of a phase that is not drawn (\"ph\": \"" + displayText(event.phase.text.substr(0, 20)) +
                     "\")",
                 offset);
    }
    ++m_fragment.events;
}

} // namespace lanescope
