// A card's bytes made fit for a YAML reader: UTF-8 without mark, \n line ends, no control characters.
#pragma once

#include "core/card/card_finding.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Largest card that is read, in bytes. Real ones stay below 1 MB even with hundreds of trial runs inside.
constexpr std::size_t largestCard = 4u << 20;

/// The text with the byte order mark gone, CRLF and CR as LF, and each byte that is no UTF-8 or a control character as
/// U+FFFD, which is told with the first place.
std::string cleanedCardText(std::string_view bytes, std::vector<CardFinding>& findings);

/// True for UTF-16 and UTF-32 byte order marks: such a card is to be saved as UTF-8.
bool hasWideByteOrderMark(std::string_view bytes);

/// Line `number` (1-based) without its end; empty beyond the text.
std::string_view lineOfText(std::string_view text, std::size_t number);

} // namespace lanescope
