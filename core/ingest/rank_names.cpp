#include "core/ingest/rank_names.h"

#include "core/base/numbers.h"
#include "core/base/text.h"

#include <array>
#include <string>

namespace lanescope {

namespace {

constexpr std::size_t mostDigits = 6; // longer numbers are times and process ids

std::optional<int> numberAt(std::string_view name, std::size_t at) {
    std::size_t end = at;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9')
        ++end;
    if (end == at || end - at > mostDigits)
        return std::nullopt;
    return static_cast<int>(*integerFromText(name.substr(at, end - at)));
}

/// Words before the number, the most telling first; a '-' or '_' may stand between.
constexpr std::array<std::string_view, 4> markers = {"rank", "-tp-", "worker", "kineto_trace"};

std::optional<int> numberAfterMarker(std::string_view name) {
    for (const std::string_view marker : markers)
        for (std::size_t at = name.find(marker); at != std::string_view::npos; at = name.find(marker, at + 1)) {
            std::size_t digits = at + marker.size();
            if (digits < name.size() && (name[digits] == '-' || name[digits] == '_'))
                ++digits;
            if (const auto rank = numberAt(name, digits))
                return rank;
        }
    return std::nullopt;
}

/// "kineto_3.json": a number that ends the name before its extensions.
std::optional<int> numberAtEnd(std::string_view name) {
    const std::string_view stem = name.substr(0, name.find('.'));
    const std::size_t last = stem.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == stem.size() || (stem[last] != '_' && stem[last] != '-'))
        return std::nullopt;
    return stem.size() - last - 1 <= 4 ? numberAt(stem, last + 1) : std::nullopt;
}

} // namespace

std::optional<int> rankFromFileName(std::string_view fileName) {
    const std::string name = lowerCase(fileName);
    const auto marked = numberAfterMarker(name);
    return marked ? marked : numberAtEnd(name);
}

} // namespace lanescope
