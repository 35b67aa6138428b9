#include "core/card/card_recognition.h"

#include "core/base/text.h"

#include <algorithm>
#include <string>

namespace lanescope {

namespace {

constexpr std::string_view cardKeys[] = {"workload", "Model-executor", "metric_source"};

/// The key of a line that starts a top-level entry, quotes taken off; empty for other lines.
std::string_view topLevelKey(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.empty() || line.front() == ' ' || line.front() == '\t' ||
        line.front() == '#')
        return {};
    std::string_view key = trimmed(line.substr(0, colon));
    if (key.size() >= 2 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front())
        key = key.substr(1, key.size() - 2);
    return key;
}

int cardKeysIn(std::string_view text) {
    int count = 0;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of("\r\n");
        count +=
            std::find(std::begin(cardKeys), std::end(cardKeys), topLevelKey(text.substr(0, end))) != std::end(cardKeys);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return count;
}

} // namespace

bool looksLikeCard(std::string_view head, std::string_view fileName) {
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (head[first] == '{' || head[first] == '['))
        return false; // JSON
    const std::string name = lowerCase(fileName);
    const bool isYaml = name.ends_with(".yaml") || name.ends_with(".yml");
    return cardKeysIn(head) >= (isYaml ? 1 : 2) || (isYaml && name.find("card") != std::string::npos);
}

} // namespace lanescope
