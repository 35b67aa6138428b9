// The workload card as written: an ordered tree whose scalars carry their text, their type and their line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class ScalarKind : std::uint8_t { Null, Boolean, Integer, Real, Text };

/// One value. `text` is what the author wrote (without quotes); the member that `kind` names holds its meaning.
/// Real values are finite: .inf and .nan stay Text.
struct CardScalar {
    ScalarKind kind = ScalarKind::Null;
    bool isQuoted = false; // written in quotes, as a block, or tagged !!str
    bool boolean = false;
    std::int64_t integer = 0;
    double real = 0;
    std::string text;
};

/// A mapping, a list or a scalar. Children of a mapping have distinct keys; those of a list have none.
struct CardNode {
    enum class Shape : std::uint8_t { Scalar, Mapping, List };

    Shape shape = Shape::Scalar;
    std::string key;
    CardScalar scalar;
    std::vector<CardNode> children; // in the order of the file
    std::uint32_t line = 0;         // 1-based place of the key, or of the entry of a list
    std::uint32_t column = 0;
};

/// A value with the dotted path of keys that leads to it.
struct CardLeaf {
    std::string path; // "workload.data.batch_size"
    const CardNode* node = nullptr;
};

/// The root is always a mapping; every key of the file is in it, known to Lanescope or not.
class WorkloadCard {
public:
    WorkloadCard() { m_root.shape = CardNode::Shape::Mapping; }
    explicit WorkloadCard(CardNode root);

    const CardNode& root() const { return m_root; }
    /// The node at "workload.model.moe", nullptr when there is none. Keys may hold dots themselves.
    const CardNode* find(std::string_view dottedPath) const;
    /// Scalars, lists (whole) and empty mappings, in the order of the file. They point into this card.
    std::vector<CardLeaf> leaves() const;

private:
    CardNode m_root;
};

/// The node on one line for people: scalars as written, lists "a, b", mappings "{k: v}"; empty for Null.
std::string textOf(const CardNode& node);

} // namespace lanescope
