#include "widgets/load/index_keeper.h"

#include "core/session/slice_arguments.h"

#include <sys/resource.h>

namespace lanescope {

namespace {

constexpr int lowPriority = 15; // of 19

class Stoppable final : public Progress {
public:
    explicit Stoppable(std::stop_token stop) : m_stop(std::move(stop)) {}
    void report(const ProgressState&) override {}
    bool isCancelled() const override { return m_stop.stop_requested(); }

private:
    std::stop_token m_stop;
};

} // namespace

void IndexKeeper::keep(std::shared_ptr<const LoadedRun> run) {
    m_worker = std::jthread([run = std::move(run)](const std::stop_token& stop) {
        ::setpriority(PRIO_PROCESS, 0, lowPriority); // on Linux: of this thread alone
        const Stoppable progress(stop);
        (void)saveIndex(*run, progress); // no index is no fault of the run: it opens as before
        (void)saveTexts(*run, progress);
    });
}

} // namespace lanescope
