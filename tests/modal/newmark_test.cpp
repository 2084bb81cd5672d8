#include "modal/newmark.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "models/registry.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

constexpr double kPi = 3.14159265358979323846;

/// No joint at all.
class Nothing final : public Joint {
 public:
  JointForce at(double) const override { return {}; }
  void accept(double) override {}
};

NewmarkOptions options(double step) {
  NewmarkOptions made;
  made.step = step;
  made.force_scale = 1;
  return made;
}

}  // namespace

TEST_CASE("a linear oscillator: order two in the step") {
  const Oscillator o{2, 800, 0.8};  // omega 20, zeta 0.01
  const double omega = 20, zeta = 0.01, damped = omega * std::sqrt(1 - zeta * zeta), end = 1;
  const double exact =
      std::exp(-zeta * omega * end) *
      (0.1 * std::cos(damped * end) + 0.1 * zeta * omega / damped * std::sin(damped * end));
  double error[2];
  for (int k = 0; k < 2; ++k) {
    Nothing none;
    const std::size_t steps = 1000u << k;
    const TimeResponse r = integrate_newmark(o, none, HalfSinePulse{}, 0.1, 0, steps,
                                             options(end / static_cast<double>(steps)));
    CHECK(r.size() == steps + 1);
    error[k] = std::abs(r.displacement.back() - exact);
  }
  CHECK(error[0] < 1e-4);
  CHECK(error[0] / error[1] == Approx(4).epsilon(0.02));
}

TEST_CASE("average acceleration keeps energy, and its period is long by (omega h)^2/12") {
  const Oscillator o{1, 400, 0};
  Nothing none;
  const double h = 2 * kPi / 20 / 200;
  const TimeResponse r = integrate_newmark(o, none, HalfSinePulse{}, 1, 0, 200 * 100, options(h));
  double energy = 0;
  for (std::size_t i = 0; i < r.size(); i += 777) {
    energy = 0.5 * r.velocity[i] * r.velocity[i] + 200 * r.displacement[i] * r.displacement[i];
    CHECK(energy == Approx(200).epsilon(1e-9));
  }
  // 100 periods fall short by 100 (omega h)^2 / 12 of a period.
  const double late = 100 * std::pow(2 * kPi / 200, 2) / 12 * 2 * kPi;
  CHECK(r.displacement.back() == Approx(std::cos(late)).epsilon(1e-6));
}

TEST_CASE("a pulse on a free mass gives it its impulse") {
  const Oscillator o{3, 0, 0};
  Nothing none;
  const HalfSinePulse pulse{50, 0.01};
  const TimeResponse r = integrate_newmark(o, none, pulse, 0, 0, 2000, options(1e-5));
  CHECK(r.velocity.back() == Approx(pulse.impulse() / 3).epsilon(1e-5));
}

TEST_CASE("the work of all forces is the energy that is left") {
  const auto law = Registry::built_in().find("iwan4").bind(Framework::non_masing,
                                                           std::vector<double>{40, 250, -0.5, 1});
  MasingJoint joint(*law);
  joint.accept(0.1);
  const Oscillator o{1, 140, 0.05};
  NewmarkOptions given = options(0.0005);
  given.force_scale = 40;
  const TimeResponse r = integrate_newmark(o, joint, HalfSinePulse{}, 0.1, 0, 4000, given);
  double damper = 0, friction = 0;
  MasingJoint again(*law);
  again.accept(0.1);
  double before = again.at(0.1).force;
  for (std::size_t i = 1; i < r.size(); ++i) {
    const double dx = r.displacement[i] - r.displacement[i - 1];
    const double f = again.at(r.displacement[i]).force;
    friction += 0.5 * (f + before) * dx;
    damper += 0.5 * o.viscous * (r.velocity[i] + r.velocity[i - 1]) * dx;
    again.accept(r.displacement[i]);
    before = f;
  }
  const double x0 = 0.1, x = r.displacement.back(), v = r.velocity.back();
  CHECK(70 * (x0 * x0 - x * x) - 0.5 * v * v == Approx(damper + friction).epsilon(1e-9));
}

// Shetty and Allen, figure 5: with a loose residual tolerance damping is lost.
TEST_CASE("below the stated amplitude the tolerance matters") {
  const Oscillator o{1, 3.9e5, 0.125};
  NewmarkOptions loose = options(5e-5);
  loose.force_scale = 4e4;
  loose.tolerance = 1e-8;
  const double omega = std::sqrt(3.9e5);
  const double limit = distorted_below(o, omega, loose);
  CHECK(limit == Approx(4 * 1e-8 * 4e4 / (0.01 * kPi * 0.125 * omega)));
  CHECK(std::isinf(distorted_below({1, 3.9e5, 0}, omega, loose)));
}

TEST_CASE("an iteration that cannot converge is said, with its time") {
  class Wild final : public Joint {
   public:
    JointForce at(double u) const override { return {u > 0 ? 1e9 : -1e9, 0}; }
    void accept(double) override {}
  } wild;
  CHECK_THROWS_WITH(integrate_newmark({1, 1, 0}, wild, HalfSinePulse{}, 1, 0, 10, options(0.1)),
                    Contains("no balance of forces at t = 0.1 s"));
}
