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

std::string textOf(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void flatten(const Json& object, const std::string& prefix, EventText& event) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_object() && !value.empty())
            flatten(value, prefix + key + ".", event);
        else
            event.fields.emplace_back(prefix + key, textOf(value));
    }
}

} // namespace

Result<EventText> readEvent(const std::string& path, std::uint64_t byteOffset) {
    auto source = openByteSource(path);
    if (!source)
        return source.error();
    DecodedStream stream(**source);
    auto text = readObject(stream, path, byteOffset);
    if (!text)
        return text.error();
    const Json object = Json::parse(*text, nullptr, false);
    EventText event;
    if (object.is_object())
        flatten(object, {}, event);
    return event;
}

} // namespace lanescope
