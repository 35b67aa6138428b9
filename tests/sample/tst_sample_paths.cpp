#include "resources/sample_paths.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

class TestSamplePaths : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theSampleIsTwoFoldersOfTheCache();
    void aDamagedFileIsWrittenAgain();
    void aFileThatIsRightIsLeftAlone();
    void aCacheThatCannotBeWrittenIsAnError();

private:
    QTemporaryDir m_home;
};

void TestSamplePaths::init() {
    QVERIFY(m_home.isValid());
    qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
}

void TestSamplePaths::theSampleIsTwoFoldersOfTheCache() {
    QString error;
    const QStringList paths = samplePaths(&error);
    QVERIFY2(error.isEmpty(), qPrintable(error));
    QCOMPARE(paths.size(), 2);
    QVERIFY(paths[0].endsWith("/llama-sample-fsdp8"));
    QVERIFY(paths[1].endsWith("/llama-sample-tp4-dp2"));
    for (const QString& path : paths) {
        QVERIFY(path.startsWith(m_home.path()));
        QCOMPARE(QDir(path).entryList(QDir::Files).size(), 10); // card, script, eight ranks
    }
}

void TestSamplePaths::aDamagedFileIsWrittenAgain() {
    QString error;
    QFile file(samplePaths(&error).value(0) + "/rank3_trace.json.zst");
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray before = file.readAll();
    QVERIFY(file.resize(100));
    file.close();
    samplePaths(&error);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before);
}

void TestSamplePaths::aFileThatIsRightIsLeftAlone() {
    QString error;
    const QString path = samplePaths(&error).value(1) + "/run.sh";
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QDateTime longAgo = QDateTime::fromSecsSinceEpoch(1'000'000'000);
    QVERIFY(file.setFileTime(longAgo, QFileDevice::FileModificationTime));
    file.close();
    samplePaths(&error);
    QCOMPARE(QFileInfo(path).lastModified(), longAgo);
}

void TestSamplePaths::aCacheThatCannotBeWrittenIsAnError() {
    QFile file(m_home.filePath("a file, no folder"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    qputenv("XDG_CACHE_HOME", file.fileName().toUtf8());
    QString error;
    QVERIFY(samplePaths(&error).isEmpty());
    QVERIFY(!error.isEmpty());
}

QTEST_GUILESS_MAIN(TestSamplePaths)
#include "tst_sample_paths.moc"
