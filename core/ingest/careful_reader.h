// CarefulReader: reads events one by one from text that is not strict JSON, tells each fault with its place, and finds
// the way back behind damage.
#pragma once

#include "core/ingest/decoded_stream.h"
#include "core/ingest/event_parser.h"
#include "core/ingest/trace_collector.h"

#include <cstdint>
#include <string_view>

namespace lanescope {

/// Reads "{...}, {...}" to its last byte when leniency alone makes strict JSON of every event. Otherwise false:
/// `fragment` is to be thrown away, for something will be lost. Needs nothing but its arguments: workers call it.
bool readLeniently(std::string_view text, std::uint64_t sourceOffset, EventParser& parser, TraceFragment& fragment);

class CarefulReader {
public:
    CarefulReader(DecodedStream& stream, TraceCollector& collector) : m_stream(stream), m_collector(collector) {}

    enum class State : std::uint8_t {
        More,   // another event may follow
        Closed, // the array's bracket was read
        Open,   // the text ended between events
        Cut,    // the text ended inside an event; told
    };
    /// Reads the next event into `fragment`, or passes over damage or padding, at most about a megabyte of it, so that
    /// the caller can let go of what was read.
    State readNext(EventParser& parser, TraceFragment& fragment);
    /// True while it is behind damage and has not found the next event yet: nobody else can read on then.
    bool isSearching() const { return m_isSearching; }
    /// Somebody else read whole events up to the stream's place.
    void leaveDamageBehind() { m_isBehindDamage = false; }

private:
    State readObject(EventParser& parser, TraceFragment& fragment);
    bool isEndOfEvents();
    void loseEvent(std::string_view message, std::uint64_t place, TraceFragment& fragment);
    void resynchronize();

    DecodedStream& m_stream;
    TraceCollector& m_collector;
    bool m_isBehindDamage = false; // until an event is whole again: brackets may belong to the damaged one
    bool m_isSearching = false;    // for the next event, behind damage
};

} // namespace lanescope
