// An index file with bytes changed, cut and added: refused, or the run that was stored.
#include "core/cache/stored_run.h"
#include "core/session/open_run.h"
#include "tests/fuzz/law.h"

#include <cstring>
#include <fstream>
#include <iterator>

namespace lanescope {

namespace {

constexpr std::string_view traceText =
    R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10.5,"dur":3,"args":{"device":0,"correlation":5}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":20,"ts":12,"dur":4,"args":{"device":0}},
{"ph":"X","cat":"cuda_runtime","name":"launch","pid":9,"tid":9,"ts":9,"dur":1,"args":{"correlation":5}},
{"ph":"C","name":"mem","pid":1,"ts":4,"args":{"a":1}}])";

std::string soundIndex(const ScratchFile& file) {
    const ScratchFile trace("fuzz.json");
    trace.write(traceText);
    NullProgress progress;
    const auto loaded = openRun({trace.path()}, {1}, progress);
    demand(storeRun(*loaded->index, {}, nullptr, file.path(), "fuzz", progress).has_value(), "an index can be stored");
    std::ifstream stream(file.path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Each three bytes of the input: where, and with what, a byte is changed; the first two cut the file or add to it.
std::string changed(std::string bytes, std::string_view edits) {
    const auto number = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(edits[at])) << 8 |
               static_cast<unsigned char>(edits[at + 1]);
    };
    if (edits.size() >= 2 && number(0) % 4 == 1)
        bytes.resize(number(0) % (2 * bytes.size()));
    for (std::size_t at = 2; at + 3 <= edits.size() && !bytes.empty(); at += 3) {
        char& byte = bytes[number(at) % bytes.size()];
        byte = static_cast<char>(byte ^ edits[at + 2]);
    }
    return bytes;
}

} // namespace

} // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    static const ScratchFile file("fuzz.lanescope");
    static const std::string sound = soundIndex(file);
    const std::string bytes = changed(sound, textOf(data, size));
    file.write(bytes);
    const auto index = IndexFile::open(file.path());
    const auto run = index ? mapRun(*index, Checksums::All, 1) : Result<StoredRun>(index.error());
    demand(run.has_value() == (bytes == sound), "exactly what was stored is mapped again");
    if (run)
        demand(run->index->run().slices.size() == 3, "the run is the one that was stored");
    return 0;
}
