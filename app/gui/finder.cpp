#include "app/gui/finder.h"

#include "core/index/search.h"

namespace lanescope {

namespace {

/// Position of `slice` among the matches in time order, from 1. O(slices).
quint64 numberOf(const Run& run, const std::vector<bool>& matching, SliceId slice) {
    const auto placeOf = [&](SliceId s) { return std::pair(run.slices.start(s), s.value); };
    const auto place = placeOf(slice);
    quint64 number = 0;
    for (std::size_t i = 0; i < run.slices.size(); ++i)
        number += matching[run.slices.descriptor(SliceId(i)).index()] && placeOf(SliceId(i)) <= place;
    return number;
}

} // namespace

Finder::Finder(QObject* parent) : QObject(parent), m_task([this](const Place& place) { emit placed(place); }) {}

void Finder::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    setText({});
}

void Finder::setText(const QString& text) {
    m_task.drop();
    m_matching = std::make_shared<const std::vector<bool>>(m_run ? matchingDescriptors(*m_run->run, text.toStdString())
                                                                 : std::vector<bool>());
    emit matchingChanged(*m_matching);
    if (m_matching->empty())
        return;
    m_task.start([run = m_run, matching = m_matching] { return Place{{}, 0, countMatches(*run->run, *matching)}; });
}

void Finder::walk(SliceId from, bool isForward) {
    if (!m_matching || m_matching->empty())
        return;
    m_task.start([run = m_run, matching = m_matching, from, isForward] {
        const SliceId next = nextMatch(*run->run, *matching, from, isForward);
        return Place{next, next.isValid() ? numberOf(*run->run, *matching, next) : 0,
                     countMatches(*run->run, *matching)};
    });
}

} // namespace lanescope
