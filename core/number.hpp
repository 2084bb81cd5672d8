// Numbers as text, independent of the locale: the shortest text that reads back to
// the same double, and a reader that accepts nothing but a whole number or decimal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slipfront {

/// Shortest decimal text that reads back to the same double ("0.1", "1e-06", "inf", "nan").
std::string to_text(double value);

/// `digits` significant digits, for people ("182.68", "1.235e-06").
std::string to_text(double value, int digits);

/// The number that the whole of `text` spells (spaces around it are allowed), with a
/// point as decimal mark; nothing if there is anything else. "nan" and "inf" are read.
std::optional<double> to_number(std::string_view text);

}  // namespace slipfront
