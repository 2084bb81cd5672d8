#include <catch2/catch.hpp>
#include <cmath>

#include "bilinear_loops.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

TEST_CASE("Prager, a loop by hand at eight points") {
  const double ts = 1e5, kp = 3e18, kt = std::pow(10, 18.5), length = ts / kt;
  const auto law = make_prager()->bind(Framework::non_masing, std::vector<double>{ts, kp});
  std::vector<double> history = start_at(*law, {0.0});
  for (std::size_t i = 0; i < kLoopDisplacements.size(); ++i) {
    const double u = length * kLoopDisplacements[i];
    const auto at = load_to(*law, {u}, history);
    CHECK(at.traction[0] == Approx(ts * kLoopTractions[i] + kp * u).margin(1e-9 * ts));
    history = at.new_history;
  }
}

TEST_CASE("Prager is rigid, then a spring") {
  const auto law = make_prager()->bind(Framework::masing, std::vector<double>{1e5, 1e9});
  const VirginAnswer at = virgin_at(*law, 1e-6);
  CHECK(at.traction == Approx(1e5 + 1e3));
  CHECK(at.tangent == 1e9);
  CHECK(at.loop_area == Approx(4e5 * (1e-6 - 1e5 / std::pow(10, 18.5))));
  CHECK(virgin_at(*law, 0).tangent == Approx(std::pow(10, 18.5)));
  CHECK(make_prager()->description().has_post_slip);
  CHECK(make_prager()->domain_violation(Framework::masing, std::vector<double>{1, -1}) ==
        "post_slip_stiffness must not be negative");
}
