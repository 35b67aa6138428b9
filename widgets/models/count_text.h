// Counts with their noun: "1 trace", "8 traces", "12,345 slices".
#pragma once

#include "core/base/format.h"

#include <QString>

namespace lanescope {

inline QString countText(std::uint64_t count, const QString& one, const QString& many) {
    return QStringLiteral("%1 %2").arg(QString::fromStdString(formatCount(static_cast<std::int64_t>(count))),
                                       count == 1 ? one : many);
}

} // namespace lanescope
