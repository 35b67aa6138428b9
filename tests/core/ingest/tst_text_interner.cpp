#include "core/ingest/text_interner.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lanescope;

namespace {

/// Texts that agree in length, both ends and middle among others that do not, more than are remembered at once.
std::vector<std::string> likeTexts() {
    std::vector<std::string> texts = {"", "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", std::string(3, '\0')};
    for (int i = 0; i < 2000; ++i) {
        const std::string digits = std::to_string(100000 + i);
        texts.push_back(digits);
        texts.push_back("void gemm<" + digits + ">(float const*, float const*, float const*, float*, int)");
    }
    return texts;
}

} // namespace

class TestTextInterner : public QObject {
    Q_OBJECT
private slots:
    void everyTextHasTheIdThePoolGivesIt() {
        StringPool plain, quick;
        TextInterner interner(quick);
        for (int round = 0; round < 3; ++round)
            for (const std::string& text : likeTexts()) {
                const StringId id = interner.intern(text);
                QCOMPARE(id.value, plain.intern(text).value);
                QCOMPARE(std::string(quick.view(id)), text);
            }
        QCOMPARE(quick.size(), plain.size());
    }
};

QTEST_APPLESS_MAIN(TestTextInterner)
#include "tst_text_interner.moc"
