#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> bound(double ts, double kt) {
  return make_jenkins()->bind(Framework::non_masing, std::vector<double>{ts, kt});
}

}  // namespace

TEST_CASE("Jenkins, loading from the origin") {
  const auto law = bound(2, 4);  // slips at u = 0.5
  const VirginAnswer stuck = virgin_at(*law, 0.25);
  CHECK(stuck.traction == 1);
  CHECK(stuck.tangent == 4);
  CHECK(stuck.loop_area == 0);
  CHECK(stuck.d_traction == std::vector<double>{4, 0, 0, 0.25});
  const VirginAnswer slip = virgin_at(*law, -1.5);
  CHECK(slip.traction == -2);
  CHECK(slip.tangent == 0);
  CHECK(slip.loop_area == 8);  // 4 ts (u - ts/kt)
  CHECK(slip.d_traction == std::vector<double>{0, 0, -1, 0});
  // dD/du = 4 ts sign(u), dD/dts = 4 u - 8 ts/kt, dD/dkt = 4 ts^2/kt^2
  CHECK(slip.d_loop_area == std::vector<double>{-8, 0, 2, 1});
  const VirginAnswer origin = virgin_at(*law, 0);
  CHECK(origin.traction == 0);
  CHECK(origin.tangent == 4);
  CHECK(origin.loop_area == 0);
}

TEST_CASE("Jenkins, a loop by hand at eight points") {
  const auto law = bound(2, 4);
  const Walk loop = walk(*law, {{0.25}, {1}, {0.75}, {0.25}, {0}, {-1}, {-0.5}, {1}});
  CHECK(loop.traction ==
        std::vector<std::vector<double>>{{1}, {2}, {1}, {-1}, {-2}, {-2}, {0}, {2}});
  // 0 -> 1: 0.5*2/2 + 0.5*2; 1 -> 0: 0; 0 -> -1: 2; -1 -> 1: 0 over the first metre, 2 over the
  // other
  CHECK(loop.total_work == Approx(1.5 + 0 + 2 + 2));
}

TEST_CASE("Jenkins in two directions slips along its stuck prediction") {
  const auto law = bound(5, 1);
  std::vector<double> history = start_at(*law, {0, 0});
  const HystereticAnswer stuck = load_to(*law, {3, 2}, history);
  CHECK(stuck.traction == std::vector<double>{3, 2});
  CHECK(stuck.tangent == std::vector<double>{1, 0, 0, 1});
  CHECK(stuck.work == Approx(0.5 * 13));
  const HystereticAnswer slip = load_to(*law, {6, 8}, history);
  CHECK(slip.traction[0] == Approx(3));
  CHECK(slip.traction[1] == Approx(4));
  CHECK(slip.work == Approx(12.5 + 5 * 5));
  // ts kt / |s| (I - n n')
  CHECK(slip.tangent[0] == Approx(0.5 * 0.64));
  CHECK(slip.tangent[1] == Approx(-0.5 * 0.48));
  CHECK(slip.new_history[2] == Approx(3));
}

TEST_CASE("Jenkins is finite at the ends of its range") {
  for (const double kt : {1e3, 1e18, 1e21}) {
    const auto law = bound(1e6, kt);
    for (const double u : {0.0, 1e-320, 1e-20, 1e-3, 1e3}) {
      const VirginAnswer at = virgin_at(*law, u);
      CHECK(std::isfinite(at.traction));
      CHECK(std::isfinite(at.loop_area));
      for (const double x : at.d_loop_area) CHECK(std::isfinite(x));
    }
  }
  const auto frictionless = bound(0, 1e12);
  CHECK(virgin_at(*frictionless, 1e-6).traction == 0);
  CHECK(load_to(*frictionless, {0, 0}, start_at(*frictionless, {0, 0})).traction[0] == 0);
}

TEST_CASE("Jenkins: what is no displacement has no traction, with or without its tangent") {
  const auto law = make_jenkins()->bind(Framework::non_masing, std::vector{1e5, 1e12});
  const double nothing = std::nan("");
  CHECK(std::isnan(load_to(*law, {nothing}, start_at(*law, {0.0})).traction[0]));
  const std::vector<double> past = start_at(*law, {0.0});
  double traction = 1;
  law->hysteretic({.points = 1,
                   .directions = 1,
                   .displacement = &nothing,
                   .history = past.data(),
                   .traction = &traction});
  CHECK(std::isnan(traction));
}
