// The seal of an index file: a small file beside it which says that all its checksums held. Comparing them is most of
// what reopening a run of 100 million events costs.
#pragma once

#include "core/cache/index_file.h"

#include <string>

namespace lanescope {

/// "DIR/NAME.seal" of the index "DIR/NAME.lanescope".
std::string sealPathOf(const std::string& indexPath);

/// Whether the file was sealed as it is (IndexFile::stamp()), since the machine last started: what a power failure may
/// have lost of it is noticed then.
bool isSealed(const IndexFile& file);

/// To be called when the checksums have been compared, or the file was just written. Waits 20 ms, so that
/// any later change has a later time. Where nothing can be written there is no seal.
void seal(const IndexFile& file);

} // namespace lanescope
