// "Did you mean ...?" for unknown names of models, keys, columns and commands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

/// Number of single-letter insertions, deletions, replacements and swaps of
/// neighbours that turn a into b (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known name nearest to `unknown`, or an empty string if none is near
/// (distance above a third of the longer name's length).
std::string nearest_name(std::string_view unknown, const std::vector<std::string>& known);

/// Remedy sentence: "did you mean 'x'? known: a, b, c" (without the question if none is near).
std::string suggestion(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace slipfront
