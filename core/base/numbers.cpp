#include "core/base/numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace lanescope {

namespace {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A decimal number taken apart: sign, digits without the point, and the power of ten to multiply them with.
struct Decimal {
    bool isNegative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;
};

std::string_view takeDigits(std::string_view& text) {
    std::size_t n = 0;
    while (n < text.size() && isDigit(text[n]))
        ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

bool takeExponent(std::string_view& text, std::int64_t& exponent) {
    text.remove_prefix(1);
    bool isNegative = false;
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
        isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    const std::string_view digits = takeDigits(text);
    if (digits.empty())
        return false;
    std::int64_t value = 0;
    for (const char c : digits)
        value = std::min<std::int64_t>(value * 10 + (c - '0'), 100000);
    exponent = isNegative ? -value : value;
    return true;
}

std::optional<Decimal> takeApart(std::string_view text) {
    Decimal number;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        number.isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    number.whole = takeDigits(text);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        number.fraction = takeDigits(text);
    }
    if (number.whole.empty() && number.fraction.empty())
        return std::nullopt;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E') && !takeExponent(text, number.exponent))
        return std::nullopt;
    if (!text.empty())
        return std::nullopt;
    return number;
}

/// The digits times 10^shift as an integer, rounded half away from zero.
std::optional<TimeNs> scaled(const Decimal& number, std::int64_t shift) {
    const std::int64_t kept = static_cast<std::int64_t>(number.whole.size()) + shift; // digits left of the new point
    const std::size_t count = number.whole.size() + number.fraction.size();
    const auto digitAt = [&](std::size_t i) {
        return i < number.whole.size() ? number.whole[i] : number.fraction[i - number.whole.size()];
    };
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < kept; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const auto digit = static_cast<std::uint64_t>(index < count ? digitAt(index) - '0' : 0);
        if (__builtin_mul_overflow(value, 10u, &value) || __builtin_add_overflow(value, digit, &value))
            return std::nullopt;
        if (value == 0 && index >= count)
            break;
    }
    if (kept >= 0 && static_cast<std::size_t>(kept) < count && digitAt(static_cast<std::size_t>(kept)) >= '5')
        ++value;
    if (value > static_cast<std::uint64_t>(std::numeric_limits<TimeNs>::max()))
        return std::nullopt;
    const auto magnitude = static_cast<TimeNs>(value);
    return number.isNegative ? -magnitude : magnitude;
}

/// How many of the eight bytes at `text` are digits before the first that is none, and their value.
struct Digits {
    std::size_t count;
    std::uint64_t value;
};
Digits digitsAt(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    word ^= 0x3030303030303030ull; // 0 to 9 in the bytes that are digits
    const std::uint64_t others = ((word + 0x7676767676767676ull) | word) & 0x8080808080808080ull;
    const auto count = static_cast<std::size_t>(others ? std::countr_zero(others) / 8 : 8);
    if (count == 0)
        return {0, 0};
    word <<= 64 - 8 * count;        // as if zeros stood before them
    word = word * 10 + (word >> 8); // pairs of digits in every other byte, then fours, then all eight
    word = ((word & 0x000000FF000000FFull) * 0x000F424000000064ull +
            ((word >> 16) & 0x000000FF000000FFull) * 0x0000271000000001ull) >>
           32;
    return {count, word & 0xffffffffu};
}

/// The usual form in one pass: up to 19 digits, at most 3 of them behind the point.
std::optional<TimeNs> plainMicroseconds(std::string_view text) {
    constexpr std::size_t mostDigits = 19; // always fit into 64 bits without a sign
    constexpr std::uint64_t scales[] = {1000, 100, 10, 1};
    std::uint64_t value = 0;
    std::size_t at = 0;
    constexpr std::uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    while (at + 8 <= text.size() && at < mostDigits - 8) {
        const Digits digits = digitsAt(text.data() + at);
        value = value * powers[digits.count] + digits.value;
        at += digits.count;
        if (digits.count < 8)
            break;
    }
    for (; at < text.size() && isDigit(text[at]); ++at)
        value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    const std::size_t whole = at;
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.')
        for (++at; decimals < 3 && at < text.size() && isDigit(text[at]); ++at, ++decimals)
            value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    const bool isPlain = whole > 0 && whole + decimals <= mostDigits && at == text.size();
    TimeNs time = 0;
    if (!isPlain || __builtin_mul_overflow(value, scales[decimals], &time))
        return std::nullopt;
    return time;
}

} // namespace

std::optional<TimeNs> nanosecondsFromMicroseconds(std::string_view text) {
    if (const auto plain = plainMicroseconds(text))
        return plain;
    const auto number = takeApart(text);
    return number ? scaled(*number, number->exponent + 3) : std::nullopt;
}

std::optional<std::int64_t> integerFromText(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

std::optional<double> doubleFromText(std::string_view text) {
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || text.empty() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace lanescope
