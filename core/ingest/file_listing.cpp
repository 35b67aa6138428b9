#include "core/ingest/file_listing.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <utility>

namespace lanescope {

namespace fs = std::filesystem;

namespace {

constexpr int deepestFolder = 4;

Diagnostic finding(Severity severity, std::string code, std::string message) {
    return {severity, std::move(code), std::move(message), {}, {}, {}, {}, 1};
}

class Listing {
public:
    void add(const std::string& path) {
        std::error_code fault;
        if (fs::is_directory(path, fault))
            addFolder(path, 0);
        else
            addFile(path, true);
    }

    std::vector<ListedFile> take() {
        passOverRepeated();
        return std::move(m_files);
    }

private:
    void addFile(const std::string& path, bool isGiven) { m_files.push_back({path, isGiven, std::nullopt}); }

    void passOver(const std::string& path, std::string message) {
        m_files.push_back({path, false, finding(Severity::Warning, "folder-not-searched", std::move(message))});
    }

    void addFolder(const fs::path& folder, int depth) {
        if (depth == deepestFolder)
            return passOver(folder.string(), "the folder lies too deep: it is searched when it is named itself");
        std::error_code fault;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator it(folder, fault), end; !fault && it != end; it.increment(fault))
            entries.push_back(*it);
        if (fault)
            passOver(folder.string(), "the folder cannot be read: " + fault.message());
        std::sort(entries.begin(), entries.end());
        for (const fs::directory_entry& entry : entries)
            addEntry(entry, depth);
    }

    void addEntry(const fs::directory_entry& entry, int depth) {
        if (entry.path().filename().string().starts_with('.'))
            return;
        std::error_code fault;
        if (!entry.is_directory(fault))
            addFile(entry.path().string(), false);
        else if (!entry.is_symlink(fault))
            addFolder(entry.path(), depth + 1);
    }

    /// One file under two names would count twice in every figure.
    void passOverRepeated() {
        std::map<std::pair<dev_t, ino_t>, std::size_t> chosen;
        for (const bool areLinks : {false, true})
            for (std::size_t i = 0; i < m_files.size(); ++i) {
                std::error_code fault;
                struct stat status {};
                if (m_files[i].finding || fs::is_symlink(m_files[i].path, fault) != areLinks ||
                    ::stat(m_files[i].path.c_str(), &status) != 0)
                    continue;
                const auto [first, isNew] = chosen.try_emplace({status.st_dev, status.st_ino}, i);
                if (!isNew)
                    m_files[i].finding = finding(Severity::Info, "same-file",
                                                 "the same file as " + m_files[first->second].path + ": read once");
            }
    }

    std::vector<ListedFile> m_files;
};

} // namespace

std::vector<ListedFile> listFiles(const std::vector<std::string>& paths) {
    Listing listing;
    for (const std::string& path : paths)
        listing.add(path);
    return listing.take();
}

} // namespace lanescope
