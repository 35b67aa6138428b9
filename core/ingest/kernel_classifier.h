// From a recorded event's name and category to what it is work of: the one table of rules for all formats.
#pragma once

#include "core/model/collective_op.h"
#include "core/model/slice_kind.h"

#include <string_view>

namespace lanescope {

/// What the classifier may know of an event. Text as the trace wrote it, in any letter case.
struct EventFacts {
    std::string_view name;
    std::string_view category;
    std::string_view collectiveName; // args["Collective name"], empty when absent
};

struct Classification {
    SliceKind kind = SliceKind::HostOther;
    CollectiveOp op = CollectiveOp::None;           // only for Communication; None: not told
    ComputeClass computeClass = ComputeClass::None; // only for Compute

    bool operator==(const Classification&) const = default;
};

/// The kind comes from the category; a kernel is communication by its name or its collective argument, and the
/// argument's operation beats the name's. Pure; O(length of the texts x rules), meant to be asked once per
/// distinct triple of facts.
///
///     classify({"ncclDevKernel_Generic(...)", "kernel", "_allgather_base"})  -> Communication, AllGather
///     classify({"void at::native::reduce_kernel<...>(...)", "kernel", ""})   -> Compute, Reduction
Classification classify(const EventFacts& facts);

/// The operation a framework's collective name states ("allreduce", "_allgather_base", "all_to_allv",
/// "reduce_scatter_tensor_coalesced", "send"); None when it states none ("wait", "coalesced").
CollectiveOp collectiveOpFromArgument(std::string_view collectiveName);

} // namespace lanescope
