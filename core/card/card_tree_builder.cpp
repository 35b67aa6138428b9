#include "core/card/card_tree_builder_p.h"

#include "core/base/text.h"

#include <algorithm>

namespace lanescope {

namespace {

/// True when the quoted text that opens at `start` ends: '' and \" inside do not close it.
bool isQuoteClosed(std::string_view text, std::size_t start) {
    const char quote = text[start];
    for (std::size_t i = start + 1; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (text[i] == quote && quote == '\'' && i + 1 < text.size() && text[i + 1] == quote)
            ++i;
        else if (text[i] == quote)
            return true;
    }
    return false;
}

} // namespace

CardNode CardTreeBuilder::nodeAt(const YAML::Mark& mark, CardNode::Shape shape) {
    CardNode node;
    node.shape = shape;
    node.line = static_cast<std::uint32_t>(mark.line + 1);
    node.column = static_cast<std::uint32_t>(mark.column + 1);
    return node;
}

void CardTreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
    Subtree subtree{nodeAt(mark, CardNode::Shape::Scalar)};
    spend(1, 1, subtree.node.line);
    complete(std::move(subtree), anchor);
}

void CardTreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                               const std::string& value) {
    Subtree subtree{nodeAt(mark, CardNode::Shape::Scalar)};
    subtree.node.scalar.kind = ScalarKind::Text;
    subtree.node.scalar.text = value;
    subtree.node.scalar.isQuoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    if (tag == "!")
        demandClosingQuote(mark);
    spend(1, 1, subtree.node.line);
    complete(std::move(subtree), anchor);
}

void CardTreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const CardNode here = nodeAt(mark, CardNode::Shape::Scalar);
    const auto known = m_anchors.find(anchor);
    if (known == m_anchors.end()) {
        m_findings.push_back({Severity::Warning,
                              "recursive-alias",
                              "an alias stands inside what it names; left empty",
                              here.line,
                              here.column,
                              {}});
        return OnNull(mark, 0);
    }
    spend(known->second.size, known->second.height, here.line);
    Subtree copy = known->second;
    copy.node.line = here.line;
    copy.node.column = here.column;
    put(std::move(copy));
}

void CardTreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                                      YAML::EmitterStyle::value) {
    open(mark, anchor, CardNode::Shape::List);
}

void CardTreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                                 YAML::EmitterStyle::value) {
    open(mark, anchor, CardNode::Shape::Mapping);
}

void CardTreeBuilder::open(const YAML::Mark& mark, YAML::anchor_t anchor, CardNode::Shape shape) {
    Open opened{Subtree{nodeAt(mark, shape)}, anchor, std::nullopt, {}};
    spend(1, 1, opened.subtree.node.line);
    m_open.push_back(std::move(opened));
}

void CardTreeBuilder::close() {
    Open closed = std::move(m_open.back());
    m_open.pop_back();
    complete(std::move(closed.subtree), closed.anchor);
}

void CardTreeBuilder::complete(Subtree subtree, YAML::anchor_t anchor) {
    if (anchor != 0) {
        spend(subtree.size, 0, subtree.node.line); // the copy kept for its aliases
        m_anchors.insert_or_assign(anchor, subtree);
    }
    put(std::move(subtree));
}

void CardTreeBuilder::put(Subtree subtree) {
    if (m_open.empty()) {
        m_root = std::move(subtree.node);
        return;
    }
    Open& parent = m_open.back();
    parent.subtree.height = std::max(parent.subtree.height, subtree.height + 1);
    parent.subtree.size += subtree.size;
    if (parent.subtree.node.shape == CardNode::Shape::List)
        parent.subtree.node.children.push_back(std::move(subtree.node));
    else if (!parent.key)
        putKey(subtree.node);
    else
        putValue(parent, std::move(subtree.node));
}

void CardTreeBuilder::putKey(const CardNode& node) {
    const bool isScalar = node.shape == CardNode::Shape::Scalar;
    const std::string text = isScalar && node.scalar.kind == ScalarKind::Null ? "null" : textOf(node);
    if (!isScalar)
        m_findings.push_back({Severity::Warning, "complex-key", "a key is itself a list or mapping; kept as text",
                              node.line, node.column, pathOf(text)});
    m_open.back().key = Key{text, node.line, node.column};
}

void CardTreeBuilder::putValue(Open& mapping, CardNode node) {
    node.key = std::move(mapping.key->text);
    node.line = mapping.key->line;
    node.column = mapping.key->column;
    mapping.key.reset();
    std::vector<CardNode>& children = mapping.subtree.node.children;
    const auto [place, isNew] = mapping.known.emplace(node.key, children.size());
    if (isNew) {
        children.push_back(std::move(node));
        return;
    }
    tellDuplicate(children[place->second], node);
    children[place->second] = std::move(node);
}

void CardTreeBuilder::tellDuplicate(const CardNode& earlier, const CardNode& later) {
    const auto said = [](const CardNode& node) {
        const bool isShort = node.shape == CardNode::Shape::Scalar && node.scalar.text.size() <= 60;
        return "line " + std::to_string(node.line) + (isShort ? " (" + displayText(node.scalar.text) + ")" : "");
    };
    const std::string message = "key " + displayText(later.key) + " stands twice, on " + said(earlier) + " and " +
                                said(later) + "; the later counts";
    m_findings.push_back({Severity::Warning, "duplicate-key", message, later.line, later.column, pathOf(later.key)});
}

std::string CardTreeBuilder::pathOf(const std::string& key) const {
    std::string path;
    for (const Open& opened : m_open)
        if (opened.key && &opened != &m_open.back())
            path += opened.key->text + '.';
    return path + key;
}

void CardTreeBuilder::spend(std::size_t nodes, std::size_t depth, std::uint32_t line) {
    const auto refuse = [line](std::string what) {
        throw CardRefused{{Severity::Error, "card-too-large", std::move(what), line, std::nullopt, {}}};
    };
    m_nodes += nodes;
    if (m_nodes > mostNodes)
        refuse("holds more than " + std::to_string(mostNodes) + " values, aliases counted each time");
    if (m_open.size() + depth > deepest)
        refuse("is nested deeper than " + std::to_string(deepest) + " levels");
}

/// yaml-cpp lets the end of the file close a quote, and with it swallows every key behind.
void CardTreeBuilder::demandClosingQuote(const YAML::Mark& mark) const {
    const auto start = static_cast<std::size_t>(mark.pos);
    const bool isQuote = start < m_text.size() && (m_text[start] == '"' || m_text[start] == '\'');
    if (!isQuote || isQuoteClosed(m_text, start))
        return;
    const CardNode here = nodeAt(mark, CardNode::Shape::Scalar);
    throw CardRefused{{Severity::Error,
                       "card-not-yaml",
                       "line " + std::to_string(here.line) + " opens a quote that nothing closes",
                       here.line,
                       here.column,
                       {}}};
}

} // namespace lanescope
