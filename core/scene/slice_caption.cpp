#include "core/scene/slice_caption.h"

#include "core/base/format.h"
#include "core/base/text.h"

namespace lanescope {

namespace {

std::string kindText(const SliceDescriptor& descriptor) {
    const std::string kind(nameOf(descriptor.kind));
    if (descriptor.computeClass != ComputeClass::None)
        return kind + " (" + std::string(nameOf(descriptor.computeClass)) + ")";
    return kind;
}

std::string groupText(const Run& run, const Collective& collective) {
    std::string text;
    if (collective.group.isValid()) {
        const ProcessGroup& group = run.groups[collective.group.index()];
        text = displayText(run.text(group.description.isValid() ? group.description : group.name));
    }
    if (collective.groupSize > 0)
        text += (text.empty() ? "" : " · ") + std::to_string(collective.groupSize) + " ranks";
    return text;
}

void addLine(SliceCaption& caption, std::string name, std::string value) {
    if (!value.empty())
        caption.lines.push_back({std::move(name), std::move(value)});
}

void addExposed(const RunIndex& index, const Collective& collective, TimeSpan span, SliceCaption& caption) {
    if (!collective.device.isValid() || span.isEmpty())
        return;
    const TimeNs exposed = span.duration() - index.device(collective.device).compute().covered(span);
    const double percent = 100.0 * static_cast<double>(exposed) / static_cast<double>(span.duration());
    addLine(caption, "Exposed", formatDuration(exposed) + " (" + formatPercent(percent) + ")");
}

void addCommunication(const RunIndex& index, const Collective& collective, SliceCaption& caption) {
    const Run& run = index.run();
    const TimeSpan span = run.slices.span(collective.slice);
    addLine(caption, "Operation", std::string(nameOf(collective.op)));
    if (collective.bytes)
        addLine(caption, "Size", formatBytes(static_cast<double>(*collective.bytes)));
    addLine(caption, "Data type", displayText(run.text(collective.dtype)));
    addLine(caption, "Group", groupText(run, collective));
    if (const auto bandwidth = collective.algorithmBandwidth(span.duration()))
        addLine(caption, "Algorithm bandwidth", formatBandwidth(*bandwidth));
    if (const auto bandwidth = collective.busBandwidth(span.duration()))
        addLine(caption, "Bus bandwidth", formatBandwidth(*bandwidth));
    addExposed(index, collective, span, caption);
}

/// Without a part "(anonymous namespace)::", whose brackets are not those of a call.
std::string withoutAnonymous(std::string name) {
    constexpr std::string_view part = "(anonymous namespace)::";
    for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part, at))
        name.erase(at, part.size());
    return name;
}

} // namespace

std::string shortKernelName(std::string_view name) {
    std::string text = withoutAnonymous(displayText(name));
    if (text.starts_with("void "))
        text.erase(0, 5);
    text = text.substr(0, text.find_first_of("<("));
    if (const std::size_t scope = text.rfind("::"); scope != std::string::npos)
        text.erase(0, scope + 2);
    text = std::string(trimmed(text));
    return text.empty() ? displayText(name) : text;
}

std::string labelOf(const Run& run, SliceId slice) {
    if (!isKernelKind(run.kind(slice)))
        return displayText(run.nameOf(slice));
    const Collective* collective = run.collectiveOf(slice);
    if (collective && collective->bytes)
        return formatBytes(static_cast<double>(*collective->bytes));
    return shortKernelName(run.nameOf(slice));
}

SliceCaption captionOf(const RunIndex& index, SliceId slice) {
    const Run& run = index.run();
    SliceCaption caption;
    caption.title = displayText(run.nameOf(slice));
    const TimeNs duration = run.slices.duration(slice);
    addLine(caption, "Duration", formatDuration(duration) + " (" + formatNanoseconds(duration) + ")");
    addLine(caption, "Start", formatInstant(run.slices.start(slice), 1));
    addLine(caption, "Kind", kindText(run.descriptor(slice)));
    if (const Collective* collective = run.collectiveOf(slice))
        addCommunication(index, *collective, caption);
    return caption;
}

} // namespace lanescope
