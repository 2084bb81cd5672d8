#include <catch2/catch.hpp>
#include <string>

#include "core/failure.hpp"
#include "experiment/raw_records.hpp"
#include "io/uff58_text.hpp"

using namespace slipfront;

TEST_CASE("functions of a universal file become channels") {
  const std::string two = uff58_text({.node = 3, .direction = 3, .unit = "m/s^2"}, {1, 2, 3}) +
                          uff58_text({.node = 3, .direction = -1, .unit = "m/s^2"}, {4, 5, 6});
  const RawRecord r = raw_from_uff(two, "f.uff");
  REQUIRE(r.channels.size() == 2);
  CHECK(r.channels[0].name == "node 3 +z");
  CHECK(r.channels[1].name == "node 3 -x");
  CHECK(r.channels[1].values == std::vector<double>{4, 5, 6});
  CHECK(r.channels[0].unit == "m/s^2");
  CHECK(*r.sampling_hz == Approx(1000));
}

TEST_CASE("what is no acceleration against time is left out or refused") {
  const std::string force = uff58_text({.node = 1, .direction = 3, .quantity = 13}, {1, 2});
  CHECK_THROWS_AS(raw_from_uff(force, "f.uff"), Failure);
  const std::string both = force + uff58_text({.node = 2, .direction = 3}, {1, 2});
  CHECK(raw_from_uff(both, "f.uff").channels.size() == 1);
  CHECK(raw_from_uff(both, "f.uff").notes.size() == 1);
  const std::string other = uff58_text({.node = 1, .direction = 3}, {1, 2}) +
                            uff58_text({.node = 2, .direction = 3, .step = 2e-3}, {1, 2});
  CHECK_THROWS_AS(raw_from_uff(other, "f.uff"), Failure);
}

TEST_CASE("an even abscissa has a unit and a start") {
  const auto one = [](const UffCase& c) { return raw_from_uff(uff58_text(c, {1, 2, 3}), "f.uff"); };
  const RawRecord r = one({.step = 0.039, .start = -50, .time_unit = "ms"});
  CHECK(*r.sampling_hz == Approx(1 / 0.039e-3));
  CHECK(r.start == Approx(-0.05));
  CHECK_THROWS_WITH(one({.time_unit = "parsec"}), Catch::Contains("the abscissa's unit 'parsec'"));
  CHECK_THROWS_WITH(
      raw_from_uff(uff58_text({.node = 1}, {1, 2}) + uff58_text({.node = 2, .start = 0.1}, {1, 2}),
                   "f.uff"),
      Catch::Contains("another sampling"));
}
