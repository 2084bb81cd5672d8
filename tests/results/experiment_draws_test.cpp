// Moments of the drawn curves against the formulas they are drawn from.
#include "results/experiment_draws.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic_run.hpp"

using namespace slipfront;

TEST_CASE("draws have the spread of the bounds and the stated correlation", "[draws]") {
  const MeasuredBackbone m = synthetic::measured(1, 20);
  constexpr int kDraws = 20000;
  const std::vector<DrawnCurve> curves = draw_curves(m, kDraws, 3);
  REQUIRE(curves.size() == kDraws);
  const std::size_t a = 4, b = 12;
  int inside = 0;
  double sum = 0, squares = 0, products = 0, squares_b = 0, mixed = 0, log_squares = 0;
  for (const DrawnCurve& c : curves) {
    inside +=
        c.frequency_hz[a] >= m.frequency_lower[a] && c.frequency_hz[a] <= m.frequency_upper[a];
    const double x = c.frequency_hz[a] - m.frequency_hz[a],
                 y = c.frequency_hz[b] - m.frequency_hz[b];
    const double w = std::log(c.damping[a] / m.damping[a]);
    sum += x;
    squares += x * x;
    squares_b += y * y;
    products += x * y;
    mixed += x * w;
    log_squares += w * w;
  }
  const double sigma = (m.frequency_upper[a] - m.frequency_lower[a]) / (2 * 1.959964);
  // Tolerances: four standard errors of each estimate over 20000 draws.
  CHECK(inside / double(kDraws) == Approx(0.95).margin(4 * std::sqrt(0.95 * 0.05 / kDraws)));
  CHECK(sum / kDraws == Approx(0).margin(4 * sigma / std::sqrt(kDraws)));
  CHECK(std::sqrt(squares / kDraws) == Approx(sigma).epsilon(4 / std::sqrt(2.0 * kDraws)));
  CHECK(std::sqrt(log_squares / kDraws) ==
        Approx(std::log(1.4) / 1.959964).epsilon(4 / std::sqrt(2.0 * kDraws)));
  const double apart = double(b - a) / 19 / kDrawnCorrelation;  // log-spaced amplitudes
  CHECK(products / std::sqrt(squares * squares_b) ==
        Approx(std::exp(-apart * apart / 2)).margin(4 / std::sqrt(kDraws)));
  CHECK(mixed / std::sqrt(squares * log_squares) == Approx(0).margin(4 / std::sqrt(kDraws)));
}

TEST_CASE("the same seed gives the same curves, another one others", "[draws]") {
  const MeasuredBackbone m = synthetic::measured(1, 10);
  const auto a = draw_curves(m, 3, 11), b = draw_curves(m, 5, 11), c = draw_curves(m, 3, 12);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(a[i].frequency_hz == b[i].frequency_hz);
    CHECK(a[i].damping == b[i].damping);
    CHECK(a[i].frequency_hz != c[i].frequency_hz);
  }
}

TEST_CASE("without bounds every draw is the measured curve; damping stays below one", "[draws]") {
  MeasuredBackbone m = synthetic::measured(1, 10);
  m.frequency_lower = m.frequency_upper = m.frequency_hz;
  m.damping_upper = m.damping;
  for (const DrawnCurve& c : draw_curves(m, 4, 1)) {
    CHECK(c.frequency_hz == m.frequency_hz);
    for (std::size_t i = 0; i < m.size(); ++i) CHECK(c.damping[i] == Approx(m.damping[i]));
  }
  for (double& z : m.damping_upper) z = 1e6;
  for (const DrawnCurve& c : draw_curves(m, 20, 1))
    for (const double z : c.damping) CHECK((z > 0 && z < 1));
}
