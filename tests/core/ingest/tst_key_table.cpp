#include "core/ingest/key_table.h"

#include <QTest>

#include <set>
#include <string>

using namespace lanescope;

namespace {

struct Word {
    std::string_view text;
};

// Around the length of a machine word, and beginnings of each other.
constexpr KeyTable table(std::array{Word{"id"}, Word{"id2"}, Word{"seventh"}, Word{"eighteen"}, Word{"seventeen"},
                                    Word{"Process Group Name"}, Word{"Process Group Ranks"}, Word{"d"}});

const Word* findKey(const std::string& key) {
    const std::string text = key + "\": 1" + std::string(32, ' '); // as it stands in a document
    return table.find(std::string_view(text).substr(0, key.size()));
}

} // namespace

class TestKeyTable : public QObject {
    Q_OBJECT
private slots:
    void everyKeyIsFoundAndHasItsOwnIndex() {
        std::set<std::size_t> indices;
        for (const char* key :
             {"id", "id2", "seventh", "eighteen", "seventeen", "Process Group Name", "Process Group Ranks", "d"}) {
            const Word* found = findKey(key);
            QVERIFY2(found, key);
            QCOMPARE(std::string(found->text), std::string(key));
            indices.insert(table.indexOf(found));
        }
        QCOMPARE(indices.size(), std::size_t{8});
        QCOMPARE(*indices.rbegin(), std::size_t{7});
    }

    void beginningsAndLongerKeysAreNotFound() {
        for (const char* key : {"", "i", "id3", "id22", "seventh ", "sevent", "eightee", "eighteenth", "Process Group",
                                "Process Group Namf", "Process Group Names", "\xC3\xA9", "Id", "dd"})
            QVERIFY2(!findKey(key), key);
    }
};

QTEST_APPLESS_MAIN(TestKeyTable)
#include "tst_key_table.moc"
