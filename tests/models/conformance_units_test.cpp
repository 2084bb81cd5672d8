#include "models/conformance_units.hpp"

#include <catch2/catch.hpp>

#include "models/laws.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

namespace {

std::optional<double> only_n(const std::string& name) {
  if (name == "n") return 1.5;
  return {};
}

void check_powers(const std::string& unit, double force, double length) {
  CAPTURE(unit);
  const auto powers = unit_powers(unit, only_n);
  REQUIRE(powers.has_value());
  CHECK(powers->force == force);
  CHECK(powers->length == length);
}

}  // namespace

TEST_CASE("units are read as powers of force and length") {
  check_powers("1", 0, 0);
  check_powers("N/m^2", 1, -2);
  check_powers("1/m", 0, -1);
  check_powers("N m", 1, 1);
  check_powers("m^3/N", -1, 3);
  check_powers("N^(1-n) m^(2n-3)", -0.5, 0);
  check_powers("m^-2", 0, -2);
  for (const char* none : {"", "kg", "N^", "N/", "N^(1-k)", "N^(1", "m2"})
    CHECK_FALSE(unit_powers(none, only_n).has_value());
}

TEST_CASE("the kit notices a unit that is wrong, or no unit") {
  SpoiledLaw law(make_jenkins());
  law.parameters_to_report[1].unit = "N/m^2";  // a stiffness per area has N/m^3
  CHECK(kit_finds(law, "the curve is the same in other units"));
  law.parameters_to_report[1].unit = "stiff";
  CHECK(kit_finds(law, "units are products of powers"));
}
