// TaskQueue: jobs handed to a few worker threads as they come up; each answers through a future.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lanescope {

/// With fewer than two threads every job runs at once in the caller's. Destruction waits for the jobs begun and drops
/// the rest.
class TaskQueue {
public:
    explicit TaskQueue(unsigned threads);
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    /// Runs job() some time; its value or exception comes through the future.
    template <class Job>
    auto run(Job job) -> std::future<decltype(job())> {
        auto task = std::make_shared<std::packaged_task<decltype(job())()>>(std::move(job));
        auto answer = task->get_future();
        if (m_workers.empty())
            (*task)();
        else
            enqueue([task] { (*task)(); });
        return answer;
    }

private:
    void enqueue(std::function<void()> job);
    void work();

    std::mutex m_mutex;
    std::condition_variable m_hasWork;
    std::deque<std::function<void()>> m_jobs;
    bool m_isClosing = false;
    std::vector<std::jthread> m_workers; // last: joined before the rest goes
};

} // namespace lanescope
