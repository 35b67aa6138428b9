#include "core/card/card_reader.h"

#include "core/base/text.h"
#include "core/card/card_scalars.h"
#include "core/card/card_text.h"
#include "core/card/card_tree_builder_p.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lanescope {

namespace {

CardReading refused(std::vector<CardFinding> findings, CardFinding why) {
    findings.push_back(std::move(why));
    return {std::nullopt, std::move(findings)};
}

CardFinding fault(const char* code, std::string message) {
    return {Severity::Error, code, std::move(message), {}, {}, {}};
}

/// Where the tab stands that indents a line, 1-based; 0 when none does.
std::uint32_t indentingTab(std::string_view line) {
    const std::size_t tab = line.find('\t');
    return tab != std::string_view::npos && line.find_first_not_of(" \t") > tab ? static_cast<std::uint32_t>(tab + 1)
                                                                                : 0;
}

std::string excerpt(std::string_view line) {
    constexpr std::size_t longest = 60;
    line = trimmed(line);
    return line.size() <= longest ? displayText(line) : displayText(line.substr(0, longest)) + "...";
}

/// What most likely went wrong there, from the mistakes seen in real cards.
std::string likelyCause(std::string_view text, std::size_t line) {
    const std::string_view here = trimmed(lineOfText(text, line));
    const std::string_view before = line > 1 ? trimmed(lineOfText(text, line - 1)) : std::string_view();
    const std::size_t colon = here.find(": ");
    if (colon != std::string_view::npos && here.find(": ", colon + 1) != std::string_view::npos)
        return "; a value that holds \": \" must stand in quotes";
    if (!before.empty() && before.find(':') == std::string_view::npos && !before.starts_with('-') &&
        !before.starts_with('#'))
        return "; line " + std::to_string(line - 1) + ", \"" + excerpt(before) + "\", is no key with a value";
    return {};
}

CardFinding faultOf(const YAML::Exception& exception, std::string_view text) {
    CardFinding finding = fault("card-not-yaml", "is no YAML: " + exception.msg);
    if (exception.mark.is_null())
        return finding;
    finding.line = static_cast<std::uint32_t>(exception.mark.line + 1);
    finding.column = static_cast<std::uint32_t>(exception.mark.column + 1);
    const std::string_view line = lineOfText(text, *finding.line);
    const std::string place = "line " + std::to_string(*finding.line);
    if (const std::uint32_t tab = indentingTab(line)) {
        finding.code = "card-tab-indent";
        finding.column = tab;
        finding.message =
            place + ", column " + std::to_string(tab) + " is indented with a tab; YAML allows only spaces there";
        return finding;
    }
    finding.message =
        place + " is no YAML: " + exception.msg + " at \"" + excerpt(line) + '"' + likelyCause(text, *finding.line);
    return finding;
}

/// Only the first document is a card; anything behind it is told.
void tellFurtherDocuments(YAML::Parser& parser, std::string_view text, std::vector<CardFinding>& findings) {
    std::vector<CardFinding> ignored;
    CardTreeBuilder rest(text, ignored);
    bool hasMore = true;
    try {
        hasMore = parser.HandleNextDocument(rest);
    } catch (const YAML::Exception&) {
    } catch (const CardRefused&) {
    }
    if (hasMore)
        findings.push_back({Severity::Warning,
                            "card-more-documents",
                            "holds more than one YAML document; only the first is read",
                            {},
                            {},
                            {}});
}

CardReading cardOfTree(CardNode root, std::vector<CardFinding> findings) {
    if (root.shape == CardNode::Shape::Scalar && root.scalar.kind == ScalarKind::Null) {
        findings.push_back({Severity::Warning, "card-empty", "holds no value", {}, {}, {}});
        return {WorkloadCard(), std::move(findings)};
    }
    if (root.shape != CardNode::Shape::Mapping) {
        CardFinding why = fault("card-not-a-mapping", "is no card: \"key: value\" lines were expected");
        why.line = root.line;
        why.column = root.column;
        return refused(std::move(findings), std::move(why));
    }
    typeScalars(root, {}, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const CardFinding& a, const CardFinding& b) {
        return a.line.value_or(0) < b.line.value_or(0);
    });
    return {WorkloadCard(std::move(root)), std::move(findings)};
}

} // namespace

CardReading readCardText(std::string_view bytes) {
    std::vector<CardFinding> findings;
    if (bytes.size() > largestCard)
        return refused({}, fault("card-too-large", "is larger than 4 MiB, which no card is"));
    if (hasWideByteOrderMark(bytes))
        return refused({}, fault("card-not-utf8", "is UTF-16 or UTF-32 text; save it as UTF-8"));
    const std::string text = cleanedCardText(bytes, findings);
    CardTreeBuilder builder(text, findings);
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        if (parser.HandleNextDocument(builder))
            tellFurtherDocuments(parser, text, findings);
    } catch (const YAML::Exception& exception) {
        return refused(std::move(findings), faultOf(exception, text));
    } catch (const CardRefused& refusal) {
        return refused(std::move(findings), refusal.why);
    }
    return cardOfTree(builder.takeRoot(), std::move(findings));
}

CardReading readCard(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(largestCard + 1, '\0');
    if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) && !file.eof())
        return refused({}, fault("card-not-readable", "cannot be read"));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return readCardText(bytes);
}

} // namespace lanescope
