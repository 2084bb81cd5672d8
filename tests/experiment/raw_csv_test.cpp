#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "experiment/raw_records.hpp"

using namespace slipfront;

TEST_CASE("columns of a table become channels and time") {
  const RawRecord r = raw_from_csv("Time [ms],left [g],right\n0,1,2\n1,3,4\n", "f.csv");
  CHECK(r.time == std::vector<double>{0, 1});
  CHECK(r.time_unit == "ms");
  REQUIRE(r.channels.size() == 2);
  CHECK(r.channels[0].name == "left");
  CHECK(r.channels[0].unit == "g");
  CHECK(r.channels[1].values == std::vector<double>{2, 4});
  CHECK(raw_from_csv("a\n1\n2\n", "f.csv").time.empty());
  CHECK_THROWS_AS(raw_from_csv("t,a\n0,001,0,5\n", "f.csv"), Failure);  // decimal commas
}

TEST_CASE("names of time") {
  for (const char* name : {"t", "T", "time", "Time_s"}) CHECK(names_time(name));
  for (const char* name : {"temperature", "acc", "t2"}) CHECK_FALSE(names_time(name));
}

TEST_CASE("channels that differ in their unit only keep it in their names") {
  const RawRecord r = raw_from_csv("acc [g],acc [m/s^2],other [g]\n1,2,3\n", "a.csv");
  REQUIRE(r.channels.size() == 3);
  CHECK(r.channels[0].name == "acc [g]");
  CHECK(r.channels[1].name == "acc [m/s^2]");
  CHECK(r.channels[1].unit == "m/s^2");
  CHECK(r.channels[2].name == "other");
}
