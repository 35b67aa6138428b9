// The house as a table: which folder may include what. A floor knows those under it, never those above and never
// a neighbour; core knows no Qt, and its headers show no library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// One folder of the house.
struct Floor {
    std::string_view folder;              // "core/index"
    std::vector<std::string_view> floors; // folders it may include from, itself left out; "core" stands for all of core
    std::vector<std::string_view> libraries; // "simdjson", "yaml-cpp", ...; "Qt" and "QtWidgets" count as libraries
};

/// From the ground to the roof.
const std::vector<Floor>& house();

/// What the #include lines of one file break, a sentence each. `path` counts from the project's root.
std::vector<std::string> layerViolations(std::string_view path, std::string_view text);

} // namespace lanescope
