// The card as titled rows, for the panel and for reports.
#pragma once

#include "core/card/card_fields.h"
#include "core/card/workload_card.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct CardRow {
    std::string label; // "Tensor parallel"; for unknown keys their path
    std::string value; // whole numbers of known fields with thousands separated, else as written; empty: no value given
    std::string path;  // dotted, as written
    std::uint32_t line = 0;
};

struct CardRows {
    CardSection section = CardSection::Other;
    std::vector<CardRow> rows;
};

/// Every value of the card in exactly one row: known fields in the order of cardFields(), the rest in the order of the
/// file under Other. Sections without rows are left out.
std::vector<CardRows> sectionsOf(const WorkloadCard& card);

} // namespace lanescope
