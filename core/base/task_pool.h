// TaskPool: a few threads that work through numbered tasks; the only threads core makes.
#pragma once

#include <cstddef>
#include <functional>

namespace lanescope {

/// Runs task(0) ... task(count - 1), each once, on up to `threads` threads (the caller's is one of them), and
/// returns when all are done. Tasks are handed out in order, so task(i) starts no later than task(i + 1).
/// The first exception thrown by a task is thrown again here after the others have ended.
void runTasks(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);

/// Threads of this machine, at least 1.
unsigned hardwareThreads();

} // namespace lanescope
