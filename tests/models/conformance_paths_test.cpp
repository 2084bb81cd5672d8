#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

TEST_CASE("the kit notices paths that do not fit together") {
  SpoiledLaw law(make_jenkins());
  CHECK(check_law(law, Framework::non_masing).empty());

  SECTION("hysteresis that is not that of the virgin curve") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.traction) *b.traction *= 1.001;
    };
    CHECK(kit_finds(law, "the first loading is the virgin curve"));
  }
  SECTION("a reversal that forgets") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.new_history) b.new_history[b.directions] *= 0.99;
    };
    CHECK(kit_finds(law, "a straight path may be cut into pieces"));
  }
  SECTION("works that do not add up") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.work) *b.work *= 1.01;
    };
    CHECK_FALSE(kit_finds(law, "a straight path may be cut into pieces"));
    CHECK(kit_finds(law, "work along a segment"));
  }
  SECTION("a preferred direction") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.traction && b.directions == 2) b.traction[1] *= 1.001;
    };
    CHECK(kit_finds(law, "a rotated path gives rotated tractions"));
  }
  SECTION("a coupled form that is not the uncoupled one along a line") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.traction && b.directions == 2)
        for (int d = 0; d < 2; ++d) b.traction[d] *= 1.001;
    };
    CHECK(kit_finds(law, "along a line the coupled law is the uncoupled one"));
  }
  SECTION("a description that denies the coupled form") {
    law.description_to_report.coupled = false;
    CHECK(kit_finds(law, "`coupled` says whether there is a coupled form"));
  }
}
