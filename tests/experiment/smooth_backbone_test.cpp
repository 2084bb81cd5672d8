#include "experiment/smooth_backbone.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

double frequency(double q) { return 180 - 3 * (std::log(q) + 14) * (q > 1e-6); }
double damping(double q) { return 1e-3 + 200 * q; }

Decay decay(std::uint64_t seed, double top = 4e-5) {
  Decay d;
  d.source = "test";
  d.response_amplitude = false;
  std::uint64_t state = seed;
  const Eigen::VectorXd z = normal_numbers(400, state);
  for (int i = 0; i < 200; ++i) {
    const double q = top * std::pow(1e-6 / top, i / 199.0);
    d.points.push_back(
        {0.01 * i, q, frequency(q) + 0.2 * z(i), damping(q) * std::exp(0.1 * z(200 + i)), 1});
  }
  return d;
}

}  // namespace

TEST_CASE("several decays become one backbone with bounds") {
  const std::vector<Decay> decays = {decay(1), decay(2), decay(3, 8e-5)};
  const SmoothBackbone smooth(decays);
  const MeasuredBackbone& b = smooth.backbone();
  CHECK(b.size() == 60);
  CHECK(b.amplitude.back() == Approx(4e-5));  // what half of the decays reach
  CHECK(smooth.held_frequency() > 0.93);
  CHECK(smooth.held_damping() > 0.93);
  CHECK(smooth.held_frequency() < 0.98);  // no wider than needed
  CHECK(smooth.held_damping() < 0.98);
  for (std::size_t i = 2; i + 2 < b.size(); ++i) {
    CHECK(b.frequency_hz[i] == Approx(frequency(b.amplitude[i])).margin(0.2));
    CHECK(b.damping[i] == Approx(damping(b.amplitude[i])).epsilon(0.08));
    CHECK(b.frequency_upper[i] - b.frequency_hz[i] ==
          Approx(b.frequency_hz[i] - b.frequency_lower[i]));
    CHECK(b.damping_upper[i] - b.damping[i] == Approx(b.damping[i] - b.damping_lower[i]));
    CHECK(b.frequency_upper[i] - b.frequency_hz[i] == Approx(0.39).epsilon(0.3));
  }
  const SmoothBackbone ratio(decays,
                             {.bounds = BoundScale::logarithmic, .lowest = 1e-5, .highest = 2e-5});
  const MeasuredBackbone& r = ratio.backbone();
  CHECK(r.amplitude.front() == Approx(1e-5));
  CHECK(r.amplitude.back() == Approx(2e-5));
  CHECK(r.damping_upper[9] / r.damping[9] == Approx(r.damping[9] / r.damping_lower[9]));
  const auto draws = smooth.draws(3, 5);
  REQUIRE(draws.size() == 3);
  CHECK(draws[0].frequency_hz != draws[1].frequency_hz);
  CHECK(draws[0].amplitude == b.amplitude);
}

TEST_CASE("bounds of clean decays hold their points, read off straight between the amplitudes") {
  // Over four decades between 60 amplitudes a line errs more than this noise.
  std::vector<Decay> decays;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Decay d = decay(seed);
    std::uint64_t state = 10 + seed;
    const Eigen::VectorXd z = normal_numbers(400, state);
    for (int i = 0; i < 200; ++i) {
      const double q = 4e-5 * std::pow(1e-4, (i + 0.3 * static_cast<double>(seed)) / 200.0);
      d.points[static_cast<std::size_t>(i)] = {0.01 * i, q,
                                               180 - 11 * std::pow(q / 4e-5, 0.8) + 1e-4 * z(i),
                                               (1e-3 + 500 * q) * std::exp(1e-4 * z(200 + i)), 1};
    }
    decays.push_back(std::move(d));
  }
  const SmoothBackbone smooth(decays);
  CHECK(smooth.held_frequency() > 0.94);
  CHECK(smooth.held_damping() > 0.94);
}

TEST_CASE("tests that differ from each other give no jagged curve") {
  // Seven decays, each on a level of its own and nearly without noise: from bin to bin the mean
  // jumps, and a likelihood of independent noise would follow it.
  std::vector<Decay> decays;
  for (std::uint64_t seed = 1; seed <= 7; ++seed) {
    std::uint64_t state = 40 + seed;
    const Eigen::VectorXd z = normal_numbers(130, state);
    Decay d = decay(seed);
    d.points.resize(60);
    for (int i = 0; i < 60; ++i) {
      const double q = 1.8e-5 * (1 + 0.15 * z(120)) * std::pow(1e-2, i / 60.0);
      d.points[static_cast<std::size_t>(i)] = {0.01 * i, q,
                                               (600 - 4e5 * q) + 0.5 * z(121) + 0.003 * z(i),
                                               (1e-3 + 300 * q) * std::exp(0.08 * z(122)), 0.3};
    }
    decays.push_back(std::move(d));
  }
  const SmoothBackbone smooth(decays);
  const MeasuredBackbone& b = smooth.backbone();
  for (std::size_t i = 1; i + 1 < b.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(b.frequency_hz[i + 1] - 2 * b.frequency_hz[i] + b.frequency_hz[i - 1]) < 0.05);
    CHECK((b.frequency_upper[i + 1] - b.frequency_hz[i + 1]) /
              (b.frequency_upper[i] - b.frequency_hz[i]) ==
          Approx(1).margin(0.2));
  }
}

namespace {

/// Exact points of one level, each known to 0.5 Hz and 20 %.
Decay exact(double level, double above = 1) {
  Decay d = decay(1);
  for (DecayPoint& p : d.points)
    p = {p.time, p.amplitude, 180 + level, 2e-3 * above, 0.03, 0.5, 0.2};
  return d;
}

}  // namespace

TEST_CASE("bounds hold what the noise of each decay leaves open, and the scatter of tests") {
  // One decay, however smooth its points are: 1.96 of its own deviations.
  const SmoothBackbone one({exact(0)});
  REQUIRE(one.warnings().size() == 1);
  const MeasuredBackbone& b = one.backbone();
  for (std::size_t i = 0; i < b.size(); ++i) {
    CHECK(b.frequency_hz[i] == Approx(180).margin(0.01));
    CHECK(b.frequency_upper[i] - b.frequency_hz[i] == Approx(1.96 * 0.5).epsilon(0.05));
    CHECK(b.damping_upper[i] / b.damping[i] == Approx(std::exp(1.96 * 0.2)).epsilon(0.03));
  }
  // Seven whose levels scatter by more than their noise: that of the tests.
  std::vector<Decay> decays;
  double squares = 0;
  for (int test = -3; test <= 3; ++test) {
    decays.push_back(exact(2 * test));
    squares += 4.0 * test * test / 6;
  }
  const SmoothBackbone seven(decays);
  CHECK(seven.warnings().empty());
  const MeasuredBackbone& s = seven.backbone();
  for (std::size_t i = 0; i < s.size(); ++i)
    CHECK(s.frequency_upper[i] - s.frequency_hz[i] ==
          Approx(1.96 * std::sqrt(squares)).epsilon(0.25));
}

TEST_CASE("no curve through unfit decays unless asked for, no bounds that say nothing") {
  Decay unfit = exact(0);
  unfit.unfit = "an amplitude that grows";
  CHECK_THROWS_WITH(SmoothBackbone({unfit}), Catch::Matchers::Contains("an amplitude that grows") &&
                                                 Catch::Matchers::Contains("--piecewise"));
  CHECK(SmoothBackbone({unfit}, {.piecewise = true}).backbone().size() == 60);
  Decay wild = exact(0);
  for (DecayPoint& p : wild.points) p.damping_deviation = 3;
  CHECK_THROWS_WITH(SmoothBackbone({wild}), Catch::Matchers::Contains("bounds beyond"));
}

TEST_CASE("decays that do not belong together are refused") {
  Decay few = decay(1);
  few.points.resize(4);
  CHECK_THROWS_AS(SmoothBackbone({few}), Failure);
  Decay other = decay(2);
  other.response_amplitude = true;
  CHECK_THROWS_AS(SmoothBackbone({decay(1), other}), Failure);
  CHECK_THROWS_AS(SmoothBackbone({decay(1)}, {.lowest = 1}), Failure);
}

TEST_CASE("variability is eq 41 of the bounds, undefined below zero") {
  MeasuredBackbone b;
  b.amplitude = {1, 2};
  b.frequency_hz = {100, 200};
  b.frequency_lower = {99, 196};
  b.frequency_upper = {101, 202};
  b.damping = {std::exp(-5.0), std::exp(-4.0)};
  b.damping_upper = {std::exp(-4.5), std::exp(-4.0)};
  b.damping_lower = {std::exp(-6.0), std::exp(-5.0)};
  const Variability v = variability(b);
  CHECK(v.frequency_upper == Approx(0.01));
  CHECK(v.frequency_lower == Approx(std::sqrt((1e-4 + 4e-4) / 2)));
  CHECK(v.damping_upper == Approx(std::sqrt(0.01 / 2)));
  CHECK(v.damping_lower == Approx(std::sqrt((0.04 + 0.0625) / 2)));
  b.damping_lower[0] = -1e-3;
  CHECK_FALSE(variability(b).damping_lower_defined);
  CHECK(std::isfinite(variability(b).damping_lower));
}
