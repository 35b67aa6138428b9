#include "widgets/paint/theme.h"

#include <QTest>

#include <set>

using namespace lanescope;

namespace {

constexpr ThemeKind kinds[] = {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Print};

std::vector<ColorRole> allRoles() {
    std::vector<ColorRole> roles;
    for (int role = 0; role < Theme::roleCount; ++role)
        roles.push_back(static_cast<ColorRole>(role));
    return roles;
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void contrastIsThatOfTheStandard() {
        QVERIFY(qAbs(contrastRatio(Qt::black, Qt::white) - 21) < 1e-9);
        QVERIFY(qAbs(contrastRatio(QColor(0x767676), Qt::white) - 4.54) < 0.01);
        QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
    }

    void labelsAreReadableOnEveryRole() {
        for (const ThemeKind kind : kinds)
            for (const ColorRole role : allRoles()) {
                const RoleLook& look = Theme::of(kind).look(role);
                QVERIFY2(contrastRatio(look.ink, look.fill) >= 4.5, look.fill.name().toUtf8());
            }
    }

    void labelsAreReadableAcrossTheHatching() {
        for (const ThemeKind kind : kinds)
            for (const ColorRole role : allRoles()) {
                if (!isCommunication(role))
                    continue;
                const RoleLook& look = Theme::of(kind).look(role);
                QVERIFY2(contrastRatio(look.hiddenInk, look.hiddenFill) >= 4.5, look.fill.name().toUtf8());
                QVERIFY2(contrastRatio(look.hiddenInk, look.hiddenHatch) >= 4.5, look.fill.name().toUtf8());
            }
    }

    void theFrameIsReadable() {
        for (const ThemeKind kind : kinds) {
            const Theme& theme = Theme::of(kind);
            for (const QColor& ground :
                 {theme.window, theme.gutter, theme.ruler, theme.header, theme.recordedHeader, theme.lane}) {
                QVERIFY(contrastRatio(theme.text, ground) >= 4.5);
                QVERIFY(contrastRatio(theme.mutedText, ground) >= 4.5);
            }
            QVERIFY(contrastRatio(theme.selection, theme.lane) >= 3);
            QVERIFY(contrastRatio(theme.accent, theme.lane) >= 3);
        }
    }

    void exposedCommunicationStandsOutOfTheStrip() {
        for (const ThemeKind kind : kinds) {
            const Theme& theme = Theme::of(kind);
            const QColor exposed = theme.look(ColorRole::StripExposed).fill;
            QVERIFY(contrastRatio(exposed, theme.lane) >= 3);
            QVERIFY(contrastRatio(exposed, theme.look(ColorRole::StripHidden).hiddenFill) >= 1.5);
        }
    }

    void hiddenIsQuieterThanExposed() {
        for (const ThemeKind kind : kinds)
            for (const ColorRole role : allRoles()) {
                if (!isCommunication(role))
                    continue;
                const Theme& theme = Theme::of(kind);
                const RoleLook& look = theme.look(role);
                QVERIFY(contrastRatio(look.hiddenFill, theme.lane) < contrastRatio(look.fill, theme.lane));
                QVERIFY(contrastRatio(look.hiddenFill, look.hiddenHatch) >= 1.2);
            }
    }

    void noTwoKindsOfWorkLookAlike() {
        for (const ThemeKind kind : kinds) {
            std::set<QRgb> seen;
            for (int role = 0; role <= static_cast<int>(ColorRole::Other); ++role)
                QVERIFY(seen.insert(Theme::of(kind).look(static_cast<ColorRole>(role)).fill.rgb()).second);
        }
    }
};

QTEST_APPLESS_MAIN(TestTheme)
#include "tst_theme.moc"
