#include "widgets/models/run_tables.h"

#include "core/base/format.h"
#include "core/base/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("RunTables", text); }
QString shown(std::string_view text) { return QString::fromStdString(displayText(text)); }

/// The unit that fits the longest time of a column, so that all its numbers can be compared at a glance.
struct TimeUnit {
    double ns = 1;
    QString name;
    int decimals = 0;      // shown
    int exactDecimals = 0; // down to the nanosecond
    QString text(TimeNs time, int places) const { return QString::number(static_cast<double>(time) / ns, 'f', places); }
};

TimeUnit unitFor(TimeNs longest) {
    if (longest >= 10000000000)
        return {1e9, QStringLiteral("s"), 3, 9};
    if (longest >= 1000000)
        return {1e6, QStringLiteral("ms"), 3, 6};
    if (longest >= 1000)
        return {1e3, QStringLiteral("µs"), 3, 3};
    return {1, QStringLiteral("ns"), 0, 0};
}

/// A column of times; `get` gives the ns of a row.
TableColumn timeColumn(const QString& title, const TimeUnit& unit, std::function<TimeNs(int)> get) {
    return {QStringLiteral("%1 (%2)").arg(title, unit.name),
            true,
            [get, unit](int row) { return unit.text(get(row), unit.decimals); },
            [get](int row) { return QVariant(static_cast<qlonglong>(get(row))); },
            [get](int row) { return QString::fromStdString(formatNanoseconds(get(row))); },
            [get, unit](int row) { return unit.text(get(row), unit.exactDecimals); }};
}

TableColumn textColumn(const QString& title, std::function<QString(int)> get) {
    return {title, false, std::move(get), {}, {}};
}

TableColumn countColumn(const QString& title, std::function<std::uint64_t(int)> get) {
    return {title,
            true,
            [get](int row) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(get(row)))); },
            [get](int row) { return QVariant(static_cast<qulonglong>(get(row))); },
            {},
            [get](int row) { return QString::number(get(row)); }};
}

bool isDeviceWork(SliceKind kind) { return kind <= SliceKind::Memset; }

/// The narrowest thing known of what it is.
std::string kindText(const SliceDescriptor& d) {
    if (d.op != CollectiveOp::None)
        return std::string(nameOf(d.op));
    return std::string(d.computeClass != ComputeClass::None ? nameOf(d.computeClass) : nameOf(d.kind));
}

/// The rank alone says it where it has one device.
QString deviceTitle(const Run& run, DeviceId id) {
    const Device& device = run.device(id);
    const QString owner = device.rank ? tr("Rank %1").arg(*device.rank) : shown(baseName(run.file(device.file).path));
    const auto ofFile = std::count_if(run.devices.begin(), run.devices.end(),
                                      [&](const Device& other) { return other.file == device.file; });
    return ofFile > 1 ? tr("%1 · GPU %2").arg(owner, shown(run.text(device.key))) : owner;
}

} // namespace

TableContent nameTable(std::shared_ptr<const LoadedRun> run, SelectionSummary summary, bool withHost) {
    if (!withHost)
        std::erase_if(summary.names, [&](const NameSummary& name) {
            return !isDeviceWork(run->run->descriptors[name.descriptor.index()].kind);
        });
    const auto names = std::make_shared<const std::vector<NameSummary>>(std::move(summary.names));
    const int rows = static_cast<int>(names->size());
    const auto at = [names](int row) -> const NameSummary& { return (*names)[static_cast<std::size_t>(row)]; };
    const auto descriptor = [run, at](int row) -> const SliceDescriptor& {
        return run->run->descriptors[at(row).descriptor.index()];
    };
    const TimeUnit unit = unitFor(rows > 0 ? at(0).total : 0); // the longest total comes first
    const auto time = [&](const QString& title, TimeNs NameSummary::*member) {
        return timeColumn(title, unit, [at, member](int row) { return at(row).*member; });
    };
    TableContent table;
    table.rows = rows;
    table.columns = {
        textColumn(tr("Name"), [run, descriptor](int row) { return shown(run->run->text(descriptor(row).name)); }),
        textColumn(tr("Kind"), [descriptor](int row) { return QString::fromStdString(kindText(descriptor(row))); }),
        countColumn(tr("Count"), [at](int row) { return at(row).count; }),
        time(tr("Total"), &NameSummary::total),
        time(tr("Mean"), &NameSummary::mean),
        time(tr("Min"), &NameSummary::min),
        time(tr("Max"), &NameSummary::max),
        time(tr("p95"), &NameSummary::p95)};
    return table;
}

TableContent deviceTable(std::shared_ptr<const LoadedRun> run, SelectionSummary summary) {
    struct Line {
        QString name;
        DeviceFigures figures;
    };
    const auto lines = std::make_shared<std::vector<Line>>();
    if (summary.devices.size() > 1) // first, so that it is in view however many ranks there are
        lines->push_back({tr("Sum"), summary.sum});
    for (const auto& [id, figures] : summary.devices)
        lines->push_back({deviceTitle(*run->run, id), figures});
    const int rows = static_cast<int>(lines->size());
    const auto at = [lines](int row) -> const Line& { return (*lines)[static_cast<std::size_t>(row)]; };
    const TimeUnit unit = unitFor(summary.span.duration());
    const auto time = [&](const QString& title, TimeNs DeviceFigures::*member) {
        return timeColumn(title, unit, [at, member](int row) { return at(row).figures.*member; });
    };
    TableContent table;
    table.rows = rows;
    table.columns = {textColumn(tr("Device"), [at](int row) { return at(row).name; }),
                     time(tr("Compute"), &DeviceFigures::compute),
                     time(tr("Comm."), &DeviceFigures::communication),
                     time(tr("Overlap"), &DeviceFigures::overlap),
                     time(tr("Exposed"), &DeviceFigures::exposedCommunication),
                     time(tr("Idle"), &DeviceFigures::idle),
                     {tr("Hidden (%)"), true,
                      [at](int row) {
                          const auto percent = at(row).figures.overlapPercent();
                          return percent ? QString::number(*percent, 'f', 1) : tr("n/a");
                      },
                      [at](int row) { return QVariant(at(row).figures.overlapPercent().value_or(-1)); },
                      [](int) { return tr("Share of the communication that ran while the device computed"); },
                      [at](int row) {
                          const auto percent = at(row).figures.overlapPercent();
                          return percent ? QString::number(*percent, 'g', 17) : tr("n/a");
                      }},
                     time(tr("Copies"), &DeviceFigures::memcpy)};
    return table;
}

TableContent diagnosticTable(std::shared_ptr<const LoadedRun> run) {
    struct Line {
        Severity severity;
        QString code, message, place;
        std::uint64_t count;
    };
    const auto lines = std::make_shared<std::vector<Line>>();
    for (const Diagnostic& d : run->run->diagnostics.entries()) {
        QString place = d.file.isValid() ? shown(baseName(run->run->file(d.file).path)) : tr("run");
        if (d.byteOffset)
            place += tr(", byte %1").arg(*d.byteOffset);
        if (d.eventIndex)
            place += tr(", event %1").arg(*d.eventIndex);
        lines->push_back({d.severity, QString::fromStdString(d.code), shown(d.message), place, d.count});
    }
    for (const CardFinding& f : run->cardFindings)
        lines->push_back({f.severity, QString::fromStdString(f.code), shown(f.message),
                          f.line ? tr("%1, line %2").arg(shown(baseName(run->cardPath))).arg(*f.line)
                                 : shown(baseName(run->cardPath)),
                          1});
    std::stable_sort(lines->begin(), lines->end(),
                     [](const Line& a, const Line& b) { return a.severity > b.severity; });
    const auto at = [lines](int row) -> const Line& { return (*lines)[static_cast<std::size_t>(row)]; };
    TableContent table;
    table.rows = static_cast<int>(lines->size());
    table.columns = {
        textColumn(tr("Severity"), [at](int row) { return QString::fromUtf8(nameOf(at(row).severity).data()); }),
        textColumn(tr("What"), [at](int row) { return at(row).message; }),
        textColumn(tr("First place"), [at](int row) { return at(row).place; }),
        countColumn(tr("Count"), [at](int row) { return at(row).count; }),
        textColumn(tr("Code"), [at](int row) { return at(row).code; })};
    return table;
}

TableContent inputTable(std::shared_ptr<const LoadedRun> run) {
    const auto at = [run](int row) -> const InputFile& { return run->run->files[static_cast<std::size_t>(row)]; };
    const auto name = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    TableContent table;
    table.rows = static_cast<int>(run->run->files.size());
    table.columns = {{tr("File"),
                      false,
                      [at](int row) { return shown(baseName(at(row).path)); },
                      {},
                      [at](int row) { return shown(at(row).path); }},
                     textColumn(tr("Role"), [at, name](int row) { return name(nameOf(at(row).role)); }),
                     textColumn(tr("Status"), [at, name](int row) { return name(nameOf(at(row).status)); }),
                     {tr("Rank"),
                      true,
                      [at](int row) {
                          const InputFile& file = at(row);
                          if (!file.rank)
                              return QString();
                          return file.rankSource == RankSource::Assumed ? tr("%1 (assumed)").arg(*file.rank)
                                                                        : QString::number(*file.rank);
                      },
                      [at](int row) { return QVariant(at(row).rank.value_or(-1)); },
                      {}},
                     countColumn(tr("Slices"), [at](int row) { return at(row).keptSlices; }),
                     countColumn(tr("Dropped"), [at](int row) { return at(row).droppedSlices; }),
                     textColumn(tr("Remark"), [at](int row) { return shown(at(row).reason); })};
    return table;
}

TableContent fieldTable(std::vector<std::pair<std::string, std::string>> fields) {
    const auto shared = std::make_shared<const std::vector<std::pair<std::string, std::string>>>(std::move(fields));
    const auto at = [shared](int row) -> const auto& { return (*shared)[static_cast<std::size_t>(row)]; };
    TableContent table;
    table.rows = static_cast<int>(shared->size());
    table.columns = {textColumn(tr("Field"), [at](int row) { return shown(at(row).first); }),
                     textColumn(tr("Value"), [at](int row) { return shown(at(row).second); })};
    return table;
}

} // namespace lanescope
