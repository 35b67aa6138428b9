#include "core/card/card_sections.h"

#include "core/base/format.h"
#include "core/base/text.h"

#include <algorithm>

namespace lanescope {

namespace {

struct PlacedRow {
    std::size_t rank = 0; // place of the field in cardFields(); their number for unknown keys
    CardRow row;
};

std::string labelOf(const CardField* field, const std::string& path) {
    if (!field)
        return path;
    if (!field->label.empty())
        return std::string(field->label);
    return canonicalPath(path).substr(field->path.size() - 1); // what stands for the "*"
}

std::string valueOf(const CardField* field, const CardNode& node) {
    const bool isCount = field && field->type == FieldType::Integer && node.shape == CardNode::Shape::Scalar &&
                         node.scalar.kind == ScalarKind::Integer;
    return isCount ? formatCount(node.scalar.integer) : std::string(trimmed(textOf(node)));
}

PlacedRow placed(const CardLeaf& leaf) {
    const auto fields = cardFields();
    const CardField* field = fieldOf(leaf.path);
    const std::size_t rank = field ? static_cast<std::size_t>(field - fields.data()) : fields.size();
    return {rank, {labelOf(field, leaf.path), valueOf(field, *leaf.node), leaf.path, leaf.node->line}};
}

} // namespace

std::vector<CardRows> sectionsOf(const WorkloadCard& card) {
    std::vector<PlacedRow> rows;
    for (const CardLeaf& leaf : card.leaves())
        rows.push_back(placed(leaf));
    std::stable_sort(rows.begin(), rows.end(), [](const PlacedRow& a, const PlacedRow& b) { return a.rank < b.rank; });
    std::vector<CardRows> sections;
    for (PlacedRow& placedRow : rows) {
        const CardSection section =
            placedRow.rank < cardFields().size() ? cardFields()[placedRow.rank].section : CardSection::Other;
        if (sections.empty() || sections.back().section != section)
            sections.push_back({section, {}});
        sections.back().rows.push_back(std::move(placedRow.row));
    }
    return sections;
}

} // namespace lanescope
