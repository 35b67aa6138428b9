// Small text helpers: names of files and of people's machines, made safe to show.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// The text on one line: control characters as \n, \t or \x1b, bad UTF-8 as U+FFFD. For terminals and labels.
std::string displayText(std::string_view text);

/// The text as valid UTF-8: each bad byte becomes U+FFFD. Returns the input unchanged when it is valid.
std::string validUtf8(std::string_view text);
bool isValidUtf8(std::string_view text);
/// `code` below 0x110000 and no surrogate.
void appendUtf8(std::string& text, char32_t code);

/// ASCII only; other bytes stay.
std::string lowerCase(std::string_view text);
bool containsIgnoringCase(std::string_view text, std::string_view part);

/// The part after the last '/'.
std::string_view baseName(std::string_view path);
std::string_view trimmed(std::string_view text);

} // namespace lanescope
