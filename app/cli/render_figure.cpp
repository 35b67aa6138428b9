#include "app/cli/render_figure.h"

#include "core/base/format.h"
#include "core/base/text.h"
#include "core/scene/scene_builder.h"
#include "widgets/paint/figure_painter.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double tallestPixels = 32000; // a little less than what pictures are painted on, and viewers take
constexpr double roomForLegend = 200;   // which is known once the lanes are laid out

Error failed(std::string message) { return {ErrorCode::NotFound, std::move(message), {}, {}, {}}; }

ThemeKind themeOf(RenderOptions::Theme theme) {
    return theme == RenderOptions::Theme::Light  ? ThemeKind::Light
           : theme == RenderOptions::Theme::Dark ? ThemeKind::Dark
                                                 : ThemeKind::Print;
}

/// The time of that step on all ranks together.
Result<TimeSpan> spanOfStep(const Run& run, std::int64_t number) {
    std::optional<TimeSpan> span;
    for (const Step& step : run.steps)
        if (step.number == number)
            span =
                span ? TimeSpan{std::min(span->begin, step.span.begin), std::max(span->end, step.span.end)} : step.span;
    if (span)
        return *span;
    if (run.steps.empty())
        return failed("there is no step " + std::to_string(number) + ": the run has no step marks");
    const auto [first, last] = std::minmax_element(run.steps.begin(), run.steps.end(),
                                                   [](const Step& a, const Step& b) { return a.number < b.number; });
    return failed("there is no step " + std::to_string(number) + ": the run has steps " +
                  std::to_string(first->number) + " to " + std::to_string(last->number));
}

Result<TimeSpan> spanOf(const Run& run, const RenderOptions& options) {
    if (options.step)
        return spanOfStep(run, *options.step);
    const TimeSpan whole = run.span.value_or(TimeSpan{});
    const TimeSpan span{options.from.value_or(whole.begin), options.to.value_or(whole.end)};
    if ((options.from || options.to) && !span.overlaps(whole))
        return failed("the run ends at " + formatDuration(whole.end) + ": nothing of --span lies within it");
    return span;
}

std::string captionOf(const RunIndex& index, const RenderOptions& options, TimeSpan span) {
    const std::size_t groups = index.lanes().groups.size();
    if (groups == 0)
        return "No slices: there is nothing to draw";
    const TimeNs resolution = std::max<TimeNs>(1, span.duration() / 1000);
    std::string caption = groups == 1 ? displayText(index.lanes().groups.front().title)
                                      : std::to_string(groups) + (index.devices().empty() ? " files" : " ranks");
    if (options.step)
        caption += " · step " + std::to_string(*options.step);
    const std::string begin = span.begin == 0 ? "0" : formatInstant(span.begin, resolution);
    return caption + " · " + begin + " to " + formatInstant(span.end, resolution) + " (" +
           formatDuration(span.duration()) + ")";
}

LaneMetrics scaledMetrics(double factor) {
    const auto scaled = [&](double height) { return std::max(5.0, std::round(height * factor)); };
    LaneMetrics metrics;
    for (double* height : {&metrics.rowHeight, &metrics.hostRowHeight, &metrics.memoryHeight, &metrics.stripHeight,
                           &metrics.stepHeight, &metrics.counterHeight})
        *height = scaled(*height);
    metrics.groupHeader = std::clamp(std::round(metrics.groupHeader * factor), 16.0, 26.0);
    metrics.recordedHeader = std::clamp(std::round(metrics.recordedHeader * factor), 14.0, 20.0);
    metrics.gap = factor < 0.6 ? 1 : 2;
    return metrics;
}

/// The largest lanes that fit into `height`; folded groups where nothing else does. Null when not even these fit.
std::optional<LaneLayout> fittingLayout(const LaneSet& lanes, double height) {
    for (const bool isFolded : {false, true})
        for (int percent = 160; percent >= 40; percent -= 5) {
            LaneLayout layout(lanes, scaledMetrics(percent / 100.0));
            layout.setRecordedShown(false);
            layout.setAllFolded(isFolded);
            if (layout.height() <= height)
                return layout;
        }
    return std::nullopt;
}

class FigureMaker {
public:
    FigureMaker(const RunIndex& index, const RenderOptions& options, TimeSpan span)
        : m_index(index), m_options(options), m_painter(figureFont(), themeOf(options.theme)),
          m_viewport(span, FigurePainter::laneWidth(options.width)) {
        m_viewport.setVisible(span);
        m_figure.title = displayText(index.run().name);
        m_figure.caption = captionOf(index, options, span);
    }

    Result<QImage> make() {
        LaneLayout layout(m_index.lanes());
        layout.setRecordedShown(false);
        if (!m_options.height) {
            const double most = tallestPixels / m_options.scale - m_painter.heightAround(m_figure, m_options.width) -
                                roomForLegend;
            auto fitting = layout.height() > most ? fittingLayout(m_index.lanes(), most) : std::move(layout);
            if (!fitting)
                return failed("the lanes are " + formatCount(static_cast<std::int64_t>(layout.height())) +
                              " pixels high, more than a picture can be: draw fewer files, or open the run in the "
                              "window");
            layout = std::move(*fitting);
        }
        layOut(layout, layout.height());
        if (m_options.height) {
            const double room = *m_options.height - m_painter.heightAround(m_figure, m_options.width);
            const std::optional<LaneLayout> fitting = fittingLayout(m_index.lanes(), room);
            if (!fitting)
                return failed("the lanes do not fit into a height of " + std::to_string(*m_options.height) +
                              ": leave it out (--size " + std::to_string(m_options.width) +
                              "x) and it follows the lanes");
            layOut(*fitting, room);
        }
        const double height = m_options.height.value_or(
            static_cast<int>(std::ceil(m_figure.scene.height + m_painter.heightAround(m_figure, m_options.width))));
        return m_painter.paint(m_figure, m_options.width, height);
    }

private:
    void layOut(const LaneLayout& layout, double height) {
        SceneRequest request;
        request.viewport = m_viewport;
        request.height = std::min(height, layout.height());
        request.devicePixelRatio = m_options.scale;
        request.isExact = true;
        m_figure.scene = buildScene(m_index, layout, request);
        m_figure.legend = legendOf(m_figure.scene);
    }

    const RunIndex& m_index;
    const RenderOptions& m_options;
    FigurePainter m_painter;
    Viewport m_viewport;
    Figure m_figure;
};

} // namespace

Result<QImage> renderFigure(const RunIndex& index, const RenderOptions& options) {
    const Result<TimeSpan> span = spanOf(index.run(), options);
    if (!span)
        return span.error();
    return FigureMaker(index, options, *span).make();
}

} // namespace lanescope
