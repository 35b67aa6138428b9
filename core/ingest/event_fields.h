// EventFields: what one trace event says, as views into the parsed text, before it is judged.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

enum class FieldKind : std::uint8_t { Absent, String, Scalar };

/// A field's value: the text of a string, or the token of anything else (numbers keep their digits).
struct FieldValue {
    std::string_view text;
    FieldKind kind = FieldKind::Absent; // one byte: two flags, copied together, would stall every field
    bool isPresent() const { return kind != FieldKind::Absent; }
    bool isString() const { return kind == FieldKind::String; }
};

/// Bits of fields seen, to notice a key that comes twice.
enum FieldBit : std::uint32_t {
    PhaseBit = 1,
    CategoryBit = 2,
    NameBit = 4,
    PidBit = 8,
    TidBit = 16,
    TimestampBit = 32,
    DurationBit = 64,
    IdBit = 128,
    Id2Bit = 256,
    ScopeBit = 512,
    ArgumentsBit = 1024,
};

/// The arguments that become columns.
struct ArgumentFields {
    FieldValue device, correlation, name, labels, sortIndex; // the last three are of "M" events
    FieldValue collectiveName, inElements, outElements, groupSize, dtype, groupName, groupDescription, groupRanks,
        sequence, bytes;
};

struct EventFields {
    FieldValue phase, category, name, pid, tid, timestamp, duration, id, scope;
    FieldValue globalId, localId; // of id2
    ArgumentFields arguments;
    std::uint32_t seen = 0;
    const char* repeatedKey = nullptr; // a key that came twice: "dur", "args"

    /// As new but for the arguments: most are rare, and clearing them all costs more than reading the event's numbers.
    void clear() {
        phase = category = name = pid = tid = timestamp = duration = id = scope = globalId = localId = {};
        seen = 0;
        repeatedKey = nullptr;
    }
};

} // namespace lanescope
