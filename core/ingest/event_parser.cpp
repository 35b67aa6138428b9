#include "core/ingest/event_parser.h"

#include "core/ingest/event_fields.h"
#include "core/ingest/event_recorder.h"
#include "core/ingest/json_token.h"
#include "core/ingest/key_table.h"
#include "core/ingest/text_block.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace lanescope {

namespace {

namespace ondemand = simdjson::ondemand;

/// Thrown inside this file when a stretch is not the strict JSON it was taken for.
struct NotStrict {};

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// The token of a value without the blanks behind it; for strings with the quotes.
std::string_view tokenOf(ondemand::value& value) {
    std::string_view token = value.raw_json_token();
    while (!token.empty() && isBlank(token.back()))
        token.remove_suffix(1);
    return token;
}

/// What On-Demand found, in place: to copy it costs more than to find it.
template <class Content>
Content& contentOf(simdjson::simdjson_result<Content>& result) {
    if (result.error())
        throw NotStrict{};
    Content&& content = std::move(result).value_unsafe();
    return content;
}

char firstOf(ondemand::value& value) { return *value.raw_json_token().data(); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Where the digits at `text` end. Eight bytes behind them can be read. (A byte is told from a digit by its upper bits,
/// and by the carry that adding 0x76 gives to those above 9.)
const char* behindDigits(const char* text) {
    for (;; text += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text, sizeof word);
        const std::uint64_t digits = word ^ 0x3030303030303030ull; // 0 to 9 in the bytes that are digits
        const std::uint64_t others = ((digits + 0x7676767676767676ull) | digits) & 0x8080808080808080ull;
        if (others)
            return text + std::countr_zero(others) / 8;
    }
}

/// Length of a number without an exponent at `text`, which a delimiter follows; 0 when it is written in another way.
std::size_t plainNumberLength(const char* text) {
    const char* at = text + (*text == '-');
    if (*at == '0' && isDigit(at[1]))
        return 0;
    const char* const whole = at;
    at = behindDigits(at);
    if (at == whole)
        return 0;
    if (*at == '.') {
        const char* const fraction = ++at;
        at = behindDigits(at);
        if (at == fraction)
            return 0;
    }
    const bool isDelimited = *at == ',' || *at == '}' || *at == ']' || isBlank(*at);
    return isDelimited ? static_cast<std::size_t>(at - text) : 0;
}

/// A number, true, false or null.
std::string_view scalarOf(ondemand::value& value) {
    const char* text = value.raw_json_token().data();
    if (const std::size_t length = plainNumberLength(text))
        return {text, length};
    const std::string_view token = tokenOf(value);
    if (!isJsonScalar(token))
        throw NotStrict{};
    return token;
}

/// Walks a value that no column wants: On-Demand would pass over brackets without reading what is in them.
void demandStrict(ondemand::value& value, int level) {
    const char first = firstOf(value);
    if (first == '"')
        return;
    if (first != '{' && first != '[') {
        scalarOf(value);
        return;
    }
    if (level > deepestNesting)
        throw NotStrict{};
    if (first == '[') {
        ondemand::array elements = value.get_array().value(); // named: a range-for keeps no inner temporary alive
        for (auto result : elements)
            demandStrict(contentOf(result), level + 1);
        return;
    }
    ondemand::object fields = value.get_object().value();
    for (auto result : fields)
        demandStrict(contentOf(result).value(), level + 1);
}

/// The text of a string: where it stands, unless it has escapes.
std::string_view textOf(ondemand::value& value) {
    const std::string_view token = tokenOf(value);
    if (token.size() < 2 || token.back() != '"')
        throw NotStrict{};
    std::string_view text = token.substr(1, token.size() - 2);
    if (text.find('\\') != std::string_view::npos && value.get_string().get(text) != simdjson::SUCCESS)
        throw NotStrict{};
    return text;
}

/// A text or a scalar; brackets where a text was expected count as absent.
FieldValue fieldOf(ondemand::value& value, int level) {
    const char first = firstOf(value);
    if (first == '"')
        return {textOf(value), true, true};
    if (first == '{' || first == '[') {
        demandStrict(value, level);
        return {};
    }
    const std::string_view token = scalarOf(value);
    return {token, token != "null", false};
}

constexpr int fieldLevel = 2;    // of brackets that are the value of an event's field
constexpr int argumentLevel = 3; // and of those within its args

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

/// A backslash that begins no legal escape, or half a surrogate pair: On-Demand notices only in strings it unescapes.
bool hasDubiousEscape(std::string_view text) {
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 2)) {
        const char kind = at + 1 < text.size() ? text[at + 1] : '\0';
        if (kind == 'u') {
            if (at + 6 > text.size() || (text[at + 2] | 32) == 'd')
                return true;
            for (std::size_t i = at + 2; i < at + 6; ++i)
                if (!std::isxdigit(static_cast<unsigned char>(text[i])))
                    return true;
        } else if (!kind || !std::strchr("\"\\/bfnrt", kind)) {
            return true;
        }
    }
    return false;
}

/// Puts brackets around a text, and back what they stand on.
class InBrackets {
public:
    explicit InBrackets(std::span<char> text)
        : begin(text.data() - 1), m_end(text.data() + text.size()), m_before(*begin), m_behind(*m_end) {
        *begin = '[';
        *m_end = ']';
    }
    ~InBrackets() {
        *begin = m_before;
        *m_end = m_behind;
    }
    InBrackets(const InBrackets&) = delete;
    InBrackets& operator=(const InBrackets&) = delete;

    char* const begin; // of the opening bracket

private:
    char* const m_end;
    const char m_before, m_behind;
};

/// Stretches of a file are much alike: each prepares for what the one before held, and none keeps much more than it
/// needs.
struct Expected {
    std::size_t slices = 0, flows = 0;

    void prepare(TraceFragment& fragment) const {
        fragment.slices.reserve(slices + slices / 16);
        fragment.flows.reserve(flows + flows / 16);
    }
    void learn(TraceFragment& fragment) {
        slices = fragment.slices.size();
        flows = fragment.flows.size();
        fit(fragment.slices);
        fit(fragment.flows);
    }
    template <class Records>
    static void fit(Records& records) {
        if (records.capacity() - records.size() > records.size() / 4)
            records.shrink_to_fit();
    }
};

} // namespace

struct EventParser::Impl {
    ondemand::parser parser;
    std::vector<char> buffer;
    ClassificationCache classifications;
    EventFields event;
    Expected expected;
    std::vector<CounterArgument> counters;

    /// A copy with the padding that simdjson reads beyond its end.
    std::size_t load(std::string_view text) {
        if (buffer.size() < text.size() + simdjson::SIMDJSON_PADDING)
            buffer.resize(text.size() + simdjson::SIMDJSON_PADDING);
        std::copy(text.begin(), text.end(), buffer.data());
        std::memset(buffer.data() + text.size(), 0, simdjson::SIMDJSON_PADDING);
        return text.size();
    }

    void readArguments(ondemand::value& value) {
        if (event.repeatedKey) { // perhaps these arguments
            event.clearArguments();
            counters.clear();
        }
        if (firstOf(value) != '{')
            return demandStrict(value, fieldLevel);
        const bool mayCount = event.phase.text.empty() || event.phase.text == "C";
        std::uint32_t seen = 0;
        ondemand::object arguments = value.get_object().value();
        for (auto result : arguments) {
            ondemand::field& argument = contentOf(result);
            const char* key = argument.key().raw();
            ondemand::value& content = argument.value();
            if (const ArgumentKey* known = argumentKeys.find(key)) {
                const std::uint32_t bit = 1u << argumentKeys.indexOf(known);
                if (seen & bit)
                    event.repeatedKey = known->text.data();
                seen |= bit;
                event.hasArguments = true;
                event.arguments.*known->field = fieldOf(content, argumentLevel);
                if (mayCount)
                    addCounter(key, event.arguments.*known->field);
            } else if (mayCount) {
                addCounter(key, fieldOf(content, argumentLevel));
            } else {
                demandStrict(content, argumentLevel);
            }
        }
    }

    void addCounter(const char* key, const FieldValue& value) {
        if (!value.isPresent)
            return;
        const char* end = key; // keys of series are shown as they are written
        while (*end != '"')
            end += *end == '\\' ? 2 : 1;
        counters.push_back({{key, static_cast<std::size_t>(end - key)}, value});
    }

    void readId2(ondemand::value& value) {
        if (firstOf(value) != '{')
            return demandStrict(value, fieldLevel);
        ondemand::object parts = value.get_object().value();
        for (auto result : parts) {
            ondemand::field& part = contentOf(result);
            const char* key = part.key().raw();
            ondemand::value& content = part.value();
            const bool isLocal = !std::strncmp(key, "local\"", 6);
            (isLocal ? event.localId : event.globalId) = fieldOf(content, argumentLevel);
        }
    }

    void readEvent(ondemand::object object) {
        event.clear();
        counters.clear();
        for (auto result : object) {
            ondemand::field& field = contentOf(result);
            const char* raw = field.key().raw();
            ondemand::value& value = field.value();
            const Key* key = keys.find(raw);
            if (!key) {
                demandStrict(value, fieldLevel);
                event.seen |= 1u << 31;
                continue;
            }
            if (event.seen & key->bit)
                event.repeatedKey = key->text.data();
            event.seen |= key->bit;
            if (key->field)
                event.*key->field = fieldOf(value, fieldLevel);
            else if (key->bit == ArgumentsBit)
                readArguments(value);
            else
                readId2(value);
        }
    }
};

EventParser::EventParser() : m_impl(std::make_unique<Impl>()) {}
EventParser::~EventParser() = default;

bool EventParser::parseStretch(std::span<char> text, std::uint64_t sourceOffset, TraceFragment& fragment) {
    static_assert(TextBlock::margin > simdjson::SIMDJSON_PADDING);
    if (hasDubiousEscape({text.data(), text.size()}))
        return false;
    const InBrackets array(text);
    const std::size_t size = text.size() + 2;
    m_impl->expected.prepare(fragment);
    EventRecorder recorder(m_impl->classifications, fragment);
    try {
        ondemand::document document =
            m_impl->parser.iterate(array.begin, size, size + simdjson::SIMDJSON_PADDING).value();
        ondemand::array events = document.get_array().value();
        for (auto element : events) {
            ondemand::value value = element.value();
            const char* place = value.raw_json_token().data();
            m_impl->readEvent(value.get_object().value());
            recorder.record(m_impl->event, m_impl->counters,
                            sourceOffset + static_cast<std::uint64_t>(place - text.data()));
        }
        m_impl->expected.learn(fragment);
        return document.current_location().error() == simdjson::OUT_OF_BOUNDS; // nothing stands behind the array
    } catch (const simdjson::simdjson_error&) {
    } catch (const NotStrict&) {
    }
    return false;
}

bool EventParser::parseOne(std::string_view text, std::uint64_t sourceOffset, TraceFragment& fragment) {
    const std::size_t size = m_impl->load(text);
    EventRecorder recorder(m_impl->classifications, fragment);
    try {
        ondemand::document document =
            m_impl->parser.iterate(m_impl->buffer.data(), size, size + simdjson::SIMDJSON_PADDING).value();
        m_impl->readEvent(document.get_object().value());
        recorder.record(m_impl->event, m_impl->counters, sourceOffset);
        return true;
    } catch (const simdjson::simdjson_error&) {
    } catch (const NotStrict&) {
    }
    return false;
}

} // namespace lanescope
