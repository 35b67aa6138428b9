#include "core/ingest/json_repair.h"

#include "core/base/text.h"
#include "core/ingest/json_token.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

constexpr std::size_t noEnd = std::string_view::npos;

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// One pass over the input with an explicit stack of open brackets.
class Repairer {
public:
    explicit Repairer(std::string_view input) : m_input(input) {
        m_result.text.reserve(std::min<std::size_t>(input.size(), 4096));
    }

    RepairedObject run() {
        using State = RepairedObject::State;
        m_result.state = readValue() && readRest() ? State::Whole : m_isDamaged ? State::Damaged : State::Cut;
        m_result.length = m_at;
        return std::move(m_result);
    }

private:
    struct Open {
        char close;
        bool isEmpty = true;
    };

    bool isCut() {
        while (m_at < m_input.size() && isBlank(m_input[m_at]))
            ++m_at;
        return m_at >= m_input.size();
    }

    bool damage() {
        m_isDamaged = true;
        return false;
    }

    void put(std::string_view text) {
        if (m_tooDeep == 0)
            m_result.text += text;
    }

    void tell(JsonFault fault, std::size_t place) { m_result.faults.push_back({fault, place}); }

    /// Members and elements until every bracket is closed.
    bool readRest() {
        while (!m_open.empty()) {
            if (!skipCommas())
                return false;
            if (m_input[m_at] == m_open.back().close) {
                close();
                continue;
            }
            if (!m_open.back().isEmpty) {
                if (!m_hasComma)
                    return damage();
                put(",");
            }
            m_open.back().isEmpty = false;
            if (m_open.back().close == '}' && !readKey())
                return false;
            if (!readValue())
                return false;
        }
        return true;
    }

    bool skipCommas() {
        m_hasComma = false;
        while (!isCut()) {
            if (m_input[m_at] != ',')
                return true;
            m_hasComma = true;
            ++m_at;
        }
        return false;
    }

    void open(char opening) {
        if (m_open.size() == deepestNesting) {
            tell(JsonFault::TooDeep, m_at);
            put("null");
            m_tooDeep = m_open.size() + 1;
        }
        put({&opening, 1});
        m_open.push_back({opening == '{' ? '}' : ']'});
        ++m_at;
    }

    void close() {
        put({&m_input[m_at], 1});
        if (m_tooDeep == m_open.size())
            m_tooDeep = 0;
        m_open.pop_back();
        ++m_at;
    }

    bool readKey() {
        if (m_input[m_at] != '"')
            return damage();
        if (!readString(true) || isCut())
            return false;
        if (m_input[m_at] != ':')
            return damage();
        put(":");
        ++m_at;
        return true;
    }

    bool readValue() {
        if (isCut())
            return false;
        const char c = m_input[m_at];
        if (c == '{' || c == '[') {
            open(c);
            return true;
        }
        return c == '"' ? readString(false) : readScalar();
    }

    bool readScalar() {
        const std::size_t end = m_input.find_first_of(",}] \n\t\r:\"{[", m_at);
        if (end == noEnd)
            return false; // cut inside
        const std::string_view token = m_input.substr(m_at, end - m_at);
        if (isJsonScalar(token)) {
            put(token);
        } else if (isNotFiniteToken(token)) {
            tell(JsonFault::NotFinite, m_at);
            put("\"");
            put(token);
            put("\"");
        } else {
            return damage();
        }
        m_at = end;
        return true;
    }

    std::size_t firstBehindBlanks(std::size_t at) const {
        while (at < m_input.size() && isBlank(m_input[at]))
            ++at;
        return at;
    }

    /// True when the quote at `at` ends the string: what follows fits the grammar (or is not in memory), or a key
    /// follows whose comma was forgotten. A quote in a key always ends it.
    bool isClosingQuote(std::size_t at, bool isKey) const {
        at = firstBehindBlanks(at + 1);
        if (isKey || at >= m_input.size())
            return true;
        const char next = m_input[at];
        return next == ',' || next == '}' || next == ']' || (next == '"' && isKeyAt(at));
    }

    /// A short name in quotes and a colon.
    bool isKeyAt(std::size_t at) const {
        constexpr std::size_t longestKey = 64;
        const std::size_t end = m_input.substr(0, at + longestKey).find_first_of("\",:\\", at + 1);
        if (end == noEnd || m_input[end] != '"')
            return false;
        const std::size_t colon = firstBehindBlanks(end + 1);
        return colon < m_input.size() && m_input[colon] == ':';
    }

    bool readString(bool isKey) {
        put("\"");
        ++m_at;
        std::size_t plain = m_at; // begin of what can be copied as it is
        while (m_at < m_input.size()) {
            const auto c = static_cast<unsigned char>(m_input[m_at]);
            if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
                ++m_at;
                continue;
            }
            put(m_input.substr(plain, m_at - plain));
            if (c == '"' && isClosingQuote(m_at, isKey)) {
                put("\"");
                ++m_at;
                return true;
            }
            if (!readSpecial(c))
                return false;
            plain = m_at;
        }
        return false;
    }

    bool readSpecial(unsigned char c) {
        if (c == '"') {
            tell(JsonFault::UnescapedQuote, m_at);
            put("\\\"");
            ++m_at;
            return true;
        }
        if (c == '\\')
            return readEscape();
        if (c < 0x20) {
            static constexpr char hex[] = "0123456789abcdef";
            tell(JsonFault::ControlCharacter, m_at);
            const std::array<char, 6> escaped = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
            put({escaped.data(), escaped.size()});
            ++m_at;
            return true;
        }
        return readUtf8();
    }

    bool readEscape() {
        if (m_at + 1 >= m_input.size())
            return false;
        const char kind = m_input[m_at + 1];
        std::size_t length = 2;
        bool isLegal = std::string_view("\"\\/bfnrt").find(kind) != noEnd;
        if (kind == 'u') {
            if (m_at + 6 > m_input.size() &&
                std::all_of(m_input.begin() + static_cast<std::ptrdiff_t>(m_at) + 2, m_input.end(), isHex))
                return false;
            isLegal = m_at + 6 <= m_input.size() &&
                      std::all_of(m_input.begin() + static_cast<std::ptrdiff_t>(m_at) + 2,
                                  m_input.begin() + static_cast<std::ptrdiff_t>(m_at) + 6, isHex);
            length = 6;
        }
        if (!isLegal) {
            tell(JsonFault::IllegalEscape, m_at);
            put("\\\\");
            ++m_at;
            return true;
        }
        if (kind == 'u' && isSurrogate(m_at)) {
            if (isSurrogatePair(m_at)) {
                length = 12;
            } else {
                tell(JsonFault::BadUtf8, m_at);
                put("\\ufffd");
                m_at += length;
                return true;
            }
        }
        put(m_input.substr(m_at, length));
        m_at += length;
        return true;
    }

    /// "\\uD8.." to "\\uDF.." at `at`, which holds a whole \\u escape.
    bool isSurrogate(std::size_t at) const { return (m_input[at + 2] | 32) == 'd' && m_input[at + 3] >= '8'; }

    bool isSurrogatePair(std::size_t at) const {
        const auto isHigh = [](char c) { return c == '8' || c == '9' || (c | 32) == 'a' || (c | 32) == 'b'; };
        return isHigh(m_input[at + 3]) && at + 12 <= m_input.size() && m_input.substr(at + 6, 2) == "\\u" &&
               (m_input[at + 8] | 32) == 'd' && m_input[at + 9] >= 'C' && !isHigh(m_input[at + 9]) &&
               isHex(m_input[at + 9]) && isHex(m_input[at + 10]) && isHex(m_input[at + 11]);
    }

    bool readUtf8() {
        std::size_t end = m_at;
        while (end < m_input.size() && static_cast<unsigned char>(m_input[end]) >= 0x80)
            ++end;
        const std::string_view bytes = m_input.substr(m_at, end - m_at);
        if (isValidUtf8(bytes)) {
            put(bytes);
        } else {
            tell(JsonFault::BadUtf8, m_at);
            put(validUtf8(bytes));
        }
        m_at = end;
        return true;
    }

    std::string_view m_input;
    std::size_t m_at = 0;
    std::vector<Open> m_open;
    std::size_t m_tooDeep = 0; // nesting level from which nothing is put; 0: everything is
    bool m_hasComma = false;   // before the member or element that comes
    bool m_isDamaged = false;
    RepairedObject m_result;
};

} // namespace

RepairedObject repairJson(std::string_view input) { return Repairer(input).run(); }

} // namespace lanescope
