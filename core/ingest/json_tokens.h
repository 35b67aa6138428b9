// JsonTokens: where the tokens of a JSON text begin, as simdjson's first stage finds them, and a cursor over them.
//
// The first stage does what vector instructions do best: it checks UTF-8, pairs quotes and finds brackets, colons,
// commas and the begins of all values. What follows of it differs from reader to reader (docs/decisions/0009).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace lanescope {

/// Thrown by the cursor, and caught by whoever uses it: the text is not the strict JSON it was taken for.
struct NotStrict {};

/// Visits each token once, in order. At the end stands a token '\0', which fits nowhere.
class TokenCursor {
public:
    TokenCursor(const char* text, const std::uint32_t* places) : m_text(text), m_place(places) {}

    /// The first byte of the token: a bracket, ':', ',', the quote of a string, or that of a scalar.
    char front() const { return m_text[*m_place]; }
    const char* place() const { return m_text + *m_place; }
    /// Throws NotStrict where another token stands.
    void expect(char token) {
        if (front() != token)
            throw NotStrict{};
        ++m_place;
    }
    /// Passes over the next token if it is that one.
    bool skipIf(char token) {
        const bool isThere = front() == token;
        m_place += isThere;
        return isThere;
    }
    /// The string here without its quotes, escapes as they are written.
    std::string_view string();
    /// The number, true, false or null here. Numbers begin and end as such: what is between is for the reader to judge.
    std::string_view scalar();
    /// Passes over a value with all that is in it. Throws NotStrict where brackets do not match, are nested too deeply,
    /// or neighbours cannot stand beside each other; not for a colon in a list.
    void skipValue(int level);
    /// Visits the fields of the object here: onField(key, cursor) passes over the value. Escapes in the key are as they
    /// are written.
    template <class OnField>
    void object(OnField onField) {
        expect('{');
        if (skipIf('}'))
            return;
        for (;;) {
            if (front() != '"')
                throw NotStrict{};
            const char* const key = place() + 1;
            ++m_place;
            const char* end = place() - 1; // the closing quote, unless blanks stand before the colon
            expect(':');
            while (*end != '"')
                --end;
            onField(std::string_view(key, static_cast<std::size_t>(end - key)), *this);
            if (skipIf('}'))
                return;
            expect(',');
        }
    }

private:
    std::string_view tokenAt(const std::uint32_t* place) const;
    void skipBrackets(int level);

    const char* m_text;
    const std::uint32_t* m_place;
};

/// Keeps its memory from text to text; for one thread at a time.
class JsonTokens {
public:
    /// Bytes behind a text that must be readable. The first of them must be '\0'.
    static constexpr std::size_t padding = 64;

    JsonTokens();
    ~JsonTokens();
    /// Null when the text is no JSON even on the surface (bad UTF-8, an open string, control characters in one). The
    /// cursor is valid until the next call, and as long as the text. O(length).
    const std::uint32_t* find(std::string_view text);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lanescope
