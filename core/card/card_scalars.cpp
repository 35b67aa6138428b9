#include "core/card/card_scalars.h"

#include "core/base/numbers.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace lanescope {

namespace {

constexpr double largestExactInteger = 9007199254740992.0; // 2^53

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool isDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view withoutSign(std::string_view text) {
    return text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
}

std::optional<std::int64_t> integerInBase(std::string_view digits, int base) {
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (digits.starts_with('-') || fault != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> yamlInteger(std::string_view text) {
    if (text.starts_with("0o"))
        return integerInBase(text.substr(2), 8);
    if (text.starts_with("0x"))
        return integerInBase(text.substr(2), 16);
    if (!isDigits(withoutSign(text)))
        return std::nullopt;
    return integerFromText(text.starts_with('+') ? text.substr(1) : text);
}

/// from_chars also reads "inf", "nan" and hexadecimal digits; only decimal ones are YAML numbers here.
std::optional<double> yamlReal(std::string_view text) {
    if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
        text.find_first_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    const bool hasPlus = text.starts_with('+');
    if (hasPlus && withoutSign(text.substr(1)).size() + 1 != text.size())
        return std::nullopt;
    return doubleFromText(hasPlus ? text.substr(1) : text);
}

/// The boolean a YAML 1.1 reader sees in a word that is text in YAML 1.2.
std::optional<bool> yaml11Boolean(std::string_view text) {
    if (isOneOf(text, {"yes", "Yes", "YES", "on", "On", "ON", "y", "Y"}))
        return true;
    if (isOneOf(text, {"no", "No", "NO", "off", "Off", "OFF", "n", "N"}))
        return false;
    return std::nullopt;
}

/// 1_000_000: a number in YAML 1.1, text in 1.2.
std::optional<std::int64_t> underscoredInteger(std::string_view text) {
    if (text.find('_') == std::string_view::npos || withoutSign(text).starts_with('_'))
        return std::nullopt;
    std::string digits(text);
    std::erase(digits, '_');
    return yamlInteger(digits);
}

bool hasLeadingZero(std::string_view text) {
    const std::string_view digits = withoutSign(text);
    return digits.size() > 1 && digits.front() == '0' && isDigits(digits);
}

/// True for numbers that PyYAML, the reader of the reference tools, leaves as text.
bool isTextToPyYaml(std::string_view text) {
    const std::size_t e = text.find_first_of("eE");
    if (text.starts_with("0o"))
        return true;
    if (e == std::string_view::npos || text.starts_with("0x"))
        return false;
    const std::string_view exponent = text.substr(e + 1);
    return text.find('.') == std::string_view::npos || exponent == withoutSign(exponent);
}

std::string lastKey(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
}

/// Types one scalar and tells what was surprising.
class ScalarTyping {
public:
    ScalarTyping(CardNode& node, const std::string& path, std::vector<CardFinding>& findings)
        : m_node(node), m_value(node.scalar), m_path(path), m_findings(findings) {}

    void apply(FieldType type) {
        if (m_value.kind == ScalarKind::Null)
            return;
        if (type == FieldType::Text || m_value.isQuoted)
            m_value.kind = ScalarKind::Text;
        else
            readPlain();
        if (type == FieldType::Boolean)
            demandBoolean();
        else if (type == FieldType::Integer || type == FieldType::Number)
            demandNumber(type);
        else if (type == FieldType::Any && !m_value.isQuoted && yaml11Boolean(m_value.text))
            tell(Severity::Info, "yaml-1.1-boolean",
                 "text by YAML 1.2 (taken), a boolean by YAML 1.1; put it in quotes or write true or false");
    }

private:
    void readPlain() {
        const bool wasQuoted = m_value.isQuoted;
        m_value = scalarByYaml(m_value.text);
        m_value.isQuoted = wasQuoted;
        if (hasLeadingZero(m_value.text))
            tellLeadingZero();
        else if ((m_value.kind == ScalarKind::Integer || m_value.kind == ScalarKind::Real) &&
                 isTextToPyYaml(m_value.text))
            tell(Severity::Info, "yaml-1.2-number",
                 "a number by YAML 1.2 (taken), text to PyYAML; write its digits or 1.0e+9");
    }

    void tellLeadingZero() {
        const auto octal = integerInBase(withoutSign(m_value.text), 8);
        const std::string other = octal ? (m_value.text.starts_with('-') ? "-" : "") + std::to_string(*octal) : "text";
        tell(Severity::Warning, "ambiguous-number",
             std::to_string(m_value.integer) + " by YAML 1.2 (taken), " + other +
                 " by YAML 1.1; write it without the leading zero");
    }

    void demandBoolean() {
        if (m_value.kind == ScalarKind::Boolean)
            return;
        const auto meant = m_value.isQuoted ? std::nullopt : yaml11Boolean(m_value.text);
        if (!meant)
            return tell(Severity::Warning, "not-a-boolean", "true or false must stand here");
        m_value.kind = ScalarKind::Boolean;
        m_value.boolean = *meant;
        tell(Severity::Warning, "yaml-1.1-boolean",
             std::string("text by YAML 1.2, ") + (*meant ? "true" : "false") +
                 " by YAML 1.1; a boolean must stand here, so the latter is taken");
    }

    void demandNumber(FieldType type) {
        if (m_value.kind == ScalarKind::Real && type == FieldType::Integer)
            return demandWhole();
        if (m_value.kind == ScalarKind::Real || m_value.kind == ScalarKind::Integer)
            return;
        const std::string lower = lowerCase(m_value.text);
        if (const auto value = m_value.isQuoted ? std::nullopt : underscoredInteger(m_value.text)) {
            m_value.kind = ScalarKind::Integer;
            m_value.integer = *value;
            return tell(Severity::Warning, "yaml-1.1-number",
                        "text by YAML 1.2, a number by YAML 1.1; a number must stand here, so the latter is taken");
        }
        if (isOneOf(lower, {"", "n/a", "na", "tbd", "none", "unknown", "-", "?"}))
            return tell(Severity::Info, "no-number", "no number is given");
        if (m_value.isQuoted && scalarByYaml(m_value.text).kind == ScalarKind::Integer)
            return tell(Severity::Info, "quoted-number", "a number in quotes is text; it is used as the number");
        tell(Severity::Warning, "not-a-number", "a number must stand here");
    }

    void demandWhole() {
        if (std::trunc(m_value.real) != m_value.real || std::abs(m_value.real) > largestExactInteger)
            return tell(Severity::Warning, "not-an-integer", "a whole number must stand here");
        m_value.kind = ScalarKind::Integer;
        m_value.integer = static_cast<std::int64_t>(m_value.real);
    }

    void tell(Severity severity, const char* code, const std::string& what) {
        const std::string message = lastKey(m_path) + " is written " +
                                    (m_value.text.empty() ? "empty" : displayText(m_value.text)) + ": " + what;
        m_findings.push_back({severity, code, message, m_node.line, m_node.column, m_path});
    }

    CardNode& m_node;
    CardScalar& m_value;
    const std::string& m_path;
    std::vector<CardFinding>& m_findings;
};

} // namespace

CardScalar scalarByYaml(std::string_view plainText) {
    CardScalar value;
    value.text = plainText;
    if (isOneOf(plainText, {"", "~", "null", "Null", "NULL"}))
        return value;
    value.kind = ScalarKind::Text;
    if (isOneOf(plainText, {"true", "True", "TRUE", "false", "False", "FALSE"})) {
        value.kind = ScalarKind::Boolean;
        value.boolean = plainText.front() == 't' || plainText.front() == 'T';
    } else if (const auto integer = yamlInteger(plainText)) {
        value.kind = ScalarKind::Integer;
        value.integer = *integer;
    } else if (const auto real = yamlReal(plainText)) {
        value.kind = ScalarKind::Real;
        value.real = *real;
    }
    return value;
}

void typeScalars(CardNode& node, const std::string& path, std::vector<CardFinding>& findings) {
    if (node.shape == CardNode::Shape::Scalar)
        return ScalarTyping(node, path, findings).apply(typeOf(path));
    for (CardNode& child : node.children) {
        const bool isEntry = node.shape == CardNode::Shape::List;
        typeScalars(child, isEntry ? path : path.empty() ? child.key : path + '.' + child.key, findings);
    }
}

} // namespace lanescope
