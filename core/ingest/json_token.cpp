#include "core/ingest/json_token.h"

#include "core/base/text.h"

#include <algorithm>

namespace lanescope {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Passes over digits from `at`; false when there is none.
bool passDigits(std::string_view token, std::size_t& at) {
    const std::size_t begin = at;
    while (at < token.size() && isDigit(token[at]))
        ++at;
    return at > begin;
}

unsigned isNoBlank(char c) {
    return unsigned(c != ' ') & unsigned(c != '\n') & unsigned(c != '\r') & unsigned(c != '\t');
}

bool isBlankBlock(const char* text, std::size_t length) {
    unsigned other = 0;
    for (std::size_t i = 0; i < length; ++i)
        other |= isNoBlank(text[i]);
    return !other;
}

} // namespace

bool isJsonNumber(std::string_view token) {
    std::size_t at = token.starts_with('-') ? 1 : 0;
    const bool hasLeadingZero = at + 1 < token.size() && token[at] == '0' && isDigit(token[at + 1]);
    if (hasLeadingZero || !passDigits(token, at))
        return false;
    if (at < token.size() && token[at] == '.' && !passDigits(token, ++at))
        return false;
    if (at < token.size() && (token[at] | 32) == 'e') {
        ++at;
        if (at < token.size() && (token[at] == '+' || token[at] == '-'))
            ++at;
        if (!passDigits(token, at))
            return false;
    }
    return at == token.size();
}

bool isJsonScalar(std::string_view token) {
    return isJsonNumber(token) || token == "true" || token == "false" || token == "null";
}

bool isNotFiniteToken(std::string_view token) {
    if (token.starts_with('-') || token.starts_with('+'))
        token.remove_prefix(1);
    if (token.size() > 8)
        return false;
    const std::string lower = lowerCase(token);
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

std::size_t blanksAtFront(std::string_view text, bool withCommas) {
    constexpr std::size_t block = 64; // long enough to be worth vector instructions
    std::size_t at = 0;
    for (;;) {
        const std::size_t soon = std::min(at + block, text.size());
        while (at < soon && (!isNoBlank(text[at]) || (withCommas && text[at] == ',')))
            ++at;
        if (at < soon || at == text.size())
            return at;
        while (at + block <= text.size() && isBlankBlock(text.data() + at, block))
            at += block;
    }
}

} // namespace lanescope
