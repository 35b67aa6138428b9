#include "core/report/run_summary.h"

#include "core/base/format.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <vector>

namespace lanescope {

namespace {

/// Letters of valid UTF-8: its bytes that continue no letter.
std::size_t lettersOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Lines of cells, columns aligned: the first to the left, all others to the right.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) { add(std::move(header)); }
    void add(std::vector<std::string> cells) {
        m_widths.resize(std::max(m_widths.size(), cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            m_widths[i] = std::max(m_widths[i], lettersOf(cells[i]));
        m_lines.push_back(std::move(cells));
    }
    std::string text() const {
        std::string out;
        for (const auto& cells : m_lines) {
            out += "  ";
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const std::string padding(m_widths[i] - lettersOf(cells[i]), ' ');
                out += i == 0 ? cells[i] + padding : "  " + padding + cells[i];
            }
            out.erase(out.find_last_not_of(' ') + 1);
            out += "\n";
        }
        return out;
    }

private:
    std::vector<std::size_t> m_widths;
    std::vector<std::vector<std::string>> m_lines;
};

std::string placeOf(const Run& run, const Diagnostic& d) {
    std::string place = d.file.isValid() ? displayText(baseName(run.file(d.file).path)) : std::string("run");
    if (d.byteOffset)
        place += ", byte " + std::to_string(*d.byteOffset);
    if (d.eventIndex)
        place += ", event " + std::to_string(*d.eventIndex);
    return place;
}

std::string heading(const Run& run) {
    std::string text = displayText(run.name);
    if (run.opens == OpenState::No)
        return text + ": could not be opened\n";
    text += ": " + formatCount(static_cast<std::int64_t>(run.keptSlices)) + " slices, " +
            std::to_string(run.devices.size()) + (run.devices.size() == 1 ? " device, " : " devices, ") +
            std::to_string(run.traceCount()) + (run.traceCount() == 1 ? " trace" : " traces");
    if (run.span)
        text += ", " + formatDuration(run.span->duration());
    if (run.opens == OpenState::Partial)
        text += "; INCOMPLETE: something of the input was lost, see below";
    return text + "\n";
}

std::string inputs(const Run& run) {
    TextTable table({"file", "role", "status", "rank", "slices", "dropped"});
    std::string reasons;
    for (const InputFile& file : run.files) {
        const bool isTrace = file.role == InputRole::Trace;
        std::string rank = file.rank ? std::to_string(*file.rank) : "";
        if (file.rank && file.rankSource == RankSource::Assumed)
            rank += " (assumed)";
        table.add({displayText(baseName(file.path)), std::string(nameOf(file.role)), std::string(nameOf(file.status)),
                   rank, isTrace ? formatCount(static_cast<std::int64_t>(file.keptSlices)) : "",
                   isTrace ? formatCount(static_cast<std::int64_t>(file.droppedSlices)) : ""});
        if (!file.reason.empty())
            reasons += "  " + displayText(baseName(file.path)) + ": " + displayText(file.reason) + "\n";
    }
    return "\nInputs\n" + table.text() + reasons;
}

std::string devices(const RunIndex& index) {
    const Run& run = index.run();
    if (run.devices.empty())
        return {};
    TextTable table({"device", "compute", "comm", "overlap", "exposed", "memcpy", "idle", "span", "hidden"});
    const auto add = [&](const std::string& name, const DeviceFigures& f) {
        const auto hidden = f.overlapPercent();
        table.add({name, formatDuration(f.compute), formatDuration(f.communication), formatDuration(f.overlap),
                   formatDuration(f.exposedCommunication), formatDuration(f.memcpy), formatDuration(f.idle),
                   formatDuration(f.span), hidden ? formatPercent(*hidden) : "n/a"});
    };
    for (std::size_t i = 0; i < run.devices.size(); ++i) {
        const Device& device = run.devices[i];
        const std::string rank = device.rank ? "rank " + std::to_string(*device.rank) + ", " : "";
        add(rank + "GPU " + displayText(run.text(device.key)), index.devices()[i].total());
    }
    if (run.devices.size() > 1)
        add("sum", *index.totals());
    return "\nDevices (unions over all streams; hidden: share of communication under compute)\n" + table.text();
}

std::string steps(const Run& run) {
    struct Sum {
        std::int64_t count = 0;
        TimeNs total = 0, least = INT64_MAX, most = 0;
        StepSource source = StepSource::Inferred;
    };
    std::map<FileId, Sum> sums;
    for (const Step& step : run.steps) {
        Sum& sum = sums[step.file];
        ++sum.count;
        sum.total += step.span.duration();
        sum.least = std::min(sum.least, step.span.duration());
        sum.most = std::max(sum.most, step.span.duration());
        sum.source = step.source;
    }
    if (sums.empty())
        return {};
    TextTable table({"file", "steps", "mean", "least", "most", "source"});
    for (const auto& [file, sum] : sums)
        table.add({displayText(baseName(run.file(file).path)), std::to_string(sum.count),
                   formatDuration(sum.total / sum.count), formatDuration(sum.least), formatDuration(sum.most),
                   std::string(nameOf(sum.source))});
    return "\nSteps (host marks)\n" + table.text();
}

std::string findings(const Run& run, const ReportedCard& card) {
    std::string text;
    for (const Diagnostic& d : run.diagnostics.entries())
        text += "  " + std::string(nameOf(d.severity)) + " " + d.code + ": " + displayText(d.message) + " (" +
                placeOf(run, d) + ")" + (d.count > 1 ? ", " + std::to_string(d.count) + " times" : "") + "\n";
    if (card.findings)
        for (const CardFinding& f : *card.findings)
            text += "  " + std::string(nameOf(f.severity)) + " " + f.code + ": " + displayText(f.message) + " (" +
                    displayText(baseName(card.path)) + (f.line ? ", line " + std::to_string(*f.line) : "") + ")\n";
    return text.empty() ? text : "\nFindings\n" + text;
}

} // namespace

std::string runSummary(const RunIndex& index, const ReportedCard& card) {
    const Run& run = index.run();
    return heading(run) + inputs(run) + devices(index) + steps(run) + findings(run, card);
}

} // namespace lanescope
