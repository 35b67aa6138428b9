#include "core/ingest/json_tokens.h"

#include "core/ingest/json_token.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace lanescope {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

enum Class : std::uint8_t { Bad, Text, Scalar, Comma, Colon, Open, Close };
constexpr std::size_t classCount = 7;

constexpr auto classes = [] {
    std::array<Class, 256> table{};
    for (const char c : std::string_view("0123456789-tfn"))
        table[static_cast<unsigned char>(c)] = Scalar;
    table['"'] = Text;
    table[','] = Comma;
    table[':'] = Colon;
    table['['] = table['{'] = Open;
    table[']'] = table['}'] = Close;
    return table;
}();

/// Which classes may stand behind one, as bits.
constexpr auto successors = [] {
    constexpr unsigned value = 1u << Text | 1u << Scalar | 1u << Open, end = 1u << Comma | 1u << Close;
    std::array<unsigned, classCount> table{};
    table[Open] = value | 1u << Close;
    table[Comma] = table[Colon] = value;
    table[Scalar] = table[Close] = end;
    table[Text] = end | 1u << Colon;
    return table;
}();

/// How many of the first eight bytes are digits before the first that is none; without a branch, for the lengths of
/// numbers follow no pattern.
std::size_t digitsAt(const char* place) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, place, sizeof bytes);
    const std::uint64_t values = bytes ^ 0x3030303030303030u; // 0 to 9 where digits are
    const std::uint64_t others = (values | (values + 0x0606060606060606u)) & 0xf0f0f0f0f0f0f0f0u;
    return static_cast<std::size_t>(std::countr_zero(others)) / 8;
}

} // namespace

/// Up to the next token, without the blanks before that.
std::string_view TokenCursor::tokenAt(const std::uint32_t* place) const {
    const char* const begin = m_text + place[0];
    const char* end = m_text + place[1];
    while (end > begin && isBlank(end[-1]))
        --end;
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view TokenCursor::string() {
    const std::string_view quoted = tokenAt(m_place++);
    if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"')
        throw NotStrict{};
    return quoted.substr(1, quoted.size() - 2);
}

std::string_view TokenCursor::scalar() {
    const std::string_view text = tokenAt(m_place++);
    const bool isShortNumber = !text.empty() && text.front() > '0' && digitsAt(text.data()) == text.size();
    if (!isShortNumber && !isJsonScalar(text))
        throw NotStrict{};
    return text;
}

void TokenCursor::skipValue(int level) {
    const char first = front();
    if (first == '"')
        ++m_place; // what follows it is looked at by whoever goes on
    else if (first == '{' || first == '[')
        skipBrackets(level);
    else
        scalar();
}

/// Without the whole grammar, which costs a branch a token that processors guess wrong: tensor shapes make up half of
/// many traces and follow no pattern. What it lets pass (a list with colons) hides no event.
void TokenCursor::skipBrackets(int level) {
    std::array<char, deepestNesting + 2> closing; // of the open brackets
    int depth = 0;
    Class before = Comma;
    do {
        const char first = front();
        const std::uint32_t* const here = m_place++;
        const Class token = classes[static_cast<unsigned char>(first)];
        if (!(successors[before] >> token & 1))
            throw NotStrict{};
        before = token;
        if (token == Scalar) {
            if ((first <= '0' || *here + digitsAt(m_text + *here) != *m_place) && !isJsonScalar(tokenAt(here)))
                throw NotStrict{};
        } else if (token == Open) {
            if (level + depth > deepestNesting)
                throw NotStrict{};
            closing[static_cast<std::size_t>(++depth)] = first == '{' ? '}' : ']';
        } else if (token == Close) {
            if (closing[static_cast<std::size_t>(depth--)] != first)
                throw NotStrict{};
        }
    } while (depth > 0);
}

struct JsonTokens::Impl {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
};

JsonTokens::JsonTokens() : m_impl(std::make_unique<Impl>()) {}
JsonTokens::~JsonTokens() = default;

const std::uint32_t* JsonTokens::find(std::string_view text) {
    static_assert(padding >= simdjson::SIMDJSON_PADDING);
    auto& stage = m_impl->stage;
    constexpr std::size_t depth = 1; // of the second stage, which is not used
    const bool isTooSmall = !stage || stage->capacity() < text.size();
    if (isTooSmall &&
        simdjson::get_active_implementation()->create_dom_parser_implementation(text.size() + 1, depth, stage))
        return nullptr;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    if (stage->stage1(bytes, text.size(), simdjson::stage1_mode::regular))
        return nullptr;
    return stage->structural_indexes.get(); // ends with the length of the text
}

} // namespace lanescope
