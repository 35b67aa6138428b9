// What was odd in an input: named, counted, with its first place.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

enum class Severity : std::uint8_t { Info, Warning, Error };
/// "info", "warning", "error".
std::string_view nameOf(Severity severity);

/// One kind of finding in one file, standing at its first place.
struct Diagnostic {
    Severity severity = Severity::Warning;
    std::string code;                        // kebab-case, e.g. "negative-duration"
    std::string message;                     // one sentence: what was found and what was done about it
    FileId file;                             // none: the run as a whole
    std::optional<std::uint64_t> byteOffset; // 0-based in the decoded text (in the file itself for compression faults)
    std::optional<std::uint64_t> line;       // 1-based
    std::optional<std::uint64_t> eventIndex; // 0-based
    std::uint64_t count = 1;
};

/// Keeps one entry a (code, file); a further finding only raises its count, and takes its place when it stands earlier.
class Diagnostics {
public:
    /// O(log entries).
    void add(Diagnostic diagnostic);
    void add(const Diagnostics& others);
    const std::vector<Diagnostic>& entries() const { return m_entries; }
    bool isEmpty() const { return m_entries.empty(); }
    /// Findings of that severity, counting repetitions.
    std::uint64_t count(Severity severity) const;
    /// Orders by file, place and code so that equal inputs give equal lists.
    void sort();

private:
    std::vector<Diagnostic> m_entries;
    std::map<std::pair<FileId, std::string>, std::size_t> m_places; // in m_entries, by file and code
};

} // namespace lanescope
