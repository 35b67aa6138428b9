#include "app/cli/command_line.h"

#include "core/base/numbers.h"

#include <optional>

namespace lanescope {

namespace {

Error wrongUsage(std::string message) { return {ErrorCode::Unsupported, std::move(message), {}, {}, {}}; }

std::optional<Command> commandNamed(const std::string& word) {
    if (word == "inspect")
        return Command::Inspect;
    if (word == "metrics")
        return Command::Metrics;
    if (word == "render")
        return Command::Render;
    if (word == "index")
        return Command::Index;
    return std::nullopt;
}

/// Walks the arguments of one command.
class Parser {
public:
    explicit Parser(const std::vector<std::string>& arguments) : m_arguments(arguments) {}

    Result<CommandLine> parse() {
        std::size_t at = 0;
        if (!m_arguments.empty()) {
            const std::string& word = m_arguments.front();
            if (const auto command = commandNamed(word)) {
                m_line.command = *command;
                at = 1;
            } else if (word == "compare") {
                return wrongUsage("this version has no command " + word + "; a file of that name opens as ./" + word);
            }
        }
        if (m_line.command == Command::Render) {
            m_line.rest.assign(m_arguments.begin() + 1, m_arguments.end());
            return m_line;
        }
        bool areAllPaths = false;
        for (; at < m_arguments.size(); ++at) {
            const std::string& argument = m_arguments[at];
            if (areAllPaths || !argument.starts_with('-') || argument == "-") {
                m_line.paths.push_back(argument);
            } else if (argument == "--") {
                areAllPaths = true;
            } else if (const auto fault = takeOption(at)) {
                return *fault;
            }
        }
        return checked();
    }

private:
    bool takes(Command command) const { return m_line.command == command; }

    /// "--threads 4" or "--threads=4"; nothing when the value is missing.
    std::optional<std::string> valueOf(std::size_t& at) const {
        const std::size_t equals = m_arguments[at].find('=');
        if (equals != std::string::npos)
            return m_arguments[at].substr(equals + 1);
        if (at + 1 >= m_arguments.size())
            return std::nullopt;
        return m_arguments[++at];
    }

    std::optional<Error> takeOption(std::size_t& at) {
        const std::string option = m_arguments[at].substr(0, m_arguments[at].find('='));
        const bool takesValue =
            option == "--threads" || option == "--metric" || option == "--scope" || option == "--output";
        if (option != m_arguments[at] && !takesValue)
            return wrongUsage(option + " takes no value");
        if (option == "--help" || option == "-h") {
            m_line.isHelp = true;
        } else if (option == "--version" && takes(Command::Window)) {
            m_line.command = Command::Version;
        } else if (option == "--no-cache") {
            m_line.usesCache = false;
        } else if (option == "--sample" && takes(Command::Window)) {
            m_line.opensSample = true;
        } else if (option == "--status" && takes(Command::Index)) {
            m_line.showsStatus = true;
        } else if (option == "--clear" && takes(Command::Index)) {
            m_line.clears = true;
        } else if ((option == "-o" || option == "--output") && takes(Command::Index)) {
            return takeText(at, option);
        } else if (option == "--json" && (takes(Command::Inspect) || takes(Command::Metrics))) {
            m_line.isJson = true;
        } else if (option == "--summary" && takes(Command::Inspect)) {
            m_line.isJson = false;
        } else if (option == "--threads") {
            return takeThreads(at);
        } else if ((option == "--metric" || option == "--scope") && takes(Command::Metrics)) {
            return takeText(at, option);
        } else {
            return wrongUsage("unknown option " + option + "; `lanescope --help` lists the options");
        }
        return std::nullopt;
    }

    std::optional<Error> takeThreads(std::size_t& at) {
        const auto value = valueOf(at);
        const auto number = value ? integerFromText(*value) : std::nullopt;
        if (!number || *number < 1 || *number > 1024)
            return wrongUsage("--threads takes a number from 1 to 1024");
        m_line.threads = static_cast<unsigned>(*number);
        return std::nullopt;
    }

    std::optional<Error> takeText(std::size_t& at, const std::string& option) {
        const auto value = valueOf(at);
        if (!value || value->empty())
            return wrongUsage(option + " needs a value");
        if (option == "--metric")
            m_line.metrics.push_back(*value);
        else if (option == "-o" || option == "--output")
            m_line.output = *value;
        else
            m_line.scope = *value;
        return std::nullopt;
    }

    Result<CommandLine> checked() {
        const bool needsPath = takes(Command::Inspect) || takes(Command::Metrics) ||
                               (takes(Command::Index) && !m_line.showsStatus && !m_line.clears);
        if (needsPath && m_line.paths.empty() && !m_line.isHelp)
            return wrongUsage("no path was given: name a trace, several traces or a data-point folder");
        const bool isScope =
            m_line.scope == "run" || m_line.scope == "steady" ||
            (m_line.scope.starts_with("step:") && integerFromText(std::string_view(m_line.scope).substr(5)));
        if (!isScope)
            return wrongUsage("--scope takes run, steady or step:N");
        if (m_line.isHelp && takes(Command::Window))
            m_line.command = Command::Help;
        return m_line;
    }

    const std::vector<std::string>& m_arguments;
    CommandLine m_line;
};

} // namespace

Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments) { return Parser(arguments).parse(); }

std::string helpText(Command command) {
    switch (command) {
    case Command::Inspect:
        return "lanescope inspect PATH... [--summary | --json] [--threads N] [--no-cache]\n"
               "Says what the traces hold: files, devices, overlap, steps, collectives, and what was skipped and why.\n"
               "PATH is a trace, several traces (one run), a card, or a data-point folder.\n\n"
               "Example: lanescope inspect runs/llama-fsdp8 --json > inspect.json\n"
               "Exit status: 0 opened, 1 could not be opened, 2 wrong usage, 130 cancelled.\n";
    case Command::Metrics:
        return "lanescope metrics PATH... [--metric ID]... [--scope run|steady|step:N] [--json] [--threads N] "
               "[--no-cache]\n"
               "Computes the efficiency metrics, each with its definition and what it was computed from.\n\n"
               "Example: lanescope metrics runs/llama-fsdp8 --metric exposed_communication --scope run\n";
    case Command::Index:
        return "lanescope index PATH... [-o FILE.lanescope] [--threads N]\n"
               "lanescope index --status\n"
               "lanescope index --clear\n"
               "Makes the index from which a run opens at once, now instead of after its first open. With -o it is\n"
               "written to a file of its own that opens without the sources.\n"
               "--status lists the indexes that are kept, --clear removes them.\n\n"
               "Example: lanescope index runs/llama-fsdp8 -o llama-fsdp8.lanescope\n"
               "The cache is $XDG_CACHE_HOME/lanescope/index (else ~/.cache/lanescope/index); the oldest indexes go\n"
               "when it holds more than LANESCOPE_CACHE_LIMIT (20G).\n";
    default:
        return "lanescope [PATH...]                 opens the window; --sample opens the built-in sample\n"
               "lanescope inspect PATH... [--json]  what the traces hold\n"
               "lanescope metrics PATH... [--json]  the efficiency metrics\n"
               "lanescope render PATH -o FILE.png   the timeline as a picture\n"
               "lanescope index PATH...             make, list or clear the indexes that open at once\n\n"
               "PATH is a trace, several traces (one run), a card, or a data-point folder.\n"
               "`lanescope COMMAND --help` shows the options of a command; --version shows version, build and "
               "formats.\n"
               "Every command takes --threads N and --no-cache.\n";
    }
}

} // namespace lanescope
