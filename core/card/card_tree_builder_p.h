// Builds a card's tree from the events of the YAML parser; only the reader's .cpp files include this header.
#pragma once

#include "core/card/card_finding.h"
#include "core/card/workload_card.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

/// Thrown out of the parser when a card cannot be taken: a bomb (aliases of aliases, brackets without end), or a
/// fault that the parser overlooks. Holds an Error.
struct CardRefused {
    CardFinding why;
};

/// Takes one document. Aliases are copied; what is copied counts, so memory is bounded whatever the text says. Scalars
/// come out as Text or Null; typing them is another step.
class CardTreeBuilder final : public YAML::EventHandler {
public:
    static constexpr std::size_t mostNodes = 200'000;
    static constexpr std::size_t deepest = 100;

    /// `text` is what the parser reads; it and `findings` must outlive the builder.
    CardTreeBuilder(std::string_view text, std::vector<CardFinding>& findings) : m_text(text), m_findings(findings) {}

    /// The document's root; a Null scalar when there was none.
    CardNode takeRoot() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override;
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override;
    void OnMapEnd() override { close(); }

private:
    struct Key {
        std::string text;
        std::uint32_t line = 0, column = 0;
    };
    struct Subtree {
        CardNode node;
        std::size_t height = 1; // levels, itself included
        std::size_t size = 1;   // nodes, itself included
    };
    /// A mapping or list whose end has not come.
    struct Open {
        Subtree subtree;
        YAML::anchor_t anchor = 0;
        std::optional<Key> key;                             // of a mapping: read, its value not yet
        std::unordered_map<std::string, std::size_t> known; // of a mapping: key -> child
    };

    static CardNode nodeAt(const YAML::Mark& mark, CardNode::Shape shape);
    void open(const YAML::Mark& mark, YAML::anchor_t anchor, CardNode::Shape shape);
    void close();
    void complete(Subtree subtree, YAML::anchor_t anchor);
    void put(Subtree subtree);
    void putKey(const CardNode& node);
    void putValue(Open& mapping, CardNode node);
    void tellDuplicate(const CardNode& earlier, const CardNode& later);
    std::string pathOf(const std::string& key) const;
    void spend(std::size_t nodes, std::size_t depth, std::uint32_t line);
    void demandClosingQuote(const YAML::Mark& mark) const;

    std::string_view m_text;
    std::vector<CardFinding>& m_findings;
    std::vector<Open> m_open;
    std::unordered_map<YAML::anchor_t, Subtree> m_anchors;
    std::size_t m_nodes = 0;
    CardNode m_root;
};

} // namespace lanescope
