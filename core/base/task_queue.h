// TaskQueue: jobs handed to a few worker threads as they come up; each answers through a future, and whoever waits for
// an answer helps.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lanescope {

/// `threads` counts the caller's: it hands out jobs, and does some itself while it waits. With fewer than two every job
/// runs at once. Destruction waits for the jobs begun and drops the rest.
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

    /// What the job answers or throws; runs jobs that nobody has begun until it is there.
    template <class Answer>
    Answer waitFor(std::future<Answer>& answer) {
        while (answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready && runOne())
            ;
        return answer.get();
    }

private:
    bool runOne();
    void enqueue(std::function<void()> job);
    void work();

    std::mutex m_mutex;
    std::condition_variable m_hasWork;
    std::deque<std::function<void()>> m_jobs;
    bool m_isClosing = false;
    std::vector<std::jthread> m_workers; // last: joined before the rest goes
};

} // namespace lanescope
