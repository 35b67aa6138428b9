#include "core/ingest/event_parser.h"

#include "core/base/text.h"
#include "core/ingest/event_fields.h"
#include "core/ingest/event_recorder.h"
#include "core/ingest/json_tokens.h"
#include "core/ingest/key_table.h"
#include "core/ingest/text_block.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

namespace {

constexpr int argumentLevel = 3; // of brackets that are the value of an argument; those of fields stand one above

struct Key {
    std::string_view text;
    FieldBit bit;
    FieldValue EventFields::*field; // null: handled apart
};

constexpr KeyTable keys(std::array{
    Key{"ph", PhaseBit, &EventFields::phase},
    Key{"cat", CategoryBit, &EventFields::category},
    Key{"name", NameBit, &EventFields::name},
    Key{"pid", PidBit, &EventFields::pid},
    Key{"tid", TidBit, &EventFields::tid},
    Key{"ts", TimestampBit, &EventFields::timestamp},
    Key{"dur", DurationBit, &EventFields::duration},
    Key{"id", IdBit, &EventFields::id},
    Key{"scope", ScopeBit, &EventFields::scope},
    Key{"args", ArgumentsBit, nullptr},
    Key{"id2", Id2Bit, nullptr},
});

struct ArgumentKey {
    std::string_view text;
    FieldValue ArgumentFields::*field;
};

constexpr KeyTable argumentKeys(std::array{
    ArgumentKey{"device", &ArgumentFields::device},
    ArgumentKey{"correlation", &ArgumentFields::correlation},
    ArgumentKey{"name", &ArgumentFields::name},
    ArgumentKey{"labels", &ArgumentFields::labels},
    ArgumentKey{"sort_index", &ArgumentFields::sortIndex},
    ArgumentKey{"Collective name", &ArgumentFields::collectiveName},
    ArgumentKey{"In msg nelems", &ArgumentFields::inElements},
    ArgumentKey{"Out msg nelems", &ArgumentFields::outElements},
    ArgumentKey{"Group size", &ArgumentFields::groupSize},
    ArgumentKey{"dtype", &ArgumentFields::dtype},
    ArgumentKey{"Process Group Name", &ArgumentFields::groupName},
    ArgumentKey{"Process Group Description", &ArgumentFields::groupDescription},
    ArgumentKey{"Process Group Ranks", &ArgumentFields::groupRanks},
    ArgumentKey{"Seq", &ArgumentFields::sequence},
    ArgumentKey{"seq", &ArgumentFields::sequence},
    ArgumentKey{"bytes", &ArgumentFields::bytes},
});

/// The code unit of "\\uXXXX" at the front of `text`; nothing when it is not that.
std::optional<unsigned> codeUnitAt(std::string_view text) {
    unsigned unit = 0;
    if (text.size() < 6 || !text.starts_with("\\u"))
        return std::nullopt;
    const auto [end, fault] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    return fault == std::errc{} && end == text.data() + 6 ? std::optional(unit) : std::nullopt;
}

bool isHighSurrogate(unsigned unit) { return unit >> 10 == 0xD800 >> 10; }
bool isLowSurrogate(unsigned unit) { return unit >> 10 == 0xDC00 >> 10; }

/// How long the escape at the front of `text` is; 0 when it is none, or half a surrogate pair.
std::size_t escapeLength(std::string_view text) {
    const auto unit = codeUnitAt(text);
    if (!unit)
        return text.size() > 1 && text[1] && std::strchr("\"\\/bfnrt", text[1]) ? 2 : 0;
    if (isLowSurrogate(*unit))
        return 0;
    if (!isHighSurrogate(*unit))
        return 6;
    const auto low = codeUnitAt(text.substr(6));
    return low && isLowSurrogate(*low) ? 12 : 0;
}

/// A backslash that begins no escape: the tokens do not tell.
bool hasDubiousEscape(std::string_view text) {
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        const std::size_t length = escapeLength(text.substr(at));
        if (length == 0)
            return true;
        at += length;
    }
    return false;
}

char unescaped(char kind) {
    switch (kind) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return kind; // a quote, a slash, a backslash
    }
}

/// Of a text whose escapes are legal.
std::string unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        std::size_t length = 1;
        if (text.front() != '\\') {
            plain += text.front();
        } else {
            length = escapeLength(text);
            const auto unit = codeUnitAt(text);
            if (!unit)
                plain += unescaped(text[1]);
            else if (length == 6)
                appendUtf8(plain, *unit);
            else
                appendUtf8(plain, 0x10000 + ((*unit & 0x3FF) << 10) + (*codeUnitAt(text.substr(6)) & 0x3FF));
        }
        text.remove_prefix(length);
    }
    return plain;
}

/// Puts a bracket around a text and a '\0' behind it, and back what stands there.
class InBrackets {
public:
    explicit InBrackets(std::span<char> text)
        : m_begin(text.data() - 1), m_end(text.data() + text.size()), m_before(*m_begin), m_behind{m_end[0], m_end[1]} {
        *m_begin = '[';
        m_end[0] = ']';
        m_end[1] = '\0';
    }
    ~InBrackets() {
        *m_begin = m_before;
        m_end[0] = m_behind[0];
        m_end[1] = m_behind[1];
    }
    InBrackets(const InBrackets&) = delete;
    InBrackets& operator=(const InBrackets&) = delete;

    std::string_view text() const { return {m_begin, static_cast<std::size_t>(m_end + 1 - m_begin)}; }

private:
    char* const m_begin;
    char* const m_end;
    const char m_before;
    const char m_behind[2];
};

} // namespace

struct EventParser::Impl {
    JsonTokens tokens;
    std::string buffer; // of a single event
    ClassificationCache classifications;
    EventFields event;
    std::uint32_t argumentsSet = 0; // bits of argumentKeys
    RecordBuffer buffered; // of the stretch
    std::vector<CounterArgument> counters;
    std::deque<std::string> texts; // of the event's strings with escapes

    std::string_view textOf(TokenCursor& cursor) {
        const std::string_view text = cursor.string();
        return text.find('\\') == std::string_view::npos ? text : texts.emplace_back(unescaped(text));
    }

    /// A text or a scalar; brackets where a text was expected count as absent. (Written in place, member by member: a
    /// value that is returned is copied before its halves have left the store buffer, which stalls.)
    void readField(TokenCursor& cursor, int level, FieldValue& value) {
        const char first = cursor.front();
        if (first == '"') {
            value.text = textOf(cursor);
            value.kind = FieldKind::String;
        } else if (first == '{' || first == '[') {
            cursor.skipValue(level);
            value = {};
        } else {
            value.text = cursor.scalar();
            value.kind = value.text != "null" ? FieldKind::Scalar : FieldKind::Absent;
        }
    }

    void clearArguments() {
        for (; argumentsSet; argumentsSet &= argumentsSet - 1)
            event.arguments.*argumentKeys[static_cast<std::size_t>(std::countr_zero(argumentsSet))].field = {};
    }

    void readArguments(TokenCursor& cursor) {
        if (event.repeatedKey) { // perhaps these arguments
            clearArguments();
            counters.clear();
        }
        if (cursor.front() != '{')
            return cursor.skipValue(argumentLevel - 1);
        const bool mayCount = event.phase.text.empty() || event.phase.text == "C";
        std::uint32_t seen = 0;
        cursor.object([&](std::string_view key, TokenCursor& value) {
            if (const ArgumentKey* known = argumentKeys.find(key)) {
                const std::uint32_t bit = 1u << argumentKeys.indexOf(known);
                if (seen & bit)
                    event.repeatedKey = known->text.data();
                seen |= bit;
                argumentsSet |= bit;
                readField(value, argumentLevel, event.arguments.*known->field);
                if (mayCount)
                    addCounter(key, event.arguments.*known->field);
            } else if (mayCount) {
                FieldValue counter;
                readField(value, argumentLevel, counter);
                addCounter(key, counter);
            } else {
                value.skipValue(argumentLevel);
            }
        });
    }

    void addCounter(std::string_view key, const FieldValue& value) {
        if (value.isPresent())
            counters.push_back({key, value}); // keys of series are shown as they are written
    }

    void readId2(TokenCursor& cursor) {
        if (cursor.front() != '{')
            return cursor.skipValue(argumentLevel - 1);
        cursor.object([&](std::string_view key, TokenCursor& value) {
            const bool isLocal = key == "local";
            readField(value, argumentLevel, isLocal ? event.localId : event.globalId);
        });
    }

    void readEvent(TokenCursor& cursor) {
        event.clear();
        clearArguments();
        counters.clear();
        if (!texts.empty())
            texts.clear();
        cursor.object([&](std::string_view text, TokenCursor& value) {
            const Key* key = keys.find(text);
            if (!key) {
                value.skipValue(argumentLevel - 1);
                event.seen |= 1u << 31;
                return;
            }
            if (event.seen & key->bit)
                event.repeatedKey = key->text.data();
            event.seen |= key->bit;
            if (key->field)
                readField(value, argumentLevel - 1, event.*key->field);
            else if (key->bit == ArgumentsBit)
                readArguments(value);
            else
                readId2(value);
        });
    }

    /// True when all of the array is strict JSON and events.
    bool readArray(std::string_view array, std::uint64_t sourceOffset, EventRecorder& recorder) {
        const std::uint32_t* places = tokens.find(array);
        if (!places)
            return false;
        TokenCursor cursor(array.data(), places);
        try {
            cursor.expect('[');
            do {
                const char* place = cursor.place();
                readEvent(cursor);
                recorder.record(event, counters, sourceOffset + static_cast<std::uint64_t>(place - array.data() - 1));
            } while (cursor.skipIf(','));
            cursor.expect(']');
        } catch (const NotStrict&) {
            return false;
        }
        return cursor.place() == array.data() + array.size(); // nothing stands behind it
    }
};

EventParser::EventParser() : m_impl(std::make_unique<Impl>()) {}
EventParser::~EventParser() = default;

bool EventParser::parseStretch(std::span<char> text, std::uint64_t sourceOffset, TraceFragment& fragment) {
    static_assert(TextBlock::margin > JsonTokens::padding);
    if (hasDubiousEscape({text.data(), text.size()}))
        return false;
    const InBrackets array(text);
    RecordBuffer& buffered = m_impl->buffered;
    buffered.clear();
    EventRecorder recorder(m_impl->classifications, fragment, buffered);
    if (!m_impl->readArray(array.text(), sourceOffset, recorder))
        return false;
    buffered.moveInto(fragment);
    return true;
}

bool EventParser::parseOne(std::string_view text, std::uint64_t sourceOffset, TraceFragment& fragment) {
    std::string& buffer = m_impl->buffer;
    buffer.reserve(text.size() + JsonTokens::padding);
    buffer = text;
    const std::uint32_t* places = m_impl->tokens.find(buffer);
    if (!places || hasDubiousEscape(buffer))
        return false;
    TokenCursor cursor(buffer.data(), places);
    try {
        m_impl->readEvent(cursor);
    } catch (const NotStrict&) {
        return false;
    }
    if (cursor.place() != buffer.data() + buffer.size())
        return false;
    RecordBuffer& buffered = m_impl->buffered;
    buffered.clear();
    EventRecorder(m_impl->classifications, fragment, buffered).record(m_impl->event, m_impl->counters, sourceOffset);
    buffered.moveInto(fragment);
    return true;
}

} // namespace lanescope
