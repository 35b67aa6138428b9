// Progress on a terminal's standard error; Ctrl+C cancels.
#pragma once

#include "core/base/progress.h"

#include <atomic>
#include <mutex>

namespace lanescope {

/// While it lives SIGINT cancels the work instead of ending the program. One at a time. Prints only on a terminal.
class TerminalProgress final : public Progress {
public:
    TerminalProgress();
    ~TerminalProgress() override;
    void report(const ProgressState& state) override;
    bool isCancelled() const override;

private:
    bool m_isTerminal;
    std::mutex m_mutex;
    int m_lastPercent = -1;
};

} // namespace lanescope
