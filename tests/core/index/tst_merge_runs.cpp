#include "core/index/merge_runs.h"

#include <QTest>

#include <random>

using namespace lanescope;

class TestMergeRuns : public QObject {
    Q_OBJECT
private slots:
    void itSortsAsAStableSortWhateverTheNumberOfRuns() {
        using Item = std::pair<int, int>; // key, place
        const auto before = [](const Item& a, const Item& b) { return a.first < b.first; };
        std::mt19937 random(2);
        for (int round = 0; round < 300; ++round) {
            std::vector<Item> items;
            const auto size = random() % 60, longest = 1 + random() % 20;
            int key = 0;
            for (unsigned i = 0; i < size; ++i) {
                key = random() % longest == 0 ? 0 : key + static_cast<int>(random() % 3);
                items.emplace_back(key, static_cast<int>(i));
            }
            auto expected = items;
            std::stable_sort(expected.begin(), expected.end(), before);
            mergeRuns(items, before);
            QCOMPARE(items, expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestMergeRuns)
#include "tst_merge_runs.moc"
