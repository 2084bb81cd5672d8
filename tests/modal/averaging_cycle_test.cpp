#include "modal/averaging_cycle.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "modal/iwan_joint.hpp"
#include "models/registry.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> law(const std::string& name, std::vector<double> values) {
  return Registry::built_in().find(name).bind(Framework::non_masing, values);
}

}  // namespace

TEST_CASE("the cycle of an Iwan joint has the closed forms of Segalman") {
  const IwanJoint joint = IwanJoint::from_stiffness(4e4, 2.5e5, -0.5, 1);
  const auto bound = law("iwan4", {4e4, 2.5e5, -0.5, 1});
  for (const double a : {1e-6, 1e-3, 0.1, 0.5}) {  // the last beyond phi_max = 0.24 m
    const SteadyCycle cycle = steady_cycle(*bound, a);
    CHECK(cycle.secant == Approx(joint.force(a) / a).epsilon(1e-10));
    CHECK(cycle.dissipation == Approx(joint.dissipation(a)).epsilon(1e-8));
    CHECK(averaged_cycle(*bound, a).dissipation == cycle.dissipation);
  }
}

TEST_CASE("stored energy grows with the sliders that still stick") {
  const IwanJoint joint = IwanJoint::from_stiffness(4e4, 2.5e5, -0.5, 1);
  const auto bound = law("iwan4", {4e4, 2.5e5, -0.5, 1});
  for (const double a : {1e-5, 1e-3, 0.1})
    CHECK(averaged_cycle(*bound, a).energy_slope == Approx(joint.tangent(a)).epsilon(2e-4));
}

// The fall of stiffness of a Masing joint F = K u - c u^(n) on the branch from A:
//   in phase  8 c A^(n-1)/pi int_0^(pi/2) ... ; for n = 3/2 it is 3.2/pi times the secant's.
TEST_CASE("in-phase stiffness of a microslip loop") {
  const double kt = 2.5e5;
  const auto bound = law("iwan4", {4e4, kt, -0.5, 1});
  for (const double a : {1e-6, 1e-4, 1e-2}) {
    const double secant = kt - steady_cycle(*bound, a).secant;
    const double in_phase = kt - averaged_cycle(*bound, a).stiffness;
    CHECK(in_phase == Approx(3.2 / 3.14159265358979 * secant).epsilon(1e-3));
  }
}

TEST_CASE("a Jenkins joint: hand values") {
  const auto bound = law("jenkins", {10, 100});  // slips at 0.1 m
  const AveragedCycle stuck = averaged_cycle(*bound, 0.05), slips = averaged_cycle(*bound, 0.3);
  CHECK(stuck.stiffness == Approx(100));
  CHECK(stuck.energy_slope == Approx(100));
  CHECK(std::abs(stuck.dissipation) < 1e-12);
  CHECK(slips.dissipation == Approx(4 * 10 * (0.3 - 0.1)));
  CHECK(steady_cycle(*bound, 0.3).secant == Approx(10 / 0.3));
  CHECK(std::abs(slips.energy_slope) < 1e-6);  // all slides: no more is stored
}

TEST_CASE("a joint that slips without force has a cycle of nothing") {
  const auto bound = law("jenkins", {0, 3e5});
  const AveragedCycle cycle = averaged_cycle(*bound, 3e-4);
  CHECK(cycle.stiffness == 0);
  CHECK(cycle.dissipation == 0);
  CHECK(cycle.energy_slope == 0);
}
