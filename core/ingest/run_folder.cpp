#include "core/ingest/run_folder.h"

#include "core/base/task_pool.h"
#include "core/base/text.h"
#include "core/ingest/file_listing.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lanescope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t headBytes = std::size_t{64} << 10;

struct Head {
    std::string text;
    Compression compression = Compression::None;
    std::uint64_t fileBytes = 0;
};

Result<Head> readHead(const std::string& path) {
    std::error_code fault;
    const fs::file_status status = fs::status(path, fault);
    if (fs::exists(status) && !fs::is_regular_file(status)) // opening a pipe would wait for its writer
        return Error{ErrorCode::FileNotReadable,
                     "a pipe or a device: traces are read more than once, so write it to a file first",
                     path,
                     {},
                     {}};
    auto source = openByteSource(path);
    if (!source)
        return source.error();
    Head head;
    head.compression = (*source)->compression();
    head.fileBytes = (*source)->sourceSize();
    head.text.resize(headBytes);
    const auto filled = readFully(**source, head.text); // damage behind the first bytes is the importer's to tell
    if (!filled)
        return filled.error();
    head.text.resize(*filled);
    return head;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool endsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}

/// A format this version knows of but does not read.
struct KnownFormat {
    std::string_view id, advice;
};

std::optional<KnownFormat> unreadFormat(std::string_view head, std::string_view name) {
    if (head.starts_with("SQLite format 3"))
        return KnownFormat{"nsys-sqlite",
                           "an SQLite database (Nsight Systems export?): this version reads Chrome trace JSON only"};
    if (endsWithAny(name, {".nsys-rep", ".qdrep"}))
        return KnownFormat{
            "nsys-rep",
            "an Nsight Systems report: export it with `nsys export --type sqlite`, which a later version will read"};
    if (name.ends_with(".xplane.pb"))
        return KnownFormat{"xplane", "an XPlane profile: this version reads the trace JSON of XLA only"};
    return std::nullopt;
}

bool isExecutionTrace(std::string_view head, std::string_view name) {
    return name.ends_with(".et") ||
           (trimmed(head).starts_with('{') && has(head, "\"nodes\"") && has(head, "\"schema\""));
}

bool isLatency(std::string_view head) {
    constexpr std::array<std::string_view, 5> keys = {"\"avg_latency\"", "\"ttfts\"", "\"median_ttft_ms\"",
                                                      "\"mean_ttft_ms\"", "\"mean_tpot_ms\""};
    return trimmed(head).starts_with('{') &&
           std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return has(head, key); });
}

bool isScript(std::string_view head, std::string_view name) {
    return head.starts_with("#!") || endsWithAny(name, {".sh", ".py", ".slurm", ".sbatch", ".toml"});
}

const Importer* importerFor(std::string_view head, std::string_view name, SniffScore least) {
    for (const auto& importer : builtinImporters())
        if (importer->sniff(head, name) >= least)
            return importer.get();
    return nullptr;
}

void recognizeContent(PlannedFile& planned, const Head& head, const RoleRecognizer& recognize) {
    InputFile& file = planned.file;
    const std::string_view name = baseName(file.path);
    if (const auto unread = unreadFormat(head.text, name)) {
        file.role = InputRole::Trace;
        file.format = unread->id;
        file.reason = unread->advice;
    } else if ((planned.importer = importerFor(head.text, name, SniffScore::Yes))) {
        file.role = InputRole::Trace;
        file.format = planned.importer->descriptor().id;
    } else if (isExecutionTrace(head.text, name)) {
        file.role = InputRole::ExecutionTrace;
        file.reason = "an execution trace (graph of operators): listed, not drawn";
    } else if (isLatency(head.text)) {
        file.role = InputRole::Latency;
        file.reason = "benchmark latencies: listed, not drawn";
    } else if (const auto role = recognize(head.text, name)) {
        file.role = *role;
    } else if (isScript(head.text, name)) {
        file.role = InputRole::Script;
        file.reason = "a script: listed beside the traces";
    } else if ((planned.importer = importerFor(head.text, name, SniffScore::Maybe))) {
        file.format = planned.importer->descriptor().id; // its role is known once it was read
    } else {
        file.reason = head.text.empty() ? "the file is empty" : "no known format";
    }
}

/// Of a file that cannot be read only the name can tell; who names a file wants a trace read.
bool countsAsTrace(const ListedFile& listed) {
    return listed.isGiven || endsWithAny(baseName(listed.path), {".json", ".json.gz", ".json.zst"});
}

PlannedFile lookAt(const ListedFile& listed, const RoleRecognizer& recognize) {
    PlannedFile planned;
    planned.file.path = listed.path;
    planned.isGiven = listed.isGiven;
    planned.finding = listed.finding;
    if (listed.finding) {
        planned.file.reason = listed.finding->message;
        return planned;
    }
    planned.stamp = stampOf(listed.path);
    const auto head = readHead(listed.path);
    if (!head) {
        planned.finding = failureOf(head.error());
        planned.file.role = countsAsTrace(listed) ? InputRole::Trace : InputRole::Other;
        planned.file.status = InputStatus::Failed;
        planned.file.reason = head.error().message;
        return planned;
    }
    planned.file.compression = head->compression;
    planned.file.fileBytes = head->fileBytes;
    recognizeContent(planned, *head, recognize);
    if (listed.isGiven && planned.file.role == InputRole::Other && !planned.importer) {
        planned.file.status = InputStatus::Failed;
        planned.finding = failureOf({ErrorCode::UnknownFormat, planned.file.reason, {}, {}, {}});
    }
    return planned;
}

std::string nameOfPath(const std::string& path) {
    std::error_code fault;
    fs::path p = fs::path(path).lexically_normal();
    if (p.filename().empty())
        p = p.parent_path();
    if (p.filename() == "." || p.filename().empty())
        p = fs::absolute(p, fault).lexically_normal().parent_path();
    return p.filename().string();
}

/// Several files are called by the folder of the first.
std::string nameOfRun(const std::vector<std::string>& paths) {
    if (paths.empty())
        return {};
    std::error_code fault;
    if (paths.size() == 1 || fs::is_directory(paths.front(), fault))
        return nameOfPath(paths.front());
    return nameOfPath(fs::absolute(paths.front(), fault).parent_path().string());
}

std::string_view codeOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::FileNotReadable:
        return "file-not-readable";
    case ErrorCode::UnknownFormat:
        return "unknown-format";
    case ErrorCode::Truncated:
        return "truncated-compression";
    default:
        return "not-read";
    }
}

} // namespace

Diagnostic failureOf(const Error& error) {
    return {Severity::Error, std::string(codeOf(error.code)), error.message, {}, error.byteOffset, {}, {}, 1};
}

LoadPlan planRun(const std::vector<std::string>& paths, const RoleRecognizer& recognize, Progress& progress,
                 unsigned threads) {
    const std::vector<ListedFile> listed = listFiles(paths);
    LoadPlan plan;
    plan.name = nameOfRun(paths);
    plan.files.resize(listed.size());
    runTasks(listed.size(), threads, [&](std::size_t i) {
        if (!progress.isCancelled())
            plan.files[i] = lookAt(listed[i], recognize);
    });
    return plan;
}

} // namespace lanescope
