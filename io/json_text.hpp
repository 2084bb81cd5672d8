// JSON as people type it: read with line and column of every mistake, and values shown in
// sentences.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/failure.hpp"

namespace slipfront {

/// Keys keep the order in which they were written.
using OrderedJson = nlohmann::ordered_json;

/// Throws a Failure with line and column for wrong syntax, and for a key that stands
/// twice in one object (of which JSON readers silently keep one); the text must be an object.
OrderedJson parse_json_text(std::string_view text, const std::string& where);

/// A value as text for a sentence, at most a line's worth.
std::string excerpt(const OrderedJson& value);

}  // namespace slipfront
