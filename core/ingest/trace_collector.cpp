#include "core/ingest/trace_collector.h"

#include <algorithm>

namespace lanescope {

void TraceCollector::add(std::shared_ptr<TraceFragment> fragment, std::uint64_t decodedBytes) {
    Diagnostics placed;
    for (Diagnostic d : fragment->diagnostics.entries()) {
        if (d.byteOffset)
            d.line = m_stream.lineAt(*d.byteOffset);
        placed.add(std::move(d));
    }
    fragment->diagnostics = std::move(placed);
    m_events += fragment->events;
    if (m_context.advance) {
        const std::uint64_t position = m_stream.sourcePosition();
        m_context.advance(decodedBytes, fragment->events, position - std::min(position, m_reportedSource));
        m_reportedSource = std::max(position, m_reportedSource);
    }
    if (!fragment->events && fragment->diagnostics.isEmpty() && !fragment->droppedSlices)
        return;
    m_trace.fragments.push_back(std::move(fragment));
    if (m_context.grown)
        m_context.grown(m_trace);
}

void TraceCollector::lose(std::string_view code, std::string message, std::uint64_t offset, std::uint64_t eventsSince) {
    addLoss({Severity::Error,
             std::string(code),
             std::move(message),
             {},
             offset,
             m_stream.lineAt(offset),
             m_events + eventsSince,
             1});
}

void TraceCollector::loseRest(const Error& fault) {
    const bool isCut = fault.code == ErrorCode::Truncated;
    addLoss({Severity::Error,
             isCut ? "truncated-compression" : "damaged-compression",
             fault.message,
             {},
             fault.byteOffset,
             {},
             m_events,
             1});
}

void TraceCollector::addLoss(Diagnostic diagnostic) {
    if (m_trace.lossReason.empty())
        m_trace.lossReason =
            diagnostic.message +
            (diagnostic.byteOffset ? " (byte " + std::to_string(*diagnostic.byteOffset) + ")" : std::string());
    m_trace.diagnostics.add(std::move(diagnostic));
}

} // namespace lanescope
