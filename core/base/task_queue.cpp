#include "core/base/task_queue.h"

namespace lanescope {

TaskQueue::TaskQueue(unsigned threads) {
    for (unsigned i = 1; i < threads; ++i)
        m_workers.emplace_back([this] { work(); });
}

TaskQueue::~TaskQueue() {
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_jobs.clear();
    }
    m_hasWork.notify_all();
}

void TaskQueue::enqueue(std::function<void()> job) {
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_hasWork.notify_one();
}

/// False when no job waits to be begun.
bool TaskQueue::runOne() {
    std::function<void()> job;
    {
        const std::lock_guard lock(m_mutex);
        if (m_jobs.empty())
            return false;
        job = std::move(m_jobs.front());
        m_jobs.pop_front();
    }
    job();
    return true;
}

void TaskQueue::work() {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(m_mutex);
            m_hasWork.wait(lock, [this] { return m_isClosing || !m_jobs.empty(); });
            if (m_isClosing)
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        job();
    }
}

} // namespace lanescope
