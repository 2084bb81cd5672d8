// A stable 128-bit fingerprint (XXH3) of bytes: identifies a combination, an
// evaluation or an input file. Same bytes, same text, on every machine.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace slipfront {

/// 32 hexadecimal digits.
std::string fingerprint(std::string_view bytes);

/// Fingerprint of a combination's identity and a parameter vector, bit for bit
/// (-0 counts as 0): the key of one evaluation.
std::string evaluation_key(std::string_view combination, std::span<const double> parameters);

}  // namespace slipfront
