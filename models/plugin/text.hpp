// Text that comes from a plugin and goes into JSON, tables and sentences.
#pragma once

#include <string>
#include <string_view>

namespace slipfront {

/// True for UTF-8 without control characters.
bool is_printable(std::string_view text);

/// The text itself if it is printable; else with '?' for every byte that is not ASCII, and
/// blanks for control characters.
std::string printable(std::string text);

}  // namespace slipfront
