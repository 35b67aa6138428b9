// What fuzz targets share: laws that abort, and a file that is written again for each input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace lanescope {

/// libFuzzer keeps the input that broke a law.
inline void demand(bool holds, const char* law) {
    if (holds)
        return;
    std::fprintf(stderr, "broken law: %s\n", law);
    std::abort();
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// A file of this process, in memory where the system has such a folder.
class ScratchFile {
public:
    explicit ScratchFile(const std::string& name)
        : m_path((::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : "/tmp/") + std::to_string(::getpid()) + "-" + name) {}
    ~ScratchFile() { std::remove(m_path.c_str()); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    void write(std::string_view bytes) const {
        std::ofstream(m_path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace lanescope
