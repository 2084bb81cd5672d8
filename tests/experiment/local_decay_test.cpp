#include "experiment/local_decay.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {

/// Half waves of a decay by a power law: A = (1 + c t)^(-a/c), omega = w + s ln A.
struct PowerLaw {
  double a, c, w, s;
  double log_height(double t) const { return c == 0 ? -a * t : -a / c * std::log1p(c * t); }
};

LocalDecay sampled(const PowerLaw& law, double noise = 0) {
  std::vector<double> times, logs;
  double phase = 0, t = 0;
  const double dt = 1e-5;
  for (double next = 0; times.size() < 300; t += dt) {
    if (phase >= next) {
      const double omega = law.w + law.s * law.log_height(t);
      const double exact = t - (phase - next) / omega;
      times.push_back(exact);
      logs.push_back(law.log_height(exact));
      next += synthetic::kPi;
    }
    phase += (law.w + law.s * law.log_height(t + 0.5 * dt)) * dt;
  }
  return LocalDecay(times, logs, noise, 80);
}

}  // namespace

TEST_CASE("power laws are met exactly, at the ends too") {
  for (const PowerLaw& law : {PowerLaw{5, 0, 1100, 0}, PowerLaw{10, 10, 1100, -12},
                              PowerLaw{12, 6, 1100, -20}, PowerLaw{3, -0.5, 1100, 5}}) {
    const LocalDecay decay = sampled(law, 1e-3);
    for (const double t : {0.01, 0.2, 0.5}) {
      const LocalEstimate e = decay.at(t, {0.15, 0.15});
      CAPTURE(law.a, law.c, t);
      CHECK(e.rate == Approx(law.a / (1 + law.c * t)).epsilon(2e-3));
      CHECK(e.log_amplitude == Approx(law.log_height(t)).margin(1e-4));
      CHECK(e.omega == Approx(law.w + law.s * law.log_height(t)).epsilon(2e-5));
    }
  }
}

TEST_CASE("windows widen with the noise and cover everything of a straight decay") {
  const PowerLaw law{5, 0, 1100, 0};
  CHECK(sampled(law, 1e-2).windows_at(0.4).rate > 0.3);
  const PowerLaw bent{40, 30, 1100, -30};
  CHECK(sampled(bent, 1e-5).windows_at(0.05).omega < 0.4);
}

TEST_CASE("the local curve continues a decay, and never blows up") {
  LocalEstimate e;
  e.rate = 10;
  e.curvature = 10;
  e.softening = -20;
  CHECK(local_curve(e, 0).log_ratio == 0);
  CHECK(local_curve(e, 0.1).log_ratio == Approx(-std::log(2.0)));
  // d phase / d tau = s ln(A / A_c)
  const double h = 1e-5;
  const double slope = (local_curve(e, 0.05 + h).phase - local_curve(e, 0.05 - h).phase) / (2 * h);
  CHECK(slope == Approx(-20 * local_curve(e, 0.05).log_ratio).epsilon(1e-6));
  CHECK(std::isfinite(local_curve(e, -10).log_ratio));  // beyond the pole at -0.1
  CHECK(local_curve(e, -0.0700001).log_ratio ==
        Approx(local_curve(e, -0.0699999).log_ratio).epsilon(1e-4));
}
