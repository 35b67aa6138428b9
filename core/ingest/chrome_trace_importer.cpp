#include "core/ingest/chrome_trace_importer.h"

#include "core/base/text.h"
#include "core/ingest/chrome_document.h"

namespace lanescope {

namespace {

bool has(std::string_view head, std::string_view key) { return head.find(key) != std::string_view::npos; }

class ChromeTraceImporter final : public Importer {
public:
    const ImporterDescriptor& descriptor() const override {
        static constexpr ImporterDescriptor description{"chrome-json", "Chrome trace JSON (PyTorch Kineto and others)"};
        return description;
    }

    SniffScore sniff(std::string_view head, std::string_view) const override {
        if (head.starts_with("\xEF\xBB\xBF"))
            head.remove_prefix(3);
        head = trimmed(head);
        if (head.starts_with('{'))
            return sniffObject(head);
        if (!head.starts_with('['))
            return SniffScore::No;
        const std::string_view first = trimmed(head.substr(1));
        const bool isEvent = first.starts_with('{') && (has(head, "\"ph\"") || has(head, "\"traceEvents\""));
        return isEvent ? SniffScore::Yes : SniffScore::No;
    }

    Result<ImportedTrace> import(ByteSource& source, const ImportContext& context) const override {
        return ChromeDocument(source, context).read();
    }

private:
    static SniffScore sniffObject(std::string_view head) {
        if (has(head, "\"traceEvents\""))
            return SniffScore::Yes;
        if (has(head, "\"nodes\"") && has(head, "\"schema\""))
            return SniffScore::No; // an execution trace
        const bool hasProfilerKeys = has(head, "\"schemaVersion\"") || has(head, "\"deviceProperties\"") ||
                                     has(head, "\"baseTimeNanoseconds\"") || has(head, "\"displayTimeUnit\"");
        return hasProfilerKeys ? SniffScore::Yes : SniffScore::Maybe; // the events may stand behind much else
    }
};

} // namespace

std::unique_ptr<Importer> makeChromeTraceImporter() { return std::make_unique<ChromeTraceImporter>(); }

} // namespace lanescope
