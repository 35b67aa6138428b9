// DeviceColumns: how one device spent the time of each pixel column.
#pragma once

#include "core/index/device_index.h"
#include "core/scene/column_grid.h"

#include <vector>

namespace lanescope {

/// Shares of each column, 0 to 1; exact but for rounding.
struct DeviceColumns {
    std::vector<float> compute, overlap, exposed, computeOnly, busy;
};

inline DeviceColumns deviceColumns(const DeviceIndex& device, const ColumnGrid& grid) {
    return {coverageOf(device.compute(), grid), coverageOf(device.overlap(), grid), coverageOf(device.exposed(), grid),
            coverageOf(device.computeOnly(), grid), coverageOf(device.busy(), grid)};
}

} // namespace lanescope
