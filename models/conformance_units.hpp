// Dimensions for the conformance kit: what becomes of a parameter's value when lengths and
// forces are counted in other units.
//
// A unit is a product of powers of N and m, "N/m^2", "1/m", "N^(1-n) m^(2n-3)", or "1". An
// exponent is an integer or, in brackets, a sum of integers and multiples of another
// parameter of the law, by its name.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace slipfront {

struct UnitPowers {
  double force = 0, length = 0;
};

/// Empty if the unit is not of that form. `value` gives the parameter of a name, or nothing.
std::optional<UnitPowers> unit_powers(
    const std::string& unit, const std::function<std::optional<double>(const std::string&)>& value);

}  // namespace slipfront
