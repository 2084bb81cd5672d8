#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"
#include "models/quadrature.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

TEST_CASE("the kit notices what is wrong with a virgin curve") {
  SpoiledLaw law(make_iwan5());
  law.parameters_to_report[2].lower = -0.9;  // chi
  CHECK(check_law(law, Framework::non_masing).empty());

  SECTION("a tangent that is off by one in ten thousand") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.tangent) *b.tangent *= 1.0001;
    };
    CHECK(kit_finds(law, "tangent of the virgin curve"));
    CHECK(kit_finds(law, "tangent and derivative by u agree"));
  }
  SECTION("a parameter derivative of the wrong sign") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.d_traction) b.d_traction[4] = -b.d_traction[4];
    };
    CHECK(kit_finds(law, "derivative of the traction by chi"));
  }
  SECTION("a loop area that is half of it") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.loop_area) *b.loop_area *= 0.5;
    };
    CHECK(kit_finds(law, "loop area of the virgin curve"));
  }
  SECTION("a loop that creates energy") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.loop_area) *b.loop_area *= -1;
    };
    CHECK(kit_finds(law, "the Masing loop does not create energy"));
  }
  SECTION("an even part") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.traction && *b.displacement < 0) *b.traction *= 1.5;
    };
    CHECK(kit_finds(law, "the virgin curve is odd"));
  }
  SECTION("a value that is not finite") {
    law.spoil_virgin = [](const VirginBatch& b) {
      if (b.tangent && *b.displacement == 0) *b.tangent = INFINITY;
    };
    CHECK(kit_finds(law, "the virgin curve is finite"));
  }
}

TEST_CASE("adaptive quadrature sees kinks beside the ends of its panels") {
  CHECK(adaptive_integral([](double x) { return std::exp(x); }, 0.0, 1.0, 1e-14, 30) ==
        Approx(std::exp(1) - 1).epsilon(1e-13));
  for (const double kink : {0.001, 0.4999, 0.7, 0.998}) {
    const auto f = [&](double x) { return std::abs(x - kink); };
    const double exact = 0.5 * (kink * kink + (1 - kink) * (1 - kink));
    CHECK(adaptive_integral(f, 0.0, 1.0, 1e-14, 40) == Approx(exact).epsilon(1e-12));
    const auto step = [&](double x) { return x < kink ? 0.0 : 1.0; };
    CHECK(adaptive_integral(step, 0.0, 1.0, 1e-14, 40) == Approx(1 - kink).epsilon(1e-10));
  }
}
