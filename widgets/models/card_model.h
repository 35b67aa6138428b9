// The workload card as a tree: sections over their rows.
#pragma once

#include "core/card/workload_card.h"

class QStandardItemModel;

namespace lanescope {

/// Fills `model` with two columns, field and value; tooltips tell key and line. Without a card the model is left empty.
void fillCardModel(QStandardItemModel& model, const WorkloadCard* card);

} // namespace lanescope
