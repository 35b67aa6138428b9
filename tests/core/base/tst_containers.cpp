#include "core/base/packed_column.h"
#include "core/base/string_pool.h"
#include "core/base/task_pool.h"

#include <QTest>

#include <atomic>
#include <random>
#include <stdexcept>
#include <string>

using namespace lanescope;

class TestContainers : public QObject {
    Q_OBJECT
private slots:
    void packedColumnGivesBackEveryValue() {
        std::mt19937_64 random(3);
        std::vector<std::int64_t> values;
        for (int i = 0; i < 1000; ++i)
            values.push_back(i % 17 == 0 ? static_cast<std::int64_t>(random()) : i * 1000);
        values.push_back(INT64_MIN);
        values.push_back(INT64_MAX);
        const PackedColumn column{std::span<const std::int64_t>(values)};
        QCOMPARE(column.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(column[i], values[i]);
    }
    void durationColumnKeepsLongDurationsWhole() {
        const std::vector<std::int64_t> values{0, 4294967294, 4294967295, 4294967296, 9000000000000};
        const DurationColumn column{std::span<const std::int64_t>(values)};
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(column[i], values[i]);
    }
    void aFrozenArrayIsSharedAndKeepsItsMemory() {
        std::vector<int> numbers{1, 2, 3};
        const int* const place = numbers.data();
        FrozenArray<int> copy;
        {
            const FrozenArray<int> array(std::move(numbers));
            copy = array;
        }
        QCOMPARE(copy.size(), std::size_t{3});
        QVERIFY(copy.begin() == place);
        const auto mapped = std::make_shared<std::vector<int>>(2, 7);
        FrozenArray<int> view(std::span<const int>(*mapped), mapped);
        QCOMPARE(view[1], 7);
        QVERIFY(mapped.use_count() == 2);
    }
    void equalTextsHaveOneIdAndStayInPlace() {
        StringPool pool;
        const StringId first = pool.intern("stream 7");
        const char* place = pool.view(first).data();
        for (int i = 0; i < 10000; ++i)
            pool.intern(std::to_string(i));
        QCOMPARE(pool.intern("stream 7"), first);
        QVERIFY(pool.view(first).data() == place);
        QCOMPARE(pool.size(), std::size_t{10001});
        QVERIFY(!pool.find("absent").isValid());
        QCOMPARE(pool.view(pool.intern("")), std::string_view(""));
    }
    void tasksRunOnceEachAndFailuresComeBack() {
        std::vector<std::atomic<int>> runs(100);
        runTasks(100, 8, [&](std::size_t i) { ++runs[i]; });
        for (const auto& count : runs)
            QCOMPARE(count.load(), 1);
        QVERIFY_EXCEPTION_THROWN(runTasks(5, 2,
                                          [](std::size_t i) {
                                              if (i == 3)
                                                  throw std::runtime_error("third");
                                          }),
                                 std::runtime_error);
    }
};

QTEST_APPLESS_MAIN(TestContainers)
#include "tst_containers.moc"
