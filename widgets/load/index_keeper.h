// IndexKeeper: writes the indexes of opened runs in the background, one after the other, when nothing else wants the
// processor.
#pragma once

#include "core/session/open_run.h"

#include <memory>
#include <thread>

namespace lanescope {

/// Keeping another run gives up the one before; destruction gives up and waits.
class IndexKeeper {
public:
    void keep(std::shared_ptr<const LoadedRun> run);

private:
    std::jthread m_worker;
};

} // namespace lanescope
