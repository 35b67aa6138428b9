#include "core/model/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

std::string_view nameOf(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

namespace {

auto placeOf(const Diagnostic& d) {
    return std::make_tuple(d.byteOffset.value_or(UINT64_MAX), d.eventIndex.value_or(UINT64_MAX));
}

} // namespace

void Diagnostics::add(Diagnostic diagnostic) {
    const auto [place, isNew] = m_places.try_emplace({diagnostic.file, diagnostic.code}, m_entries.size());
    if (isNew) {
        m_entries.push_back(std::move(diagnostic));
        return;
    }
    Diagnostic& known = m_entries[place->second];
    const std::uint64_t count = known.count + diagnostic.count;
    if (placeOf(diagnostic) < placeOf(known))
        known = std::move(diagnostic);
    known.count = count;
}

void Diagnostics::add(const Diagnostics& others) {
    for (const Diagnostic& d : others.m_entries)
        add(d);
}

std::uint64_t Diagnostics::count(Severity severity) const {
    std::uint64_t sum = 0;
    for (const Diagnostic& d : m_entries)
        sum += d.severity == severity ? d.count : 0;
    return sum;
}

void Diagnostics::sort() {
    std::sort(m_entries.begin(), m_entries.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::make_tuple(a.file, placeOf(a), std::string_view(a.code)) <
               std::make_tuple(b.file, placeOf(b), std::string_view(b.code));
    });
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_places[{m_entries[i].file, m_entries[i].code}] = i;
}

} // namespace lanescope
