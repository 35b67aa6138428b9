// Why an operation could not give its result, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

enum class ErrorCode : std::uint8_t {
    FileNotReadable,
    UnknownFormat,
    MalformedInput,
    Truncated,
    Unsupported,
    Cancelled,
    NotFound
};

/// An unusable input. `message` says what was found, what was expected and what to do.
struct Error {
    ErrorCode code = ErrorCode::MalformedInput;
    std::string message;
    std::string path;                        // file, empty when there is none
    std::optional<std::uint64_t> byteOffset; // 0-based, in the decoded text
    std::optional<std::uint32_t> line;       // 1-based

    /// "path: byte 12: message" with the parts that are known.
    std::string text() const;
};

/// Of work that nobody wants any more.
Error cancelledError();

} // namespace lanescope
