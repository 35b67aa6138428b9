// Any bytes under any of the names that files of data points have: recognised, planned, opened and read again.
#include "core/ingest/event_reader.h"
#include "core/session/open_run.h"
#include "tests/fuzz/law.h"

#include <array>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    static const std::array<ScratchFile, 8> files{ScratchFile("rank_0.json"),    ScratchFile("rank3.pt.trace.json.gz"),
                                                  ScratchFile("card.yaml"),      ScratchFile("trace"),
                                                  ScratchFile("host.xplane.pb"), ScratchFile("report.sqlite"),
                                                  ScratchFile("run.sh"),         ScratchFile("latency.json.zst")};
    if (size == 0)
        return 0;
    const ScratchFile& file = files[data[0] % files.size()];
    file.write(textOf(data + 1, size - 1));
    NullProgress progress;
    const auto loaded = openRun({file.path()}, {1}, progress);
    demand(loaded.has_value(), "only a cancelled open fails");
    demand(loaded->run->opens != OpenState::No || !loaded->run->diagnostics.isEmpty() || loaded->card,
           "what does not open says why");
    for (std::uint32_t i = 0; i < std::min<std::size_t>(loaded->run->slices.size(), 3); ++i)
        (void)readEvent(file.path(), loaded->run->slices.sourceOffset(SliceId(i)));
    return 0;
}
