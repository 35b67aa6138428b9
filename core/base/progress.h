// How long work reports how far it is and learns that nobody wants it any more.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

/// A snapshot of how far the work has come. Totals are 0 while they are not known.
struct ProgressState {
    std::string_view stage;            // "Reading", "Sorting", "Indexing"; a literal
    std::uint64_t bytesDone = 0;       // decoded bytes read so far, over all files
    std::uint64_t sourceBytesDone = 0; // the same as bytes of the files as stored
    std::uint64_t sourceBytesTotal = 0;
    std::uint64_t events = 0;
    double fraction = 0; // 0 to 1 of the whole work
};

/// Implementations must allow calls from several threads at once.
class Progress {
public:
    virtual ~Progress() = default;
    virtual void report(const ProgressState& state) = 0;
    /// True once the work should stop; asked at least every few thousand events.
    virtual bool isCancelled() const = 0;
};

class NullProgress final : public Progress {
public:
    void report(const ProgressState&) override {}
    bool isCancelled() const override { return false; }
};

} // namespace lanescope
