#include "core/scene/legend.h"

#include <bitset>

namespace lanescope {

namespace {

constexpr LegendEntry entries[] = {
    {ColorRole::StripExposed, false, "Exposed communication"},
    {ColorRole::StripHidden, true, "Communication hidden by compute"},
    {ColorRole::StripComputeOnly, false, "Compute only"},
    {ColorRole::StripOther, false, "Copies only"},
    {ColorRole::StripIdle, false, "Idle"},
    {ColorRole::ComputeMatrix, false, "Matrix multiply, attention"},
    {ColorRole::ComputeOther, false, "Other compute"},
    {ColorRole::AllReduce, false, "All-reduce", "AR"},
    {ColorRole::AllGather, false, "All-gather", "AG"},
    {ColorRole::ReduceScatter, false, "Reduce-scatter", "RS"},
    {ColorRole::AllToAll, false, "All-to-all", "A2A"},
    {ColorRole::OtherCommunication, false, "Send/receive, broadcast, other"},
    {ColorRole::Memory, false, "Copy, memset"},
    {ColorRole::Sync, false, "Synchronisation"},
    {ColorRole::Annotation, false, "Annotation"},
    {ColorRole::Step, false, "Step"},
    {ColorRole::HostOperator, false, "Operator"},
    {ColorRole::HostRuntime, false, "Runtime call"},
    {ColorRole::HostPython, false, "Python"},
    {ColorRole::Other, false, "Other"},
};

using Roles = std::bitset<static_cast<std::size_t>(ColorRole::StripIdle) + 1>;

void add(Roles& roles, ColorRole role) { roles.set(static_cast<std::size_t>(role)); }

/// Idle explains the gaps wherever there is a strip.
void addStrip(Roles& roles) {
    for (const ColorRole role :
         {ColorRole::StripExposed, ColorRole::StripHidden, ColorRole::StripComputeOnly, ColorRole::StripIdle})
        add(roles, role);
}

std::vector<LegendEntry> entriesFor(const Roles& roles) {
    std::vector<LegendEntry> chosen;
    for (const LegendEntry& entry : entries)
        if (roles.test(static_cast<std::size_t>(entry.role)))
            chosen.push_back(entry);
    return chosen;
}

} // namespace

std::vector<LegendEntry> legendOf(const RunIndex& index) {
    Roles roles;
    for (const SliceDescriptor& descriptor : index.run().descriptors)
        add(roles, roleOf(colorClassOf(descriptor)));
    if (!index.run().steps.empty())
        add(roles, ColorRole::Step);
    if (!index.devices().empty())
        addStrip(roles);
    return entriesFor(roles);
}

std::vector<LegendEntry> legendOf(const TimelineScene& scene) {
    Roles roles;
    for (const LaneScene& lane : scene.lanes) {
        for (const Box& box : lane.boxes)
            add(roles, box.role);
        for (const ColumnRun& run : lane.columns)
            add(roles, run.role);
        for (const HiddenPart& part : lane.hidden)
            add(roles, part.role);
        for (const ColumnRun& run : lane.strip)
            add(roles, run.role);
        if (lane.kind == LaneKind::Overlap)
            addStrip(roles);
    }
    roles.reset(static_cast<std::size_t>(ColorRole::Step)); // its boxes say so themselves
    return entriesFor(roles);
}

} // namespace lanescope
