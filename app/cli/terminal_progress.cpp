#include "app/cli/terminal_progress.h"

#include "core/base/format.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace lanescope {

namespace {

volatile std::sig_atomic_t wasInterrupted = 0; // a signal handler can reach nothing else

void interrupt(int) { wasInterrupted = 1; }

} // namespace

TerminalProgress::TerminalProgress() : m_isTerminal(::isatty(STDERR_FILENO) != 0) { std::signal(SIGINT, interrupt); }

TerminalProgress::~TerminalProgress() {
    std::signal(SIGINT, SIG_DFL);
    if (m_isTerminal && m_lastPercent >= 0)
        std::fputs("\r\x1b[K", stderr);
}

bool TerminalProgress::isCancelled() const { return wasInterrupted != 0; }

void TerminalProgress::report(const ProgressState& state) {
    const int percent = static_cast<int>(state.fraction * 100);
    if (!m_isTerminal)
        return;
    const std::lock_guard lock(m_mutex);
    if (percent == m_lastPercent)
        return;
    m_lastPercent = percent;
    const std::string line = "\r\x1b[K" + std::string(state.stage) + " " + std::to_string(percent) + " %, " +
                             formatBytes(static_cast<double>(state.bytesDone)) + ", " +
                             formatCount(static_cast<std::int64_t>(state.events)) + " events";
    std::fputs(line.c_str(), stderr);
}

} // namespace lanescope
