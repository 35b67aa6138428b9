// Any text as a workload card: read, checked against a run and against itself.
#include "core/card/card_check.h"
#include "core/card/card_reader.h"
#include "core/card/card_recognition.h"
#include "tests/fuzz/law.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    const std::string_view text = textOf(data, size);
    looksLikeCard(text, "card.yaml");
    looksLikeCard(text, "trace_meta.yaml");
    const CardReading reading = readCardText(text);
    const bool hasError = std::any_of(reading.findings.begin(), reading.findings.end(),
                                      [](const CardFinding& f) { return f.severity == Severity::Error; });
    demand(reading.card || hasError, "an unreadable card says why");
    if (reading.card)
        checkCard(*reading.card, {{0, 1, 2, 5}, 4});
    return 0;
}
