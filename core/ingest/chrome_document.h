// ChromeDocument: walks a Chrome trace document and hands out its events in stretches, fast where the text is what
// profilers write and with care where it is not.
#pragma once

#include "core/base/result.h"
#include "core/ingest/decoded_stream.h"
#include "core/ingest/event_parser.h"
#include "core/ingest/importer.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

class TaskQueue;

/// Parsers that workers borrow, so that their buffers and classifications live on.
class ParserPool {
public:
    std::unique_ptr<EventParser> take();
    void giveBack(std::unique_ptr<EventParser> parser);

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<EventParser>> m_idle;
};

/// Reads one document; used once.
class ChromeDocument {
public:
    ChromeDocument(ByteSource& source, const ImportContext& context);

    /// The whole trace, or an Error: Cancelled, or UnknownFormat when the text holds no events array.
    Result<ImportedTrace> read();

private:
    struct Cut {
        std::size_t textEnd;   // behind the last event of the stretch
        std::size_t nextBegin; // of the event after it
    };
    struct Stretch;

    bool isCancelled() const { return m_context.progress.isCancelled(); }
    bool skip(std::string_view characters);
    std::string readKey();
    std::string captureValue();
    std::string captureBrackets();
    void skipValue();

    void readObject();
    void readMember();
    void useHeaderValue(const std::string& key);
    void recoverDocument();
    void finishDocument(bool isClosed, bool isBareArray);

    void readEvents();
    std::uint64_t readStretches();
    std::optional<Cut> findCut();
    Stretch beginStretch(TaskQueue& workers, const Cut& cut);
    void readWithCare(std::uint64_t until);
    bool readOneWithCare(TraceFragment& fragment, EventParser& parser);
    bool readObjectWithCare(TraceFragment& fragment, EventParser& parser);
    void resynchronize();
    void addFragment(TraceFragment fragment, std::uint64_t decodedBytes);
    void lose(std::string_view code, std::string message, std::uint64_t offset, std::uint64_t eventsInFragment = 0);
    std::string formatOfTrace() const;

    DecodedStream m_stream;
    const ImportContext& m_context;
    ImportedTrace m_trace;
    ParserPool m_parsers;
    bool m_hasEvents = false;     // an events array was found
    bool m_isArrayClosed = false; // its bracket too
    bool m_hasKinetoKeys = false;
    std::uint64_t m_events = 0;
    std::uint64_t m_reportedSource = 0;
};

} // namespace lanescope
