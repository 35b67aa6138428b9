// TraceCollector: takes the fragments of one text in their order, gives every finding its line, and counts progress.
#pragma once

#include "core/ingest/decoded_stream.h"
#include "core/ingest/importer.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

class TraceCollector {
public:
    TraceCollector(DecodedStream& stream, const ImportContext& context) : m_stream(stream), m_context(context) {}

    /// Of `decodedBytes` of text, which is still in the stream's memory.
    void add(std::shared_ptr<TraceFragment> fragment, std::uint64_t decodedBytes);
    /// Something of the text at `offset` is lost; `eventsSince` events were read behind the last added fragment.
    void lose(std::string_view code, std::string message, std::uint64_t offset, std::uint64_t eventsSince = 0);
    /// The decoded text ended early.
    void loseRest(const Error& fault);

    ImportedTrace& trace() { return m_trace; }

private:
    void addLoss(Diagnostic diagnostic);

    DecodedStream& m_stream;
    const ImportContext& m_context;
    ImportedTrace m_trace;
    std::uint64_t m_events = 0;
    std::uint64_t m_reportedSource = 0;
};

} // namespace lanescope
