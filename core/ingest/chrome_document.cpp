#include "core/ingest/chrome_document.h"

#include "core/base/text.h"
#include "core/ingest/json_repair.h"
#include "core/ingest/trace_header.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t firstLook = std::size_t{256} << 10;   // bytes in which a whole key or value is hoped for
constexpr std::size_t largestValue = std::size_t{64} << 20; // a header value beyond it is not read

/// Finds the end of a value: the comma or bracket behind it. Keeps its state over pieces of text.
class ValueScanner {
public:
    /// How many bytes belong to the value; when that is all, the value may go on.
    std::size_t pass(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (!passOne(text[i]))
                return i;
        return text.size();
    }

private:
    bool passOne(char c) {
        if (m_isInString) {
            m_isInString = m_isEscaped || c != '"';
            m_isEscaped = !m_isEscaped && c == '\\';
            return true;
        }
        const bool isClosing = c == '}' || c == ']';
        if (m_depth == 0 && (isClosing || c == ','))
            return false;
        m_isInString = c == '"';
        m_depth += c == '{' || c == '[' ? 1 : isClosing ? -1 : 0;
        return true;
    }

    std::int64_t m_depth = 0;
    bool m_isInString = false;
    bool m_isEscaped = false;
};

} // namespace

ChromeDocument::ChromeDocument(ByteSource& source, const ImportContext& context, const StretchSizes& sizes)
    : m_stream(source), m_context(context), m_collector(m_stream, context),
      m_events(m_stream, m_collector, context, sizes) {}

Result<ImportedTrace> ChromeDocument::read() {
    if (m_stream.more(3) && m_stream.view().starts_with("\xEF\xBB\xBF"))
        m_stream.consume(3);
    const char first = skipBlanks() ? m_stream.view().front() : '\0';
    if (first == '[')
        readArray();
    else if (first == '{')
        readObject();
    if (isCancelled())
        return cancelledError();
    if (!m_eventsEnd)
        return m_stream.fault() ? *m_stream.fault()
                                : Error{ErrorCode::UnknownFormat,
                                        "no \"traceEvents\" array was found: this is no Chrome trace",
                                        {},
                                        m_stream.offset(),
                                        {}};
    ImportedTrace& trace = m_collector.trace();
    trace.decodedBytes = m_stream.offset();
    trace.format = formatOf(trace, m_hasKinetoKeys);
    return std::move(trace);
}

void ChromeDocument::readEvents() {
    m_stream.consume(1);
    m_eventsEnd = m_events.read();
}

void ChromeDocument::readArray() {
    readEvents();
    finish(m_eventsEnd == CarefulReader::State::Closed ? Ending::Closed : Ending::Told); // the bracket may be missing
}

void ChromeDocument::readObject() {
    m_stream.consume(1);
    while (skipBlanks()) {
        const char c = m_stream.view().front();
        if (c == '}') {
            m_stream.consume(1);
            return finish(Ending::Closed);
        }
        if (c == ',')
            m_stream.consume(1);
        else if ((c != '"' || !readMember()) && !recover())
            return finish(Ending::Told);
    }
    finish(m_eventsEnd == CarefulReader::State::Cut ? Ending::Told : Ending::Open);
}

/// False when no member stands here.
bool ChromeDocument::readMember() {
    const std::string key = readKey();
    if (!skipBlanks())
        return true; // the text is cut, which the caller sees
    if (m_stream.view().front() != ':')
        return false;
    m_stream.consume(1);
    if (!skipBlanks())
        return true;
    if (key == "traceEvents" && m_stream.view().front() == '[') {
        readEvents();
    } else if (!isHeaderKey(key)) {
        skipValue();
    } else {
        m_hasKinetoKeys = true;
        useHeaderValue(key, captureValue(), m_collector.trace());
    }
    return true;
}

/// The text of the string at the current place, escapes left as written, without what does not fit into the first look.
std::string ChromeDocument::readKey() {
    m_stream.more(firstLook);
    const std::string_view text = m_stream.view().substr(0, firstLook);
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    end = std::min(end, text.size());
    std::string key(text.substr(1, end - 1));
    m_stream.consume(std::min(end + 1, text.size()));
    return key;
}

/// The value at the current place as strict JSON, empty when it is too large or damaged; it is passed over either way.
std::string ChromeDocument::captureValue() {
    const char first = m_stream.view().front();
    if (first == '{' || first == '[')
        return captureBrackets();
    m_stream.more(firstLook);
    const std::uint64_t begin = m_stream.offset();
    const std::string text(m_stream.view().substr(0, firstLook));
    skipValue();
    return std::string(trimmed(std::string_view(text).substr(0, m_stream.offset() - begin)));
}

std::string ChromeDocument::captureBrackets() {
    RepairedObject value;
    for (std::size_t bytes = firstLook;; bytes *= 4) {
        const bool isAll = !m_stream.more(bytes);
        value = repairJson(m_stream.view().substr(0, bytes));
        if (value.state != RepairedObject::State::Cut || isAll || bytes >= largestValue)
            break;
    }
    if (value.state == RepairedObject::State::Whole) {
        m_stream.consume(value.length);
        return std::move(value.text);
    }
    if (value.state == RepairedObject::State::Damaged)
        m_collector.lose("damaged-document", "what the trace says of itself is damaged here: not read",
                         m_stream.offset() + value.length);
    skipValue();
    return {};
}

void ChromeDocument::skipValue() {
    ValueScanner scanner;
    while (m_stream.more(1) && !isCancelled()) {
        const std::string_view text = m_stream.view().substr(0, firstLook);
        const std::size_t length = scanner.pass(text);
        m_stream.consume(length);
        if (length < text.size())
            return;
        m_stream.keep(m_stream.offset());
    }
}

/// Something at the top of the document is no member: goes to the events if they are still to come. False when they are
/// not: then the rest is left.
bool ChromeDocument::recover() {
    constexpr std::string_view marker = "\"traceEvents\"";
    m_collector.lose("damaged-document", "the text around the events is damaged here: skipped", m_stream.offset());
    while (!m_eventsEnd && m_stream.more(marker.size()) && !isCancelled()) {
        const std::string_view text = m_stream.view();
        const std::size_t found = text.find(marker);
        m_stream.consume(found != std::string_view::npos ? found : text.size() - marker.size() + 1);
        if (found != std::string_view::npos)
            return true;
        m_stream.keep(m_stream.offset());
    }
    while (m_stream.more(1) && !isCancelled()) {
        m_stream.consume(m_stream.view().size());
        m_stream.keep(m_stream.offset());
    }
    return false;
}

void ChromeDocument::finish(Ending ending) {
    if (isCancelled())
        return;
    if (const auto& fault = m_stream.fault())
        return m_collector.loseRest(*fault);
    if (ending == Ending::Closed && skipBlanks())
        m_collector.lose("data-after-document", "text follows the end of the document: not read", m_stream.offset());
    if (ending == Ending::Open)
        m_collector.lose("truncated", "the file is truncated: it ends before the closing brackets of the document",
                         m_stream.offset());
}

} // namespace lanescope
