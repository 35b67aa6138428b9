#include "core/card/card_text.h"

#include "core/base/text.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF", replacement = "\xEF\xBF\xBD";

bool isForbiddenControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
}

std::string withUnixLineEnds(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\r')
            text += bytes[i];
        else if (i + 1 == bytes.size() || bytes[i + 1] != '\n')
            text += '\n';
    }
    return text;
}

void tellReplaced(const char* code, const std::string& what, std::string_view before, std::size_t count,
                  std::vector<CardFinding>& findings) {
    CardFinding finding{
        Severity::Warning, code, std::to_string(count) + " " + what + "; shown as U+FFFD, first here", {}, {}, {}};
    finding.line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineStart = before.rfind('\n');
    finding.column =
        static_cast<std::uint32_t>(before.size() - (lineStart == std::string_view::npos ? 0 : lineStart + 1) + 1);
    findings.push_back(std::move(finding));
}

std::string withoutControls(const std::string& text, std::vector<CardFinding>& findings) {
    const auto count = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isForbiddenControl));
    if (count == 0)
        return text;
    const auto first =
        static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isForbiddenControl) - text.begin());
    tellReplaced("control-character",
                 count == 1 ? "control character, which YAML forbids" : "control characters, which YAML forbids",
                 std::string_view(text).substr(0, first), count, findings);
    std::string clean;
    for (const char c : text)
        isForbiddenControl(c) ? clean += replacement : clean += c;
    return clean;
}

std::string asUtf8(std::string text, std::vector<CardFinding>& findings) {
    if (isValidUtf8(text))
        return text;
    std::string valid = validUtf8(text);
    // Up to the first bad byte both texts are equal; each replacement beyond stands for one bad byte.
    const auto first = static_cast<std::size_t>(
        std::mismatch(text.begin(), text.end(), valid.begin(), valid.end()).first - text.begin());
    const std::size_t count = (valid.size() - text.size()) / (replacement.size() - 1);
    tellReplaced("bad-utf8", count == 1 ? "byte that is not UTF-8 (Latin-1?)" : "bytes that are not UTF-8 (Latin-1?)",
                 std::string_view(text).substr(0, first), count, findings);
    return valid;
}

} // namespace

bool hasWideByteOrderMark(std::string_view bytes) {
    return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF") ||
           bytes.starts_with(std::string_view("\0\0\xFE\xFF", 4));
}

std::string cleanedCardText(std::string_view bytes, std::vector<CardFinding>& findings) {
    if (bytes.starts_with(byteOrderMark))
        bytes.remove_prefix(byteOrderMark.size());
    return asUtf8(withoutControls(withUnixLineEnds(bytes), findings), findings);
}

std::string_view lineOfText(std::string_view text, std::size_t number) {
    for (std::size_t line = 1; line < number; ++line) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

} // namespace lanescope
