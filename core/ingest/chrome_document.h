// ChromeDocument: walks a Chrome trace document: an array of events, alone or among the members of an object.
#pragma once

#include "core/base/result.h"
#include "core/ingest/decoded_stream.h"
#include "core/ingest/event_array_reader.h"
#include "core/ingest/importer.h"
#include "core/ingest/trace_collector.h"
#include "core/model/trace_fragment.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// Reads one document; used once.
class ChromeDocument {
public:
    ChromeDocument(ByteSource& source, const ImportContext& context, const StretchSizes& sizes = {});

    /// The whole trace, or an Error: Cancelled, or UnknownFormat when the text holds no events array.
    Result<ImportedTrace> read();

private:
    enum class Ending : std::uint8_t { Closed, Open, Told }; // Told: why it is not closed is already a finding

    bool isCancelled() const { return m_context.progress.isCancelled(); }
    bool skipBlanks() { return m_stream.skipBlanks(m_context.progress); }
    void readArray();
    void readObject();
    bool readMember();
    void readEvents();
    std::string readKey();
    std::string captureValue();
    std::string captureBrackets();
    void skipValue();
    bool recover();
    void finish(Ending ending);

    DecodedStream m_stream;
    const ImportContext& m_context;
    TraceCollector m_collector;
    EventArrayReader m_events;
    std::optional<CarefulReader::State> m_eventsEnd; // how the events array ended; none: not met yet
    bool m_hasKinetoKeys = false;
};

} // namespace lanescope
