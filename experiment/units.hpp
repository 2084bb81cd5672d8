// Units of acceleration and time by name, and units stated inside a column's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slipfront {

/// Factor to m/s^2 of "m/s^2", "m/s2", "m/s**2", "mm/s^2", "cm/s^2", "g", "in/s^2", "ft/s^2"
/// (whatever the case, but g is the acceleration of gravity); nothing if unknown.
std::optional<double> acceleration_unit(std::string_view name);

/// Factor to seconds of "s", "ms", "us", "min"; nothing if unknown.
std::optional<double> time_unit(std::string_view name);

/// "m/s^2, mm/s^2, ...": the names that acceleration_unit knows, for messages.
std::string known_acceleration_units();

/// "acc [g]" or "acc (g)" -> name "acc", unit "g"; without brackets the unit is empty.
struct NameWithUnit {
  std::string name, unit;
};
NameWithUnit split_unit(std::string_view text);

}  // namespace slipfront
