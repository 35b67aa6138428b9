#include "core/model/collective_op.h"

namespace lanescope {

std::string_view nameOf(CollectiveOp op) {
    switch (op) {
    case CollectiveOp::AllReduce:
        return "all_reduce";
    case CollectiveOp::AllGather:
        return "all_gather";
    case CollectiveOp::ReduceScatter:
        return "reduce_scatter";
    case CollectiveOp::AllToAll:
        return "all_to_all";
    case CollectiveOp::Broadcast:
        return "broadcast";
    case CollectiveOp::Reduce:
        return "reduce";
    case CollectiveOp::Gather:
        return "gather";
    case CollectiveOp::Scatter:
        return "scatter";
    case CollectiveOp::SendRecv:
        return "send_recv";
    case CollectiveOp::Barrier:
        return "barrier";
    case CollectiveOp::None:
        break;
    }
    return "";
}

std::string_view tagOf(CollectiveOp op) {
    switch (op) {
    case CollectiveOp::AllReduce:
        return "AR";
    case CollectiveOp::AllGather:
        return "AG";
    case CollectiveOp::ReduceScatter:
        return "RS";
    case CollectiveOp::AllToAll:
        return "A2A";
    case CollectiveOp::Broadcast:
        return "BC";
    case CollectiveOp::Reduce:
        return "RD";
    case CollectiveOp::Gather:
        return "GA";
    case CollectiveOp::Scatter:
        return "SC";
    case CollectiveOp::SendRecv:
        return "P2P";
    case CollectiveOp::Barrier:
        return "BAR";
    case CollectiveOp::None:
        break;
    }
    return "";
}

std::optional<double> busBandwidthFactor(CollectiveOp op, std::int64_t groupSize) {
    if (groupSize < 1)
        return std::nullopt;
    const auto n = static_cast<double>(groupSize);
    switch (op) {
    case CollectiveOp::AllReduce:
        return 2 * (n - 1) / n;
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::AllToAll:
        return (n - 1) / n;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce:
    case CollectiveOp::SendRecv:
        return 1.0;
    default:
        return std::nullopt;
    }
}

} // namespace lanescope
