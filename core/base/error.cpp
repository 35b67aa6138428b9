#include "core/base/error.h"

namespace lanescope {

std::string Error::text() const {
    std::string out;
    if (!path.empty())
        out += path + ": ";
    if (line)
        out += "line " + std::to_string(*line) + ": ";
    if (byteOffset)
        out += "byte " + std::to_string(*byteOffset) + ": ";
    return out + message;
}

Error cancelledError() { return {ErrorCode::Cancelled, "cancelled", {}, {}, {}}; }

} // namespace lanescope
