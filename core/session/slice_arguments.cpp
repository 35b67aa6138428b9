#include "core/session/slice_arguments.h"

#include <algorithm>

namespace lanescope {

namespace {

/// A stored text as a file that can be read anywhere.
class StoredTextSource final : public SeekableSource {
public:
    StoredTextSource(const StoredText& text, std::shared_ptr<const IndexFile> file)
        : m_text(text), m_file(std::move(file)) {}
    std::uint64_t sourceSize() const override { return m_text.bytes(); }
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const override {
        return m_text.readAt(offset, buffer, *m_file, m_frame);
    }

private:
    const StoredText& m_text;
    std::shared_ptr<const IndexFile> m_file;
    mutable StoredText::Frame m_frame; // one event is read by one thread
};

IndexStore::FoundTexts textsOf(const LoadedRun& loaded) {
    if (!loaded.texts.texts.empty())
        return loaded.texts;
    return loaded.indexes && loaded.identity ? loaded.indexes->findTexts(*loaded.identity) : IndexStore::FoundTexts{};
}

constexpr std::uint64_t leastTextBytes = std::uint64_t{2} << 20; // less is decoded in a few milliseconds

bool isWorthKeeping(const InputFile& file) {
    return isOpenTrace(file) && file.compression != Compression::None && file.decodedBytes >= leastTextBytes;
}

} // namespace

Result<EventText> readArguments(const LoadedRun& loaded, SliceId slice) {
    const Run& run = *loaded.run;
    const InputFile& file = run.file(run.track(run.trackOf(slice)).file);
    const std::uint64_t offset = run.slices.sourceOffset(slice);
    if (file.compression != Compression::None || !loaded.texts.texts.empty()) {
        const IndexStore::FoundTexts found = textsOf(loaded);
        for (const StoredText& text : found.texts)
            if (text.path() == file.path) {
                StoredTextSource source(text, found.file);
                if (auto event = readEvent(source, file.path, offset))
                    return event;
            }
    }
    return readEvent(file.path, offset);
}

Result<std::vector<StoredText>> storeTextsOf(const Run& run, bool areAll, IndexFileWriter& file,
                                             const Progress& progress) {
    std::vector<StoredText> texts;
    for (const InputFile& input : run.files) {
        if (areAll ? !isOpenTrace(input) : !isWorthKeeping(input))
            continue;
        auto source = openByteSource(input.path);
        if (!source)
            return source.error();
        const auto readOn = [&](std::span<char> buffer) -> Result<std::size_t> {
            if (progress.isCancelled())
                return cancelledError();
            return readFully(**source, buffer);
        };
        auto text = StoredText::store(input.path, readOn, file);
        if (!text)
            return text.error();
        texts.push_back(std::move(*text));
    }
    return texts;
}

Result<std::uint64_t> saveTexts(const LoadedRun& loaded, const Progress& progress) {
    const auto& files = loaded.run->files;
    if (!loaded.indexes || !loaded.identity || std::none_of(files.begin(), files.end(), isWorthKeeping) ||
        loaded.indexes->findTexts(*loaded.identity).file)
        return std::uint64_t{0};
    return loaded.indexes->saveTexts(
        *loaded.identity, [&](IndexFileWriter& file) { return storeTextsOf(*loaded.run, false, file, progress); },
        progress);
}

} // namespace lanescope
