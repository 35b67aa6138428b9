#include "core/ingest/run_ranks.h"

#include "core/base/text.h"
#include "core/ingest/rank_names.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {

namespace {

Diagnostic finding(Severity severity, std::string code, std::string message, FileId file = {}) {
    return {severity, std::move(code), std::move(message), file, {}, {}, {}, 1};
}

/// "3" or "5-31": a gap takes one entry however wide it is.
std::string rangeText(int first, int last) {
    return std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
}

} // namespace

void settleRank(InputFile& file, std::optional<int> stated) {
    if (stated) {
        file.rank = stated;
        file.rankSource = RankSource::Metadata;
    } else if ((file.rank = rankFromFileName(baseName(file.path)))) {
        file.rankSource = RankSource::FileName;
    }
}

void assumeRanks(std::vector<InputFile>& files) {
    std::set<int> taken;
    std::vector<InputFile*> unknown;
    for (InputFile& file : files) {
        if (!isOpenTrace(file))
            continue;
        if (file.rank)
            taken.insert(*file.rank);
        else
            unknown.push_back(&file);
    }
    std::sort(unknown.begin(), unknown.end(), [](const InputFile* a, const InputFile* b) { return a->path < b->path; });
    int next = 0;
    for (InputFile* file : unknown) {
        while (taken.contains(next))
            ++next;
        file->rank = next;
        taken.insert(next);
    }
}

void tellRanks(const std::vector<InputFile>& files, RunBuilder& builder) {
    std::map<int, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!isOpenTrace(files[i]) || !files[i].rank)
            continue;
        byRank[*files[i].rank].push_back(i);
        if (files[i].rankSource == RankSource::Assumed)
            builder.addDiagnostic(finding(Severity::Info, "rank-assumed",
                                          "neither the trace nor its name states a rank: rank " +
                                              std::to_string(*files[i].rank) + " is assumed",
                                          FileId(i)));
    }
    std::string missing;
    int expected = 0;
    for (const auto& [rank, at] : byRank) {
        if (expected < rank)
            missing += (missing.empty() ? "" : ", ") + rangeText(expected, rank - 1);
        expected = rank + 1;
        if (at.size() > 1)
            builder.addDiagnostic(finding(Severity::Warning, "rank-doubled",
                                          "rank " + std::to_string(rank) + " is stated by " +
                                              std::to_string(at.size()) + " traces: all are kept",
                                          FileId(at[1])));
    }
    if (byRank.size() > 1 && !missing.empty())
        builder.addDiagnostic(
            finding(Severity::Info, "rank-gap", "there is no trace of rank " + missing + ": no rank is renumbered"));
}

} // namespace lanescope
