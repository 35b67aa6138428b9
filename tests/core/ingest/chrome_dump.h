// Reads traces written as text in tests, and writes what was found in a form that tests can compare.
#pragma once

#include "core/ingest/chrome_document.h"
#include "tests/support/memory_source.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct Reading {
    unsigned threads = 1;
    std::size_t window = 1 << 20;
    std::size_t bite = 0; // 0: mapped
};

inline Result<ImportedTrace> tryRead(const std::string& text, const Reading& how = {}) {
    MemorySource source(text, how.bite);
    const NullProgress progress;
    const ImportContext context{how.threads, progress, {}};
    return ChromeDocument(source, context, {how.window, how.window}).read();
}

inline ImportedTrace readTrace(const std::string& text, const Reading& how = {}) {
    auto trace = tryRead(text, how);
    if (!trace)
        qFatal("not read: %s", trace.error().message.c_str());
    return std::move(trace.value());
}

/// A slice with its texts, as a test wants to ask for them.
struct SliceText {
    std::string name, category, pid, tid, device;
    TrackKind track = TrackKind::Host;
    SliceKind kind = SliceKind::HostOther;
    TimeNs start = 0, duration = 0;
    std::uint64_t offset = 0;
    std::uint32_t correlation = 0;
};

inline std::vector<SliceText> slicesOf(const ImportedTrace& trace) {
    std::vector<SliceText> all;
    for (const auto& f : trace.fragments)
        for (const RawSlice& s : f->slices) {
            const TrackKey& track = f->tracks[s.track];
            const SliceDescriptor& d = f->descriptors[s.descriptor];
            const auto text = [&](StringId id) { return std::string(f->strings.view(id)); };
            all.push_back({text(d.name), text(d.category), text(track.pid), text(track.tid), text(track.device),
                           track.kind, d.kind, s.start, s.duration, f->sourceBegin + s.place, s.correlation});
        }
    return all;
}

/// Every finding of the trace, one a code, event indices counted over the whole file.
inline std::vector<Diagnostic> findingsOf(const ImportedTrace& trace) {
    Diagnostics all = trace.diagnostics;
    std::uint64_t before = 0;
    for (const auto& f : trace.fragments) {
        for (Diagnostic d : f->diagnostics.entries()) {
            d.eventIndex = d.eventIndex.value_or(0) + before;
            all.add(d);
        }
        before += f->events;
    }
    all.sort();
    return all.entries();
}

inline const Diagnostic* findingOf(const std::vector<Diagnostic>& findings, std::string_view code) {
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const Diagnostic& d) { return d.code == code; });
    return found == findings.end() ? nullptr : &*found;
}

inline std::size_t errorsIn(const std::vector<Diagnostic>& findings) {
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [](const Diagnostic& d) { return d.severity == Severity::Error; }));
}

inline std::uint64_t droppedOf(const ImportedTrace& trace) {
    std::uint64_t sum = 0;
    for (const auto& f : trace.fragments)
        sum += f->droppedSlices;
    return sum;
}

/// Everything a trace holds as lines of text, the same however it was cut into fragments.
inline std::string dumpOf(const ImportedTrace& trace) {
    std::string out;
    const auto add = [&](std::initializer_list<std::string> words) {
        for (const std::string& word : words)
            out += word + "|";
        out += "\n";
    };
    const auto number = [](auto value) { return std::to_string(value); };
    const auto maybe = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "-"; };
    std::vector<std::string> kinds[7];
    for (const auto& f : trace.fragments) {
        const auto text = [&](StringId id) { return id.isValid() ? std::string(f->strings.view(id)) : "-"; };
        const auto track = [&](std::uint32_t row) {
            const TrackKey& k = f->tracks[row];
            return text(k.pid) + "/" + text(k.tid) + "/" + text(k.device) + "/" + number(int(k.kind)) +
                   number(int(k.isPidNumber)) + number(int(k.isTidNumber));
        };
        const auto descriptor = [&](std::uint32_t row) {
            const SliceDescriptor& d = f->descriptors[row];
            return text(d.name) + "/" + text(d.category) + "/" + number(int(d.kind));
        };
        for (const RawSlice& s : f->slices)
            kinds[0].push_back(number(f->sourceBegin + s.place) + " " + number(s.start) + "+" + number(s.duration) +
                               " " + track(s.track) + " " + descriptor(s.descriptor) + " " + number(s.correlation));
        for (const RawEdge& e : f->edges)
            kinds[1].push_back(number(e.sourceOffset) + " " + number(e.time) + " " + track(e.track) + " " +
                               descriptor(e.descriptor) + " " + number(e.asyncKey) + (e.isBegin ? " begin" : " end"));
        for (const RawCollective& c : f->collectives)
            kinds[2].push_back(number(f->sourceBegin + f->slices[c.slice].place) + " " + text(c.dtype) +
                               text(c.groupName) + text(c.groupDescription) + text(c.groupRanks) + maybe(c.inElements) +
                               maybe(c.outElements) + number(c.groupSize) + maybe(c.sequence));
        for (const RawCounter& c : f->counters)
            kinds[3].push_back(number(c.time) + " " + number(c.value) + " " + text(c.pid) + text(c.name) +
                               text(c.series));
        for (const RawInstant& i : f->instants)
            kinds[4].push_back(number(i.sourceOffset) + " " + number(i.time) + track(i.track) + text(i.name));
        for (const RawFlow& w : f->flows)
            kinds[5].push_back(number(w.time) + " " + number(w.key) + (w.isLaunch ? std::string() : track(w.track)) + number(int(w.phase)) +
                               number(int(w.isLaunch)));
        for (const RawTrackName& n : f->names)
            kinds[6].push_back(number(int(n.what)) + text(n.pid) + text(n.tid) + text(n.name) + number(n.sortIndex));
    }
    for (const auto& lines : kinds)
        for (const std::string& line : lines)
            add({line});
    for (const Diagnostic& d : findingsOf(trace))
        add({d.code, d.message, maybe(d.byteOffset), maybe(d.line), maybe(d.eventIndex), number(d.count)});
    add({trace.format, number(trace.baseTimeNs), number(trace.rank.value_or(-1)), trace.lossReason,
         number(droppedOf(trace)), number(trace.decodedBytes)});
    return out;
}

} // namespace lanescope
