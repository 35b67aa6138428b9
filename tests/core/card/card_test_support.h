// Shared by the card tests: reading text, and finding findings.
#pragma once

#include "core/card/card_reader.h"

#include <QString>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

inline QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// The card of that text; an empty one when it was refused.
inline WorkloadCard cardOf(std::string_view text) { return readCardText(text).card.value_or(WorkloadCard()); }

/// The first finding of that code; nothing when there is none.
inline std::optional<CardFinding> findingOf(const std::vector<CardFinding>& findings, std::string_view code) {
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const CardFinding& f) { return f.code == code; });
    return found == findings.end() ? std::nullopt : std::optional(*found);
}

/// "6:5 yaml-1.1-boolean workload.model.moe" a line, in order: what a test can compare at once.
inline std::string briefly(const std::vector<CardFinding>& findings) {
    std::string text;
    for (const CardFinding& f : findings)
        text += std::to_string(f.line.value_or(0)) + ':' + std::to_string(f.column.value_or(0)) + ' ' + f.code + ' ' +
                f.key + '\n';
    return text;
}

/// A folder of shared test data beside the checkout; empty when it is not there.
inline std::filesystem::path sharedFolder(const char* name) {
    const char* stated = std::getenv("LANESCOPE_SHARED");
    const auto folder = std::filesystem::path(stated ? stated : LANESCOPE_SOURCE_DIR "/../shared") / name;
    return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

} // namespace lanescope
