#include "core/measured_backbone.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("log-spaced amplitudes have a constant ratio and exact ends") {
  const auto a = log_spaced(1e-6, 1e-4, 20);
  REQUIRE(a.size() == 20);
  CHECK(a.front() == 1e-6);
  CHECK(a.back() == 1e-4);
  for (std::size_t i = 1; i < a.size(); ++i)
    CHECK(a[i] / a[i - 1] == Approx(std::pow(100.0, 1.0 / 19)).epsilon(1e-12));
  CHECK(log_spaced(2, 5, 1) == std::vector<double>{2});
}

TEST_CASE("resampling is exact for what is linear in log amplitude") {
  MeasuredBackbone m;
  m.amplitude = {1e-6, 3e-6, 2e-5, 1e-4};
  for (const double q : m.amplitude) {
    const double x = std::log10(q);
    m.frequency_hz.push_back(180 - 2 * x);
    m.frequency_lower.push_back(179 - 2 * x);
    m.frequency_upper.push_back(181 - 2 * x);
    m.damping.push_back(std::pow(10, -3 + 0.5 * (x + 6)));
    m.damping_lower.push_back(-1e-3 + 1e-4 * x);  // may be negative
    m.damping_upper.push_back(0.1 + 1e-3 * x);
  }
  const MeasuredBackbone r = resample(m, 20);
  REQUIRE(r.size() == 20);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double x = std::log10(r.amplitude[i]);
    CHECK(r.frequency_hz[i] == Approx(180 - 2 * x).epsilon(1e-12));
    CHECK(r.damping[i] == Approx(std::pow(10, -3 + 0.5 * (x + 6))).epsilon(1e-12));
    CHECK(r.damping_lower[i] == Approx(-1e-3 + 1e-4 * x).epsilon(1e-12));
    CHECK(r.damping_upper[i] == Approx(0.1 + 1e-3 * x).epsilon(1e-12));
  }
  CHECK(r.frequency_hz.front() == m.frequency_hz.front());
  CHECK(r.frequency_upper.back() == Approx(m.frequency_upper.back()).epsilon(1e-15));
}
