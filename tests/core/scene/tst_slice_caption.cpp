#include "core/scene/slice_caption.h"

#include "core/scene/legend.h"
#include "tests/core/scene/scene_test_support.h"

#include <QTest>

#include <algorithm>

using namespace lanescope;

namespace {

SliceId sliceNamed(const Run& run, std::string_view part) {
    for (std::size_t i = 0; i < run.slices.size(); ++i)
        if (run.nameOf(SliceId(i)).find(part) != std::string_view::npos)
            return SliceId(i);
    return {};
}

std::string valueOf(const SliceCaption& caption, std::string_view name) {
    for (const CaptionLine& line : caption.lines)
        if (line.name == name)
            return line.value;
    return {};
}

} // namespace

class TestSliceCaption : public QObject {
    Q_OBJECT

private slots:
    void kernelNamesAreShortened_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("template")
            << "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int, char*)"
            << "vectorized_elementwise_kernel";
        QTest::newRow("anonymous") << "void (anonymous namespace)::softmax_warp_forward<float, 8>(float*)"
                                   << "softmax_warp_forward";
        QTest::newRow("nccl") << "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
                              << "ncclDevKernel_AllGather_RING_LL";
        QTest::newRow("plain") << "ampere_bf16_s16816gemm"
                               << "ampere_bf16_s16816gemm";
        QTest::newRow("nothing left") << "<lambda>(int)"
                                      << "<lambda>(int)";
        QTest::newRow("control characters") << "a\nb"
                                            << "a\\nb";
        QTest::newRow("empty") << ""
                               << "";
    }
    void kernelNamesAreShortened() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(shortKernelName(name.toStdString())), expected);
    }

    void aCollectiveTellsSizeGroupBandwidthAndWhatIsExposed() {
        const auto index = testIndex(fiveSlices());
        const SliceCaption caption = captionOf(*index, sliceNamed(index->run(), "AllGather"));
        QCOMPARE(caption.title, std::string("ncclDevKernel_AllGather_RING_LL(x)"));
        QCOMPARE(valueOf(caption, "Duration"), std::string("300 µs (300,000 ns)"));
        QCOMPARE(valueOf(caption, "Operation"), std::string("all_gather"));
        QCOMPARE(valueOf(caption, "Size"), std::string("33.6 MB"));
        QCOMPARE(valueOf(caption, "Data type"), std::string("BFloat16"));
        QCOMPARE(valueOf(caption, "Group"), std::string("mesh_fsdp · 8 ranks"));
        QCOMPARE(valueOf(caption, "Algorithm bandwidth"), std::string("112 GB/s"));
        QCOMPARE(valueOf(caption, "Bus bandwidth"), std::string("97.9 GB/s")); // 7/8 of it
        QCOMPARE(valueOf(caption, "Exposed"), std::string("100 µs (33.3 %)"));
    }

    void whatTheTraceDoesNotTellIsLeftOut() {
        const auto index = testIndex(fiveSlices());
        const SliceCaption reduce = captionOf(*index, sliceNamed(index->run(), "AllReduce"));
        QCOMPARE(valueOf(reduce, "Size"), std::string());
        QCOMPARE(valueOf(reduce, "Bus bandwidth"), std::string());
        const SliceCaption compute = captionOf(*index, sliceNamed(index->run(), "gemm"));
        QCOMPARE(valueOf(compute, "Operation"), std::string());
        QCOMPARE(valueOf(compute, "Kind"), std::string("compute (matrix multiply)"));
    }

    void theLegendNamesWhatTheRunHoldsAndNoMore() {
        const auto index = testIndex(fiveSlices());
        const std::vector<LegendEntry> legend = legendOf(*index);
        const auto has = [&](ColorRole role) {
            return std::any_of(legend.begin(), legend.end(),
                               [&](const LegendEntry& entry) { return entry.role == role; });
        };
        for (const ColorRole role : {ColorRole::StripExposed, ColorRole::StripHidden, ColorRole::ComputeMatrix,
                                     ColorRole::AllGather, ColorRole::AllReduce, ColorRole::Memory})
            QVERIFY(has(role));
        QVERIFY(!has(ColorRole::AllToAll) && !has(ColorRole::HostPython));
        QVERIFY(legend.front().role == ColorRole::StripExposed);
    }
};

QTEST_APPLESS_MAIN(TestSliceCaption)
#include "tst_slice_caption.moc"
