// What there is to say of one slice: for hover, the details panel and exports.
#pragma once

#include "core/index/run_index.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct CaptionLine {
    std::string name;  // "Duration"
    std::string value; // "1.23 ms (1,234,567 ns)"
};

struct SliceCaption {
    std::string title; // the full name, on one line
    std::vector<CaptionLine> lines;
};

/// Duration, start and kind; of communication also operation, size, data type, group, bandwidths and how much of it
/// was exposed. What the trace does not tell is left out. O(log n).
SliceCaption captionOf(const RunIndex& index, SliceId slice);

/// A kernel's name without return type, namespaces, template and call arguments:
/// "void at::native::vectorized_elementwise_kernel<4, ...>(int)" -> "vectorized_elementwise_kernel".
std::string shortKernelName(std::string_view name);

/// What a box of this slice says after its tag: the size of a collective ("33.6 MB"), a kernel's short name, else the
/// whole name; on one line.
std::string labelOf(const Run& run, SliceId slice);

} // namespace lanescope
