#include "core/ingest/run_folder.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace lanescope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t headBytes = std::size_t{64} << 10;
constexpr int deepestFolder = 4;

struct Head {
    std::string text;
    Compression compression = Compression::None;
    std::uint64_t fileBytes = 0;
};

Result<Head> readHead(const std::string& path) {
    auto source = openByteSource(path);
    if (!source)
        return source.error();
    Head head;
    head.compression = (*source)->compression();
    head.fileBytes = (*source)->sourceSize();
    head.text.resize(headBytes);
    std::size_t filled = 0;
    while (filled < headBytes) {
        const auto got = (*source)->read({head.text.data() + filled, headBytes - filled});
        if (!got || *got == 0)
            break; // damage behind the first bytes is the importer's to tell
        filled += *got;
    }
    head.text.resize(filled);
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

PlannedFile lookAt(const std::string& path, const RoleRecognizer& recognize) {
    PlannedFile planned;
    planned.file.path = path;
    const auto head = readHead(path);
    if (!head) {
        planned.error = head.error();
        planned.file.status = InputStatus::Failed;
        planned.file.reason = head.error().message;
        return planned;
    }
    planned.file.compression = head->compression;
    planned.file.fileBytes = head->fileBytes;
    recognizeContent(planned, *head, recognize);
    return planned;
}

void listFolder(const fs::path& folder, int depth, std::vector<std::string>& files) {
    std::error_code fault;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, fault), end;
         !fault && it != end; it.increment(fault))
        entries.push_back(*it);
    std::sort(entries.begin(), entries.end());
    for (const fs::directory_entry& entry : entries) {
        if (entry.path().filename().string().starts_with('.'))
            continue;
        if (entry.is_directory(fault) && !entry.is_symlink(fault)) {
            if (depth + 1 < deepestFolder)
                listFolder(entry.path(), depth + 1, files);
        } else if (entry.is_regular_file(fault)) {
            files.push_back(entry.path().string());
        }
    }
}

std::string nameOfPath(const std::string& path) {
    fs::path p = fs::path(path).lexically_normal();
    if (p.filename().empty())
        p = p.parent_path();
    if (p.filename() == "." || p.filename().empty())
        p = fs::absolute(p).lexically_normal().parent_path();
    return p.filename().string();
}

} // namespace

LoadPlan planRun(const std::vector<std::string>& paths, const RoleRecognizer& recognize) {
    LoadPlan plan;
    std::set<std::string> known;
    const auto add = [&](const std::string& path, bool isGiven) {
        if (!known.insert(path).second)
            return;
        PlannedFile planned = lookAt(path, recognize);
        planned.isGiven = isGiven;
        if (isGiven && planned.file.role == InputRole::Other && !planned.importer)
            planned.file.status = InputStatus::Failed; // who names a file wants it read
        plan.files.push_back(std::move(planned));
    };
    for (const std::string& path : paths) {
        std::error_code fault;
        if (!fs::is_directory(path, fault)) {
            add(path, true);
            continue;
        }
        std::vector<std::string> files;
        listFolder(path, 0, files);
        for (const std::string& file : files)
            add(file, false);
    }
    if (!paths.empty())
        plan.name = nameOfPath(paths.size() > 1 && !fs::is_directory(paths.front())
                                   ? fs::absolute(paths.front()).parent_path().string()
                                   : paths.front());
    return plan;
}

} // namespace lanescope
