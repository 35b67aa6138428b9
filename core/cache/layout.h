// Layout: in which order the members of every stored type stand in an index file. One description serves writing and
// reading, so they cannot differ; the fingerprint changes with it.
#pragma once

#include "core/cache/stored_run.h"
#include "core/index/run_index.h"
#include "core/model/run.h"

namespace lanescope {

/// Friend of the types whose members are stored. `Archive` is called with members one by one: a TableWriter or a
/// TableReader.
class Layout {
public:
    template <class Archive>
    static void of(Archive& a, InputFile& f) {
        a(f.path, f.role, f.format, f.compression, f.status, f.reason, f.rank, f.rankSource, f.keptSlices,
          f.droppedSlices, f.fileBytes, f.decodedBytes, f.events, f.baseTimeNs, f.clockShiftNs);
    }
    template <class Archive>
    static void of(Archive& a, PackedColumn& c) {
        a(c.m_bases, c.m_distances, c.m_far);
    }
    template <class Archive>
    static void of(Archive& a, DurationColumn& c) {
        a(c.m_values, c.m_far);
    }
    template <class Archive>
    static void of(Archive& a, IntervalSet& s) {
        a(s.m_begins, s.m_lengths, s.m_before, s.m_total);
    }
    template <class Archive>
    static void of(Archive& a, SliceTable& t) {
        a(t.m_start, t.m_duration, t.m_descriptor, t.m_correlation, t.m_source);
    }
    template <class Archive>
    static void of(Archive& a, CounterSeries& c) {
        a(c.file, c.pid, c.name, c.series, c.times, c.values);
    }
    template <class Archive>
    static void of(Archive& a, Flows& f) {
        a(f.pairs, f.dangling, f.arrows);
    }
    template <class Archive>
    static void of(Archive& a, Diagnostic& d) {
        a(d.severity, d.code, d.message, d.file, d.byteOffset, d.line, d.eventIndex, d.count);
    }
    template <class Archive>
    static void of(Archive& a, Diagnostics& d) {
        std::vector<Diagnostic> entries = d.entries();
        a(entries);
        if constexpr (Archive::isReader)
            for (Diagnostic& entry : entries)
                d.add(std::move(entry));
    }
    template <class Archive>
    static void of(Archive& a, StringPool& p) {
        a(p.m_views);
    }
    template <class Archive>
    static void of(Archive& a, Run& r) {
        a(r.name, r.opens, r.strings, r.files, r.descriptors, r.tracks, r.rows, r.slices, r.devices, r.groups,
          r.collectives, r.counters, r.instants, r.steps, r.flows, r.diagnostics, r.keptSlices, r.droppedSlices,
          r.origin, r.span);
    }
    template <class Archive>
    static void of(Archive& a, LaneRow& r) {
        a(r.m_range, r.m_slices, r.m_isList);
    }
    template <class Archive>
    static void of(Archive& a, Lane& l) {
        a(l.kind, l.title, l.detail, l.file, l.device, l.track, l.group, l.op, l.counter, l.rows);
    }
    template <class Archive>
    static void of(Archive& a, LaneGroup& g) {
        a(g.title, g.detail, g.file, g.device, g.rank, g.lanes, g.recordedLanes);
    }
    template <class Archive>
    static void of(Archive& a, LaneSet& s) {
        a(s.lanes, s.groups);
    }
    template <class Archive>
    static void of(Archive& a, DeviceIndex& d) {
        a(d.m_compute, d.m_communication, d.m_overlap, d.m_exposed, d.m_computeOnly, d.m_memcpy, d.m_memset, d.m_busy,
          d.m_span, d.m_total);
    }
    template <class Archive>
    static void of(Archive& a, Pyramid& p) {
        a(p.m_span, p.m_finestCount, p.m_finestShift, p.m_buckets);
    }
    template <class Archive>
    static void of(Archive& a, RowIndex& r) {
        a(r.m_busyBeforeBlock, r.m_coarse, r.m_fine);
    }
    template <class Archive>
    static void of(Archive& a, LaunchIndex& l) {
        a(l.m_hostCalls, l.m_deviceSlices);
    }
    template <class Archive>
    static void of(Archive& a, RunIndex& i) {
        a(i.m_lanes, i.m_devices, i.m_rows, i.m_launches);
    }
    template <class Archive>
    static void of(Archive& a, StoredCard& c) {
        a(c.path, c.text);
    }

    template <class Archive>
    static void of(Archive& a, StoredText& t) {
        a(t.m_path, t.m_bytes, t.m_frames);
    }

    /// What an index that was read still lacks; false when its parts do not fit each other or the run.
    static bool complete(RunIndex& index, std::shared_ptr<const Run> run);
};

} // namespace lanescope
