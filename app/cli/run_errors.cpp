#include "app/cli/run_errors.h"

#include "core/base/text.h"

#include <cstdio>

namespace lanescope {

void tellErrors(const Run& run) {
    for (const Diagnostic& d : run.diagnostics.entries()) {
        const std::string& place = d.file.isValid() ? run.file(d.file).path : run.name;
        if (d.severity == Severity::Error)
            std::fprintf(stderr, "lanescope: %s: %s\n", displayText(place).c_str(), displayText(d.message).c_str());
    }
}

} // namespace lanescope
