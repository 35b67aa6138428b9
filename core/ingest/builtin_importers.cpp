#include "core/ingest/chrome_trace_importer.h"
#include "core/ingest/importer.h"

namespace lanescope {

const std::vector<std::unique_ptr<Importer>>& builtinImporters() {
    static const std::vector<std::unique_ptr<Importer>> importers = [] {
        std::vector<std::unique_ptr<Importer>> list;
        list.push_back(makeChromeTraceImporter());
        return list;
    }();
    return importers;
}

} // namespace lanescope
