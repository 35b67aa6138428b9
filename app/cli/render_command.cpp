#include "app/cli/render_command.h"

#include "app/cli/render_figure.h"
#include "app/cli/terminal_progress.h"
#include "core/session/open_run.h"

#include <QGuiApplication>
#include <QImageWriter>

#include <cstdio>

namespace lanescope {

namespace {

constexpr int wrongUsageStatus = 2;
constexpr int cancelledStatus = 130;

int failed(const std::string& message, int status = 1) {
    std::fprintf(stderr, "lanescope render: %s\n", message.c_str());
    return status;
}

bool endsWith(const std::string& path, const char* suffix) {
    return QString::fromStdString(path).endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
}

/// Empty when the file can be written in this version.
std::string problemWithFormat(const std::string& output) {
    if (endsWith(output, ".png"))
        return {};
    if (endsWith(output, ".svg") || endsWith(output, ".pdf"))
        return output + ": this version writes PNG; name the file .png, and use --scale 3 for print";
    return output + ": its name must end in .png, the format this version writes";
}

/// A server has no session of a user, which Qt would warn about for every picture.
void dropSessionWarning(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (!message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR")))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

std::string write(const QImage& image, const std::string& path) {
    QImageWriter writer(QString::fromStdString(path), "png");
    return writer.write(image) ? std::string() : path + ": " + writer.errorString().toStdString();
}

/// Why nothing could be opened, of the first file that tells.
Error whyNot(const Run& run) {
    for (const InputFile& file : run.files)
        if (!file.reason.empty() && (file.role == InputRole::Trace || file.status == InputStatus::Failed))
            return {ErrorCode::FileNotReadable, file.reason, file.path, {}, {}};
    return {ErrorCode::NotFound, "there is no trace in it", run.name, {}, {}};
}

Result<std::shared_ptr<const RunIndex>> openIndex(const RenderOptions& options) {
    TerminalProgress progress;
    Result<LoadedRun> loaded =
        openRun(options.paths, {options.threads, options.usesCache ? IndexStore::ofUser() : nullptr}, progress);
    if (!loaded)
        return loaded.error();
    if (loaded->run->opens == OpenState::No)
        return whyNot(*loaded->run);
    return loaded->index;
}

int render(const RenderOptions& options, const OpenForRender& open) {
    const Result<std::shared_ptr<const RunIndex>> index = open(options);
    if (!index)
        return index.error().code == ErrorCode::Cancelled ? cancelledStatus : failed(index.error().text());
    qputenv("QT_QPA_PLATFORM", "offscreen"); // whatever display there is: equal bytes everywhere
    qInstallMessageHandler(dropSessionWarning);
    int count = 1;
    char name[] = "lanescope";
    char* arguments[] = {name, nullptr};
    const QGuiApplication application(count, arguments);
    const Result<QImage> image = renderFigure(**index, options);
    if (!image)
        return failed(image.error().message);
    const std::string problem = write(*image, options.output);
    return problem.empty() ? 0 : failed(problem);
}

} // namespace

int runRender(const std::vector<std::string>& arguments) { return runRender(arguments, openIndex); }

int runRender(const std::vector<std::string>& arguments, const OpenForRender& open) {
    const Result<RenderOptions> options = parseRenderOptions(arguments);
    if (!options)
        return failed(options.error().message + " (lanescope render --help shows an example)", wrongUsageStatus);
    if (options->isHelp) {
        std::fputs(renderHelp().c_str(), stdout);
        return 0;
    }
    if (const std::string problem = problemWithFormat(options->output); !problem.empty())
        return failed(problem);
    return render(*options, open);
}

} // namespace lanescope
