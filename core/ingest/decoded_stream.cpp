#include "core/ingest/decoded_stream.h"

#include "core/ingest/json_token.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t readBytes = std::size_t{64} << 10;
constexpr std::size_t keptBytes = std::size_t{1} << 20; // less than that is not worth moving what stands behind it

} // namespace

std::string_view DecodedStream::view() const {
    return m_block->text().substr(static_cast<std::size_t>(m_offset - m_block->offset));
}

bool DecodedStream::more(std::size_t bytes) {
    while (view().size() < bytes && !m_hasEnded)
        readOn(bytes - view().size());
    return view().size() >= bytes;
}

void DecodedStream::readOn(std::size_t bytes) {
    TextBlock& block = *m_block;
    const std::size_t wanted = std::max(bytes, readBytes);
    if (block.capacity() < block.size + wanted)
        block.reserve(std::max(block.size + wanted, 2 * block.capacity()));
    const std::span<char> room(block.data() + block.size, wanted);
    const auto got = m_source.isSeekable() ? m_source.readAt(block.end(), room) : m_source.read(room);
    if (!got)
        m_fault = got.error();
    m_hasEnded = !got || *got == 0;
    block.size += got ? *got : 0;
}

bool DecodedStream::skipBlanks(const Progress& progress) {
    while (more(1) && !progress.isCancelled()) {
        consume(blanksAtFront(view().substr(0, keptBytes), false));
        if (!view().empty() && blanksAtFront(view().substr(0, 1), false) == 0)
            return true;
        keep(m_offset);
    }
    return false;
}

void DecodedStream::seek(std::uint64_t offset) {
    const bool isInBlock = offset >= m_block->offset && offset <= m_block->end();
    if (!isInBlock && m_source.isSeekable()) {
        m_detached.clear();
        m_block->offset = offset;
        m_block->size = 0;
        m_hasEnded = false;
    } else if (!isInBlock) {
        goBackInto(offset);
    }
    m_offset = offset;
}

/// Joins the blocks from `offset` on to one again.
void DecodedStream::goBackInto(std::uint64_t offset) {
    while (!m_detached.empty() && m_block->offset > offset) {
        m_detached.back()->append(m_block->text());
        m_detached.back()->lineBreaks.reset();
        m_block = std::move(m_detached.back());
        m_detached.pop_back();
    }
}

std::unique_ptr<TextBlock> DecodedStream::emptyBlock(std::uint64_t offset) {
    auto block = m_spare.empty() ? std::make_unique<TextBlock>() : std::move(m_spare.back());
    if (!m_spare.empty())
        m_spare.pop_back();
    block->offset = offset;
    block->size = 0;
    block->lineBreaks.reset();
    return block;
}

/// What stands before `offset` in the block becomes a block of its own.
void DecodedStream::splitAt(std::uint64_t offset) {
    const auto front = static_cast<std::size_t>(offset - m_block->offset);
    auto rest = emptyBlock(offset);
    rest->append(m_block->text().substr(front));
    m_block->size = front;
    m_detached.push_back(std::move(m_block));
    m_block = std::move(rest);
}

TextBlock& DecodedStream::detach(std::size_t bytes) {
    if (m_offset > m_block->offset)
        splitAt(m_offset);
    splitAt(m_offset + bytes);
    m_offset = m_block->offset;
    return *m_detached.back();
}

void DecodedStream::keep(std::uint64_t offset) {
    while (!m_detached.empty() && m_detached.front()->end() <= offset)
        dropFirstBlock();
    if (!m_detached.empty() || offset <= m_block->offset)
        return;
    const auto unneeded = static_cast<std::size_t>(offset - m_block->offset);
    if (unneeded < std::max(keptBytes, m_block->size / 2))
        return;
    if (!m_source.isSeekable())
        lineAt(offset); // what goes out of memory cannot be counted later
    m_block->dropFront(unneeded);
}

void DecodedStream::dropFirstBlock() {
    const TextBlock& block = *m_detached.front();
    if (block.lineBreaks && m_countedTo == block.offset) {
        m_lineBreaks += *block.lineBreaks;
        m_countedTo = block.end();
    } else if (!m_source.isSeekable() && m_countedTo < block.end()) {
        lineAt(block.end());
    }
    m_spare.push_back(std::move(m_detached.front()));
    m_detached.pop_front();
}

/// Of text in memory.
std::uint64_t DecodedStream::breaksInMemory(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t sum = 0;
    const auto add = [&](const TextBlock& block) {
        const std::uint64_t first = std::max(begin, block.offset);
        const std::uint64_t last = std::min(end, block.end());
        if (first < last)
            sum += lineBreaksIn(block.text().substr(static_cast<std::size_t>(first - block.offset),
                                                    static_cast<std::size_t>(last - first)));
    };
    for (const auto& block : m_detached)
        add(*block);
    add(*m_block);
    return sum;
}

std::uint64_t DecodedStream::breaksInFile(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t sum = 0;
    std::vector<char> text(static_cast<std::size_t>(std::min<std::uint64_t>(keptBytes, end - begin)));
    while (begin < end) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), end - begin));
        const auto got = m_source.readAt(begin, {text.data(), wanted});
        if (!got || *got == 0)
            break;
        sum += lineBreaksIn({text.data(), *got});
        begin += *got;
    }
    return sum;
}

std::uint64_t DecodedStream::lineAt(std::uint64_t offset) {
    const auto [begin, end] = std::minmax(m_countedTo, offset);
    const std::uint64_t breaks = m_source.isSeekable() ? breaksInFile(begin, end) : breaksInMemory(begin, end);
    if (offset >= m_countedTo)
        m_lineBreaks += breaks;
    else
        m_lineBreaks -= breaks;
    m_countedTo = offset;
    return m_lineBreaks + 1;
}

} // namespace lanescope
