#include "rom/frictional_support.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

double largest_difference(const SupportCurve& a, const SupportCurve& b) {
  REQUIRE(a.force.size() == b.force.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.force.size(); ++i) {
    CHECK(a.force[i] == Approx(b.force[i]).margin(1e-12));
    worst = std::max(worst, std::abs(a.displacement[i] - b.displacement[i]));
  }
  return worst;
}

}  // namespace

// Asadi et al. with E = 2.0e11, rho = 7850 and a washer of 27 mm.
TEST_CASE("the paper's beam: stick modes, stiffness, place of the first slip") {
  const FrictionalSupport support{FrictionalBeamSpec{}};
  const std::vector<double> hz = support.stick_frequencies(2);
  CHECK(hz[0] == Approx(35.28).epsilon(1e-3));
  CHECK(hz[1] == Approx(220.83).epsilon(1e-3));
  CHECK(support.stiffness() == Approx(49768).epsilon(1e-4));
  const SlipOnset onset = support.onset(NormalForce::constant);
  CHECK(onset.place == 0.05);
  CHECK(onset.force > 0);
  FrictionalBeamSpec lighter;
  lighter.density = 2700;
  CHECK(FrictionalSupport(lighter).stiffness() == Approx(support.stiffness()).epsilon(1e-12));
}

TEST_CASE("a very soft layer lets the strip go along its axis as one mass on a spring") {
  FrictionalBeamSpec spec;
  spec.layer.tangential_stiffness = 10;
  spec.bolt_mass = 0;
  // Sliding along the layer, hardly bending: kt L1 / m.
  const double mass = spec.density * spec.width * spec.height * spec.length;
  const double hz = std::sqrt(10 * spec.support_length / mass) / (2 * M_PI);
  for (const int elements : {10, 100}) {
    spec.elements = elements;
    CHECK(FrictionalSupport(spec).stick_frequencies(1)[0] == Approx(hz).epsilon(3e-3));
  }
  spec.layer.tangential_stiffness = 1e-12;
  CHECK_THROWS_WITH(FrictionalSupport(spec), Contains("too soft to hold the beam"));
}

TEST_CASE("the paper's loop: its area, and Masing against direct reversal") {
  FrictionalBeamSpec spec;
  double coarse = 0;
  for (const int elements : {50, 100}) {
    spec.elements = elements;
    const SupportLoop loop = FrictionalSupport(spec).loop(200);
    CHECK(loop.area == Approx(5.13e-4).epsilon(0.01));
    CHECK(loop.masing_area == Approx(loop.area).epsilon(1e-10));
    CHECK(largest_difference(loop.loop, loop.masing) < 1e-12 * loop.first.displacement.back());
    CHECK(loop.cycles == 1);
    CHECK(loop.slipping > 0.003);
    CHECK(loop.slipping < 0.005);
    if (coarse > 0) CHECK(loop.area == Approx(coarse).epsilon(0.01));
    coarse = loop.area;
  }
}

TEST_CASE("the bolt's pressure carries its tension and is even on both sides") {
  FrictionalBeamSpec spec;
  spec.elements = 40;
  const FrictionalSupport support(spec);
  const Eigen::VectorXd& p = support.pressure();
  const double length = spec.support_length / static_cast<double>(p.size());
  CHECK(p.sum() * length == Approx(spec.preload));
  for (Eigen::Index i = 0; i < p.size() / 2; ++i)
    CHECK(p[i] == Approx(p[p.size() - 1 - i]).epsilon(1e-6));
  CHECK(p[p.size() / 2] > 10 * p[0]);
}

TEST_CASE("a rigid beam presses evenly and turns on its support") {
  FrictionalBeamSpec spec;
  spec.young = 2e17;
  spec.elements = 20;
  const FrictionalSupport support(spec);
  const double even = spec.preload / spec.support_length;
  CHECK(support.pressure().minCoeff() == Approx(even).epsilon(1e-3));
  CHECK(support.pressure().maxCoeff() == Approx(even).epsilon(1e-3));
  // Sinking and turning about the middle; its axis then slides so that the face does not.
  const double kn = spec.layer.normal_stiffness, l = spec.support_length,
               arm = spec.load_place - l / 2;
  const double flexibility = 1 / (kn * l) + arm * arm / (kn * l * l * l / 12);
  CHECK(support.stiffness() == Approx(1 / flexibility).epsilon(1e-4));
}

TEST_CASE("below the onset of slip a loop has no area") {
  const FrictionalSupport support{FrictionalBeamSpec{}};
  for (const NormalForce normal : {NormalForce::constant, NormalForce::following}) {
    const double onset = std::abs(support.onset(normal).force);
    const SupportLoop below = support.loop(0.9 * onset, {.normal = normal, .steps = 20});
    CHECK(std::abs(below.area) < 1e-12 * onset * below.first.displacement.back());
    CHECK(below.slipping == 0);
    CHECK(below.first.displacement.back() == Approx(0.9 * onset / support.stiffness()));
  }
  // The onset lies at the support's end; the first point of the layer slides a little later.
  const double onset = support.onset(NormalForce::constant).force;
  CHECK(support.loop(3 * onset, {.steps = 20}).area > 0);
}

// Where the beam is lifted a point comes back to its support free of traction: it then sticks
// on the way in and out, and a small loop dissipates only once.
TEST_CASE("a point that lifts off and comes back slides no more") {
  const FrictionalSupport support{FrictionalBeamSpec{}};
  const SupportLoop loop = support.loop(10, {.normal = NormalForce::following});
  CHECK(loop.in_tension > 0);
  CHECK(loop.cycles == 2);
  CHECK(std::abs(loop.area) < 1e-12 * 10 * loop.first.displacement.back());
}

TEST_CASE("with following normal force slip begins sooner where the beam is lifted") {
  const FrictionalSupport support{FrictionalBeamSpec{}};
  const SlipOnset constant = support.onset(NormalForce::constant),
                  following = support.onset(NormalForce::following);
  CHECK(following.force < 0);  // away from the support
  CHECK(std::abs(following.force) < constant.force);
  CHECK(following.place == 0.05);
  const SupportLoop loop = support.loop(200, {.normal = NormalForce::following, .steps = 60});
  CHECK(loop.area > 0);
  CHECK(std::abs(loop.masing_area - loop.area) > 0.5 * loop.area);  // Masing does not hold
  CHECK(loop.in_tension > 0);
  CHECK(loop.loop.displacement.back() == Approx(loop.loop.displacement.front()).epsilon(1e-8));
}

TEST_CASE("softer friction loses more, up to a limit; a stiffer layer slides sooner") {
  FrictionalBeamSpec spec;
  spec.elements = 40;
  const double paper = FrictionalSupport(spec).onset(NormalForce::constant).force;
  spec.layer.friction_coefficient *= 2;
  CHECK(FrictionalSupport(spec).onset(NormalForce::constant).force == Approx(2 * paper));
  // Every force and every limit doubled: the loop is twice as wide and twice as high.
  const double twice = FrictionalSupport(spec).loop(400).area;
  spec.layer.friction_coefficient /= 2;
  CHECK(twice == Approx(4 * FrictionalSupport(spec).loop(200).area).epsilon(1e-9));
}

TEST_CASE("a support that the bolt leaves open, and forces that are none, are refused") {
  FrictionalBeamSpec spec;
  spec.washer_width = 0.001;
  CHECK_THROWS_WITH(
      FrictionalSupport(spec),
      Contains("leaves the support without contact at x = ") && Contains("wider washer"));
  const FrictionalSupport support{FrictionalBeamSpec{}};
  CHECK_THROWS_WITH(support.loop(0), Contains("must be a number above 0"));
  CHECK_THROWS_AS(support.loop(-5), Failure);
}
