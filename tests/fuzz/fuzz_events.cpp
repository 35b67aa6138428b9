// Chrome trace JSON of any shape and damage: read whole, in tiny stretches and from a stream of small bites, merged
// and indexed.
#include "core/index/run_index.h"
#include "core/ingest/chrome_document.h"
#include "core/model/run_builder.h"
#include "tests/fuzz/law.h"
#include "tests/support/memory_source.h"

#include <algorithm>

namespace lanescope {

namespace {

std::shared_ptr<const Run> runOf(std::string_view text, std::size_t bite, const StretchSizes& sizes) {
    NullProgress progress;
    MemorySource source{std::string(text), bite};
    const ImportContext context{1, progress, {}};
    auto trace = ChromeDocument(source, context, sizes).read();
    RunBuilder builder;
    InputFile file;
    file.role = InputRole::Trace;
    file.status = trace ? InputStatus::Read : InputStatus::Failed;
    const FileId id = builder.addFile(file);
    if (trace)
        builder.addTrace(id, std::move(*trace));
    return builder.finish("fuzz", progress, 1);
}

void demandLaws(const std::shared_ptr<const Run>& run) {
    NullProgress progress;
    const auto index = buildRunIndex(run, progress, 1);
    for (const DeviceIndex& device : index->devices()) {
        const DeviceFigures& figures = device.total();
        demand(figures.overlap + figures.exposedCommunication == figures.communication,
               "overlap + exposed = communication");
        demand(figures.compute <= figures.span && figures.communication <= figures.span, "a union fits its span");
        demand(figures.idle >= 0, "idle is not negative");
    }
    for (const Row& row : run->rows)
        for (std::uint32_t i = 1; i < row.slices.count; ++i)
            demand(run->slices.end(row.slices[i - 1]) <= run->slices.start(row.slices[i]),
                   "slices of a row do not overlap");
}

bool hasLost(const Run& run) {
    const auto& findings = run.diagnostics.entries();
    return std::any_of(findings.begin(), findings.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

/// Where text is damaged, what counts as one loss may follow from where a stretch begins.
bool areEqual(const Run& a, const Run& b) {
    if (hasLost(a) || hasLost(b))
        return hasLost(a) == hasLost(b);
    if (a.slices.size() != b.slices.size() || a.droppedSlices != b.droppedSlices || a.span != b.span)
        return false;
    for (std::uint32_t i = 0; i < a.slices.size(); ++i) {
        const SliceId s(i);
        if (a.slices.span(s) != b.slices.span(s) || a.nameOf(s) != b.nameOf(s) ||
            a.slices.sourceOffset(s) != b.slices.sourceOffset(s))
            return false;
    }
    return true;
}

} // namespace

} // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    const std::string_view text = textOf(data, size);
    const auto whole = runOf(text, 0, {});
    const auto bites = runOf(text, 5, {64, 16});
    demandLaws(whole);
    demand(areEqual(*whole, *runOf(text, 0, {48, 32})), "any stretches give the same run");
    demand(areEqual(*whole, *bites), "a stream gives the run of the file");
    return 0;
}
