#include <catch2/catch.hpp>

#include "bilinear_loops.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> bound(double ts, double kt, double kp) {
  return make_generalized_jenkins_prager()->bind(Framework::non_masing,
                                                 std::vector<double>{ts, kt, kp});
}

}  // namespace

TEST_CASE("generalized Jenkins Prager, a loop by hand at eight points") {
  const double ts = 2, kt = 4, kp = 3;
  const auto law = bound(ts, kt, kp);
  std::vector<double> history = start_at(*law, {0.0});
  double before = 0;
  for (std::size_t i = 0; i < kLoopDisplacements.size(); ++i) {
    const double u = 0.5 * kLoopDisplacements[i];
    const auto at = load_to(*law, {u}, history);
    CHECK(at.traction[0] == 2 * kLoopTractions[i] + kp * u);
    CHECK(at.new_history[1] == 2 * kLoopTractions[i]);  // eq 26: the Jenkins part alone
    CHECK(at.work == Approx(kLoopWorks[i] + 0.5 * kp * (u * u - before * before)));
    history = at.new_history;
    before = u;
  }
}

TEST_CASE("a point that re-contacts starts free of traction, its spring included") {
  const auto law = bound(2, 4, 3);
  const std::vector<double> history = start_at(*law, {0.7, -0.2});
  const auto there = load_to(*law, {0.7, -0.2}, history);
  CHECK(there.traction == std::vector<double>{0, 0});
  const auto moved = load_to(*law, {0.8, -0.2}, history);
  CHECK(moved.traction[0] == Approx(0.1 * (4 + 3)));
  CHECK(moved.traction[1] == 0);
}

TEST_CASE("the spring takes no part in the Masing loop") {
  const VirginAnswer with = virgin_at(*bound(2, 4, 3), 1.5);
  const VirginAnswer without = virgin_at(*bound(2, 4, 0), 1.5);
  CHECK(with.traction == 2 + 4.5);
  CHECK(with.loop_area == without.loop_area);
  CHECK(with.d_traction == std::vector<double>{3, 0, 1, 0, 1.5});
}
