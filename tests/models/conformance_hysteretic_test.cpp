#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

TEST_CASE("the kit notices what is wrong with a hysteretic form") {
  SpoiledLaw law(make_bouc_wen_1());
  CHECK(check_law(law, Framework::non_masing).empty());

  SECTION("a tangent") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.tangent) *b.tangent *= 1.0001;
    };
    CHECK(kit_finds(law, "tangent and jacobian agree"));
  }
  SECTION("a derivative by the history") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      // row traction, column traction of the reversal point
      if (b.jacobian && b.directions == 1) b.jacobian[3] *= 1.01;
    };
    CHECK(kit_finds(law, "derivative of a path's traction"));
  }
  SECTION("a derivative of the work by a parameter") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      // row work, column initial_stiffness; 1 + 1 + 2 + 3 columns, 1 + 2 rows before
      if (b.jacobian && b.directions == 1) b.jacobian[3 * 7 + 4] *= 1.01;
    };
    CHECK(kit_finds(law, "derivative of a path's work by initial_stiffness"));
  }
  SECTION("the work") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.work) *b.work *= 1.001;
    };
    CHECK(kit_finds(law, "work along a segment"));
  }
  SECTION("a work that is negative") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.work) *b.work -= 1;
    };
    CHECK(kit_finds(law, "a closed cycle does not create energy"));
  }
  SECTION("a preferred sign") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.traction && *b.traction > 0) *b.traction *= 1.001;
    };
    CHECK(kit_finds(law, "a mirrored path gives mirrored tractions"));
  }
  SECTION("a value that is not finite") {
    law.spoil_hysteretic = [](const HystereticBatch& b) {
      if (b.d_normal) *b.d_normal = NAN;
    };
    CHECK(kit_finds(law, "hysteretic outputs are finite"));
  }
}
