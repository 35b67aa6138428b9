#include "core/ingest/event_reader.h"

#include "core/ingest/decoded_stream.h"
#include "core/ingest/json_repair.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lanescope {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t largestEvent = std::size_t{64} << 20;

Result<std::string> readObject(DecodedStream& stream, const std::string& path, std::uint64_t offset) {
    if (stream.source().isSeekable())
        stream.seek(offset);
    while (stream.offset() < offset && stream.more(1)) {
        stream.consume(
            static_cast<std::size_t>(std::min<std::uint64_t>(offset - stream.offset(), stream.view().size())));
        stream.keep(stream.offset());
    }
    for (std::size_t bytes = 4096;; bytes *= 4) {
        const bool isAll = !stream.more(bytes);
        const std::string_view text = stream.view().substr(0, bytes);
        if (!text.starts_with('{'))
            return Error{ErrorCode::NotFound,
                         "no event stands here: was the file changed since it was opened? Open it again",
                         path,
                         offset,
                         {}};
        RepairedObject object = repairJson(text);
        if (object.state == RepairedObject::State::Whole)
            return std::move(object.text);
        if (object.state == RepairedObject::State::Damaged || isAll || bytes >= largestEvent)
            return Error{ErrorCode::MalformedInput, "the event is damaged or too large to be shown", path, offset, {}};
    }
}

/// Flattens an object while it is parsed; numbers keep the digits they were written with.
class Flattener final : public Json::json_sax_t {
public:
    explicit Flattener(EventText& event) : m_event(event) {}

    bool null() override { return put("null"); }
    bool boolean(bool value) override { return put(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return put(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return put(text); }
    bool string(string_t& text) override {
        return put(m_arrays > 0 ? Json(text).dump(-1, ' ', false, Json::error_handler_t::replace) : text);
    }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& name) override {
        if (m_arrays == 0)
            m_key = name;
        else
            m_array += separator() + Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        return true;
    }
    bool start_object(std::size_t) override { return m_arrays > 0 ? openNested('{') : openObject(); }
    bool end_object() override { return m_arrays > 0 ? closeNested('}') : closeObject(); }
    bool start_array(std::size_t) override {
        if (m_arrays == 0)
            m_array.clear();
        return openNested('[');
    }
    bool end_array() override { return closeNested(']'); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

private:
    bool put(const std::string& text) {
        if (m_arrays > 0)
            m_array += separator() + text;
        else
            m_event.fields.emplace_back(prefix() + m_key, text);
        return true;
    }

    /// Arrays, and what is in them, are shown as one value on one line.
    std::string separator() const {
        const char last = m_array.empty() ? '[' : m_array.back();
        return last == '[' || last == '{' || last == ' ' ? "" : ", ";
    }
    bool openNested(char bracket) {
        m_array += m_array.empty() ? "" : separator();
        m_array += bracket;
        ++m_arrays;
        return true;
    }
    bool closeNested(char bracket) {
        m_array += bracket;
        if (--m_arrays == 0)
            m_event.fields.emplace_back(prefix() + m_key, m_array);
        return true;
    }
    bool openObject() {
        m_path.push_back(m_isInside ? m_key + "." : std::string());
        m_isInside = true;
        return true;
    }
    bool closeObject() {
        m_path.pop_back();
        return true;
    }
    std::string prefix() const {
        std::string text;
        for (const std::string& part : m_path)
            text += part;
        return text;
    }

    EventText& m_event;
    std::vector<std::string> m_path; // of the objects that are open, each with its dot
    std::string m_key;
    std::string m_array;
    int m_arrays = 0; // brackets open from the outermost array on
    bool m_isInside = false;
};

} // namespace

Result<EventText> readEvent(const std::string& path, std::uint64_t byteOffset) {
    auto source = openByteSource(path);
    if (!source)
        return source.error();
    return readEvent(**source, path, byteOffset);
}

Result<EventText> readEvent(ByteSource& source, const std::string& path, std::uint64_t byteOffset) {
    DecodedStream stream(source);
    auto text = readObject(stream, path, byteOffset);
    if (!text)
        return text.error();
    EventText event;
    Flattener flattener(event);
    Json::sax_parse(*text, &flattener);
    return event;
}

} // namespace lanescope
