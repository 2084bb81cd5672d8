#include "modal/averaging.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "models/registry.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::unique_ptr<const BoundLaw> law(const std::string& name, std::vector<double> values) {
  return Registry::built_in().find(name).bind(Framework::non_masing, values);
}

// A Jenkins element that never slips is a spring.
std::unique_ptr<const BoundLaw> spring(double k) { return law("jenkins", {1e9 * k, k}); }

}  // namespace

TEST_CASE("a linear oscillator decays as in the book") {
  const auto joint = spring(300);
  const Oscillator o{2, 500, 0.8};  // omega 20, zeta 0.01
  const AveragedRate rate = averaged_rate(o, *joint, 0.1);
  CHECK(rate.omega == Approx(20).epsilon(1e-12));
  CHECK(rate.zeta == Approx(0.01).epsilon(1e-9));
  CHECK(secant_rate(o, *joint, 0.1).zeta == Approx(0.01).epsilon(1e-9));
  AveragingOptions options;
  options.duration = 5;
  const AveragedResponse r = integrate_averaging(o, *joint, {0, 0.1, 0.3}, options);
  CHECK(r.time.back() == 5);
  CHECK(r.amplitude.back() == Approx(0.1 * std::exp(-0.01 * 20 * 5)).epsilon(1e-8));
  const double damped = 20 * std::sqrt(1 - 1e-4);
  CHECK(r.phase.back() == Approx(0.3 + damped * 5).epsilon(1e-9));
  const TimeResponse samples = r.sampled(1, 0.01, 100);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double t = samples.time(i), a = 0.1 * std::exp(-0.2 * t), phi = 0.3 + damped * t;
    CHECK(samples.displacement[i] == Approx(a * std::cos(phi)).margin(1e-8));
    CHECK(samples.velocity[i] ==
          Approx(-a * (0.2 * std::cos(phi) + damped * std::sin(phi))).margin(1e-6));
    // m x'' + C x' + K x = 0
    CHECK(2 * samples.acceleration[i] ==
          Approx(-0.8 * samples.velocity[i] - 800 * samples.displacement[i]).margin(1e-3));
  }
}

TEST_CASE("amplitude and phase give the state back") {
  const auto joint = law("iwan4", {4e4, 2.5e5, -0.5, 1});
  const Oscillator o{1, 1.4e5, 0.125};
  for (const double x : {0.01, -0.003, 0.0})
    for (const double v : {5.0, -2.0}) {
      const AveragedState s = averaged_state(o, *joint, 1, x, v);
      const AveragedRate rate = secant_rate(o, *joint, s.amplitude);
      const double damped = rate.omega * std::sqrt(1 - rate.zeta * rate.zeta);
      CHECK(s.amplitude * std::cos(s.phase) == Approx(x).margin(1e-10));
      CHECK(-rate.zeta * rate.omega * x - s.amplitude * damped * std::sin(s.phase) ==
            Approx(v).epsilon(1e-7));
    }
}

TEST_CASE("a pulse on a linear oscillator, against Newmark's rule") {
  const auto joint = spring(2.5e5);
  const Oscillator o{1, 1.4e5, 0.125};
  const HalfSinePulse pulse{1e4, 0.02};
  TimeResponse during;
  AveragingOptions options;
  const AveragedState end = pulse_by_averaging(o, *joint, pulse, 1e-4, options, during);
  CHECK(during.size() == 201);
  LawJoint stuck(*joint);
  NewmarkOptions fine;
  fine.step = 1e-6;
  fine.force_scale = 1e4;
  const TimeResponse r = integrate_newmark(o, stuck, pulse, 0, 0, 20000, fine);
  const AveragedState truth =
      averaged_state(o, *joint, 0.02, r.displacement.back(), r.velocity.back());
  CHECK(end.amplitude == Approx(truth.amplitude).epsilon(1e-4));
  CHECK(end.phase == Approx(truth.phase).margin(1e-4));
  CHECK(during.displacement[100] == Approx(r.displacement[10000]).epsilon(1e-4));
}

TEST_CASE("power-law damping decays as its closed form") {
  // Microslip: zeta omega = c A^(chi+1) nearly, so that A^-(chi+1) grows linearly with time.
  const auto joint = law("iwan4", {4e6, 2.5e5, 0, 1});
  const Oscillator o{1, 1.4e5, 0};
  AveragingOptions options;
  options.duration = 200;
  const AveragedResponse r = integrate_averaging(o, *joint, {0, 1e-2, 0}, options);
  const double rate = r.zeta[0] * r.omega[0];
  const double expected = 1e-2 / (1 + rate * 200);
  CHECK(r.amplitude.back() == Approx(expected).epsilon(2e-3));
  CHECK(r.size() < 500);
}

TEST_CASE("what does not oscillate is refused") {
  const auto joint = law("jenkins", {10, 100});
  const Oscillator o{1, 0, 0};
  CHECK_THROWS_WITH(averaged_rate(o, *joint, 10), Contains("does not oscillate"));
  CHECK_THROWS_WITH(secant_rate({1, 10, 100}, *joint, 0.01), Contains("does not oscillate"));
}
