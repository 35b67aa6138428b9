// What counts as a JSON scalar, for the strict and for the lenient reader alike.
#pragma once

#include <cstddef>
#include <string_view>

namespace lanescope {

/// Deeper brackets are left out. The event's own brace is the first level.
constexpr int deepestNesting = 200;

/// -?int frac? exp? of RFC 8259, nothing around it.
bool isJsonNumber(std::string_view token);
/// A number, true, false or null.
bool isJsonScalar(std::string_view token);
/// NaN, inf, Infinity in any letter case, with or without a sign.
bool isNotFiniteToken(std::string_view token);

/// How many blanks (and commas, when asked) stand at the front. O(length), fast over long padding.
std::size_t blanksAtFront(std::string_view text, bool withCommas);

} // namespace lanescope
