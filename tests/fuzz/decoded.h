// What a source decodes, read in steps of any size.
#pragma once

#include "core/ingest/byte_source.h"
#include "tests/fuzz/law.h"

#include <optional>
#include <string>

namespace lanescope {

struct Decoded {
    std::string text;
    bool isWhole = false;
};

/// Stops after `most` bytes: what decodes to more is told by its first part.
inline std::optional<Decoded> decode(const std::string& path, Compression expected, std::size_t step,
                                     std::size_t most) {
    auto source = openByteSource(path);
    if (!source || (*source)->compression() != expected)
        return std::nullopt;
    Decoded decoded;
    std::string buffer(step, '\0');
    while (decoded.text.size() < most) {
        const auto got = (*source)->read({buffer.data(), buffer.size()});
        decoded.isWhole = got && *got == 0;
        if (!got || *got == 0)
            break;
        demand(*got <= step, "a read fits its buffer");
        decoded.text.append(buffer, 0, *got);
    }
    decoded.text.resize(std::min(decoded.text.size(), most));
    return decoded;
}

constexpr std::size_t mostDecoded = std::size_t{1} << 20;

/// Equal, or, of damaged data, one the begin of the other but for its last bytes: the libraries may give up a part that
/// is too small for a buffer of its own, and ISA-L writes some hundred bytes before it notices a wrong code.
inline bool areOneText(const Decoded& a, const Decoded& b) {
    constexpr std::size_t unsureBytes = 512;
    if (a.isWhole || b.isWhole)
        return a.isWhole == b.isWhole && a.text == b.text;
    const std::size_t shorter = std::min(a.text.size(), b.text.size());
    const std::size_t sure = shorter - std::min(shorter, unsureBytes);
    return a.text.compare(0, sure, b.text, 0, sure) == 0;
}

/// The same in large and in small steps; nothing when the bytes are none of that compression.
inline std::optional<Decoded> decodeInAnyStep(const std::string& path, Compression expected) {
    const auto coarse = decode(path, expected, std::size_t{1} << 18, mostDecoded);
    if (!coarse)
        return std::nullopt;
    const auto fine = decode(path, expected, 61, mostDecoded);
    demand(fine && areOneText(*fine, *coarse), "any step reads the same");
    return coarse;
}

} // namespace lanescope
