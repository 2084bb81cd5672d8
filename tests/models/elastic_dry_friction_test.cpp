#include <catch2/catch.hpp>

#include "bilinear_loops.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> bound(double mu, double kt) {
  return make_elastic_dry_friction()->bind(Framework::non_masing, std::vector<double>{mu, kt});
}

}  // namespace

TEST_CASE("elastic dry friction, a loop by hand at eight points") {
  const double mu = 0.25, kt = 8, normal = 16;  // limit 4, slip length 0.5
  const auto law = bound(mu, kt);
  std::vector<double> history = start_at(*law, {0.0});
  for (std::size_t i = 0; i < kLoopDisplacements.size(); ++i) {
    const auto at = load_to(*law, {0.5 * kLoopDisplacements[i]}, history, normal);
    CHECK(at.traction[0] == 4 * kLoopTractions[i]);
    CHECK(at.work == 2 * kLoopWorks[i]);
    history = at.new_history;
  }
}

TEST_CASE("elastic dry friction slips at mu times the normal traction") {
  const auto law = bound(0.5, 4);
  const VirginAnswer slip = virgin_at(*law, 3, 8);
  CHECK(slip.traction == 4);
  CHECK(slip.d_traction == std::vector<double>{0, 0.5, 8, 0});
  CHECK(slip.loop_area == 4 * 4 * (3 - 1));
  // dD/dtn = mu (4 u - 8 mu tn / kt)
  CHECK(slip.d_loop_area[1] == 0.5 * (12 - 8));
  CHECK(virgin_at(*law, 3, 0).traction == 0);
  CHECK(virgin_at(*law, 3, -5).traction == 0);

  const auto at = load_to(*law, {-3}, start_at(*law, {0.0}), 8);
  CHECK(at.traction[0] == -4);
  CHECK(at.d_normal[0] == -0.5);
}

TEST_CASE("a slip limit that falls below the stored traction keeps its sign") {
  const auto law = bound(0.5, 4);
  // Loaded to +4 under 8 N/m^2, then 2 N/m^2 remain and the point moves a little back: eq 19
  // as printed would give -1, the stuck prediction 3.6 says +1.
  const auto loaded = load_to(*law, {3}, start_at(*law, {0.0}), 8);
  const auto at = load_to(*law, {2.9}, loaded.new_history, 2);
  CHECK(at.traction[0] == 1);
  CHECK(at.tangent[0] == 0);
  // it slid all the way under the limit that holds now
  CHECK(at.work == Approx(-0.1));
}
