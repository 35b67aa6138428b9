// The communication operations, with the factors that turn their bandwidth into bus bandwidth.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

enum class CollectiveOp : std::uint8_t {
    None, // not known, or no communication
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    SendRecv,
    Barrier,
};

/// "all_reduce", ...; empty for None.
std::string_view nameOf(CollectiveOp op);
/// "AR", "AG", "RS", "A2A", "BC", "RD", "GA", "SC", "P2P", "BAR"; empty for None. Drawn at a slice's left edge.
std::string_view tagOf(CollectiveOp op);

/// Bus bandwidth / algorithm bandwidth for a group of n ranks: 2(n-1)/n all-reduce; (n-1)/n all-gather,
/// reduce-scatter, all-to-all; 1 broadcast, reduce, send/recv (nccl-tests, doc/PERFORMANCE.md). Nothing for
/// other operations or n < 1.
std::optional<double> busBandwidthFactor(CollectiveOp op, std::int64_t groupSize);

} // namespace lanescope
