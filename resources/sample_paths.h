// The built-in sample as folders on disk, where everything else opens data points from.
#pragma once

#include <QStringList>

namespace lanescope {

/// Both data points of the sample, the fully sharded plan (more overlap, longer step) first. Files that are absent
/// or differ are written to the user's cache folder; that takes some milliseconds, once. Empty when they cannot be
/// written: then `error` says why.
QStringList samplePaths(QString* error);

} // namespace lanescope
