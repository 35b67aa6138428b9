// Strict JSON from text that is nearly JSON: one object at a time, each fault told with its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class JsonFault : std::uint8_t {
    IllegalEscape,    // "\c": the backslash is kept as text
    ControlCharacter, // a raw byte below 0x20 inside a string: kept
    BadUtf8,          // shown as U+FFFD
    UnescapedQuote,   // a quote inside a string: kept
    NotFinite,        // NaN, Infinity, inf, -nan: becomes the text of it
    TooDeep,          // nested deeper than deepestNesting: replaced by null
};

struct JsonFaultPlace {
    JsonFault fault;
    std::size_t position; // in the input
};

struct RepairedObject {
    enum class State : std::uint8_t {
        Whole,   // text is the object in strict JSON
        Cut,     // the input ended before the object did
        Damaged, // at `length` stands something that no leniency makes JSON
    };
    State state = State::Cut;
    std::string text;
    std::size_t length = 0; // of the input that was read
    std::vector<JsonFaultPlace> faults;
};

/// Reads the object or array at input[0]. Trailing commas go without a word. O(length).
RepairedObject repairJson(std::string_view input);

} // namespace lanescope
