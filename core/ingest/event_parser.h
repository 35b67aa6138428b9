// EventParser: the one place that turns JSON events into records of a fragment.
#pragma once

#include "core/model/trace_fragment.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace lanescope {

/// Reused from stretch to stretch, so that buffers and classifications are kept; for one thread at a time.
class EventParser {
public:
    EventParser();
    ~EventParser();
    EventParser(const EventParser&) = delete;
    EventParser& operator=(const EventParser&) = delete;

    /// `text` is "{...}, {...}": whole events with commas between them, the first at `sourceOffset` of the decoded
    /// text. True when every byte of it was strict JSON and such events; else `fragment` is to be thrown away and the
    /// stretch read with care (parseOne of repaired events), which finds out what is wrong and where.
    /// The byte before `text` and TextBlock::margin bytes behind it are used meanwhile, and as they were afterwards.
    bool parseStretch(std::span<char> text, std::uint64_t sourceOffset, TraceFragment& fragment);
    /// One event of strict JSON that stands at `sourceOffset`. False when it is none (then nothing was added).
    bool parseOne(std::string_view text, std::uint64_t sourceOffset, TraceFragment& fragment);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lanescope
