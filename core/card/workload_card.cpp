#include "core/card/workload_card.h"

#include <cassert>

namespace lanescope {

namespace {

const CardNode* findBelow(const CardNode& node, std::string_view path) {
    if (path.empty())
        return &node;
    for (const CardNode& child : node.children) {
        if (child.key.empty() || !path.starts_with(child.key))
            continue;
        const std::string_view rest = path.substr(child.key.size());
        if (!rest.empty() && rest.front() != '.')
            continue;
        if (const CardNode* found = findBelow(child, rest.empty() ? rest : rest.substr(1)))
            return found;
    }
    return nullptr;
}

void appendLeaves(const CardNode& node, const std::string& path, std::vector<CardLeaf>& leaves) {
    if (node.shape != CardNode::Shape::Mapping || node.children.empty()) {
        leaves.push_back({path, &node});
        return;
    }
    for (const CardNode& child : node.children)
        appendLeaves(child, path.empty() ? child.key : path + '.' + child.key, leaves);
}

std::string joined(const CardNode& node, bool withKeys) {
    std::string text;
    for (const CardNode& child : node.children) {
        if (!text.empty())
            text += ", ";
        if (withKeys)
            text += child.key + ": ";
        const bool isNestedList = child.shape == CardNode::Shape::List;
        text += isNestedList ? '[' + textOf(child) + ']' : textOf(child);
    }
    return text;
}

} // namespace

WorkloadCard::WorkloadCard(CardNode root) : m_root(std::move(root)) {
    assert(m_root.shape == CardNode::Shape::Mapping);
}

const CardNode* WorkloadCard::find(std::string_view dottedPath) const {
    return dottedPath.empty() ? nullptr : findBelow(m_root, dottedPath);
}

std::vector<CardLeaf> WorkloadCard::leaves() const {
    std::vector<CardLeaf> leaves;
    if (!m_root.children.empty())
        appendLeaves(m_root, {}, leaves);
    return leaves;
}

std::string textOf(const CardNode& node) {
    switch (node.shape) {
    case CardNode::Shape::List: return joined(node, false);
    case CardNode::Shape::Mapping: return '{' + joined(node, true) + '}';
    case CardNode::Shape::Scalar: break;
    }
    return node.scalar.kind == ScalarKind::Null ? std::string() : node.scalar.text;
}

} // namespace lanescope
