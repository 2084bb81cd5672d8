#include "experiment/units.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("accelerations by name") {
  for (const char* name : {"m/s^2", "m/s2", "M/S^2", "m/s**2", " m/s\xC2\xB2 ", "m/sec^2"})
    CHECK(acceleration_unit(name) == 1.0);
  CHECK(acceleration_unit("g") == 9.80665);
  CHECK(*acceleration_unit("mm/s^2") == Approx(1e-3));
  CHECK(*acceleration_unit("in/s^2") == Approx(0.0254));
  CHECK_FALSE(acceleration_unit("V"));
  CHECK_FALSE(acceleration_unit(""));
}

TEST_CASE("times and units in column names") {
  CHECK(*time_unit("ms") == Approx(1e-3));
  CHECK(*time_unit("\xC2\xB5s") == Approx(1e-6));
  CHECK_FALSE(time_unit("h"));
  CHECK(split_unit("acc [g]").name == "acc");
  CHECK(split_unit("acc (m/s^2)").unit == "m/s^2");
  CHECK(split_unit("acc").unit.empty());
  CHECK(split_unit("x(:,2)").name == "x");  // brackets at the end are a unit
  CHECK(known_acceleration_units().find("m/s^2") == 0);
}
