// Comparisons shared by the tests of the exact rate laws: with the ODE path, and with
// finite differences of fourth order.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "models/probe.hpp"
#include "models/rate_walk.hpp"

namespace slipfront {

/// The second way to an exact law: Dormand and Prince's method, as tight as rounding allows.
inline const RateOptions kTight = {
    .relative_tolerance = 1e-13, .most_steps = 2000000, .method = RateMethod::dormand_prince};

/// Exact against integrated; areas relative to the terms whose difference they are.
inline void check_virgin(const VirginAnswer& exact, const VirginAnswer& integrated, double u,
                         const std::vector<double>& parameters) {
  CHECK(exact.traction == Approx(integrated.traction).epsilon(1e-10));
  // The integrated tangent is the rate at a rounded traction: relative to the secant.
  const double secant = std::abs(exact.traction / u);
  CHECK(exact.tangent == Approx(integrated.tangent).epsilon(1e-10).margin(1e-11 * secant));
  const double energy = std::abs(u * exact.traction);
  CHECK(exact.loop_area == Approx(integrated.loop_area).epsilon(1e-10).margin(1e-11 * energy));
  for (std::size_t k = 2; k < exact.d_traction.size(); ++k) {
    CAPTURE(k);
    const double rest = 1e-13 / parameters[k - 2];
    const double d = std::abs(integrated.d_traction[k]);
    CHECK(exact.d_traction[k] ==
          Approx(integrated.d_traction[k]).epsilon(1e-10).margin(rest * std::abs(exact.traction)));
    CHECK(exact.d_loop_area[k] == Approx(integrated.d_loop_area[k])
                                      .epsilon(1e-10)
                                      .margin(1e-10 * d * std::abs(u) + rest * energy));
  }
}

/// (f(+h) 8 - f(-h) 8 - f(2h) + f(-2h)) / 12h for each entry of a vector-valued function.
template <class F>
std::vector<double> difference(F f, double h) {
  const std::vector<double> a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
  std::vector<double> slope(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    slope[k] = (8 * (a[k] - b[k]) - (c[k] - d[k])) / (12 * h);
  }
  return slope;
}

/// Relative step of the differences: an exponent changes ln t by ten times as much.
inline constexpr double kDifferenceStep = 1e-4;
inline constexpr double kDifferenceError = 2e-8;

inline void check_virgin_by_differences(const FrictionLaw& law, Framework framework,
                                        std::vector<double> p, double u) {
  const VirginAnswer at = virgin_at(*law.bind(framework, p), u);
  for (std::size_t k = 0; k <= p.size(); ++k) {
    const double size = k == 0 ? u : p[k - 1];
    const double h = kDifferenceStep * std::abs(size);
    if (h == 0) continue;
    const auto slope = difference(
        [&](double step) {
          std::vector<double> q = p;
          if (k > 0) q[k - 1] += step;
          const VirginAnswer v = virgin_at(*law.bind(framework, q), k == 0 ? u + step : u);
          return std::vector<double>{v.traction, v.loop_area};
        },
        h);
    const std::size_t column = k == 0 ? 0 : k + 1;
    CAPTURE(k);
    const double rest = 1e-9 / std::abs(size);
    CHECK(at.d_traction[column] ==
          Approx(slope[0]).epsilon(kDifferenceError).margin(rest * std::abs(at.traction)));
    CHECK(at.d_loop_area[column] ==
          Approx(slope[1]).epsilon(kDifferenceError).margin(rest * std::abs(at.loop_area)));
    if (k == 0) CHECK(at.tangent == at.d_traction[0]);
  }
}

/// All of the jacobian (1 direction) against differences. `scales` of the history entries;
/// parameter steps are relative, that of parameter 2 times `step_2` (0: not compared).
inline void check_hysteresis_by_differences(const FrictionLaw& law, std::vector<double> p, double u,
                                            std::vector<double> history, std::vector<double> scales,
                                            double step_2 = 1) {
  const auto at = load_to(*law.bind(Framework::non_masing, p), {u}, history);
  const std::size_t h = history.size(), columns = 2 + h + p.size(), rows = 2 + h;
  for (std::size_t k = 0; k < columns; ++k) {
    if (k == 1 || (k == 2 + h + 2 && step_2 == 0)) continue;
    double size = std::abs(u - history[0]);
    if (k >= 2 && k < 2 + h) size = k == 2 ? size : scales[k - 2];
    if (k >= 2 + h) size = std::max(std::abs(p[k - 2 - h]), 0.01);
    const auto slope = difference(
        [&](double step) {
          std::vector<double> past = history, q = p;
          double v = u;
          if (k == 0) v += step;
          if (k >= 2 && k < 2 + h) past[k - 2] += step;
          if (k >= 2 + h) q[k - 2 - h] += step;
          const auto a = load_to(*law.bind(Framework::non_masing, q), {v}, past);
          std::vector<double> out{a.traction[0]};
          out.insert(out.end(), a.new_history.begin(), a.new_history.end());
          out.push_back(a.work);
          return out;
        },
        1e-4 * size);
    for (std::size_t r = 0; r < rows; ++r) {
      CAPTURE(k, r);
      const double value = r == 0 || r == rows - 1
                               ? (r == 0 ? scales[1] : scales[1] * std::abs(u - history[0]))
                               : scales[r - 1];
      CHECK(at.jacobian[r * columns + k] ==
            Approx(slope[r]).epsilon(1e-7).margin(1e-9 * value / size));
    }
  }
}

/// One law along a history, with the derivatives of traction and work by the parameters
/// carried through the jacobians of all branches so far.
struct Traced {
  const BoundLaw& law;
  std::vector<double> history;
  std::vector<double> d_history;  // [history][parameters]
  HystereticAnswer at;
  std::vector<double> d_traction, d_work;

  Traced(const BoundLaw& bound, double u0)
      : law(bound),
        history(start_at(law, {u0})),
        d_history(history.size() * law.parameter_count(), 0.0) {}

  void go(double u) {
    const std::size_t h = history.size(), n = law.parameter_count(), columns = 2 + h + n;
    at = load_to(law, {u}, history);
    std::vector<std::vector<double>> rows(2 + h, std::vector<double>(n));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double* row = at.jacobian.data() + r * columns;
      for (std::size_t k = 0; k < n; ++k) {
        rows[r][k] = row[2 + h + k];
        for (std::size_t i = 0; i < h; ++i) rows[r][k] += row[2 + i] * d_history[i * n + k];
      }
    }
    d_traction = rows[0];
    d_work = rows[1 + h];
    for (std::size_t i = 0; i < h; ++i) {
      for (std::size_t k = 0; k < n; ++k) d_history[i * n + k] = rows[1 + i][k];
    }
    history = at.new_history;
  }
};

/// Random reversal histories: values and total derivatives of both laws.
inline void check_histories(const BoundLaw& exact, const BoundLaw& integrated, double scale,
                            const std::vector<double>& parameters, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Traced mine(exact, 0.1 * scale), other(integrated, 0.1 * scale);
  double traction = 0;
  for (int turn = 0; turn < 6; ++turn) {
    const double u = scale * unit(random);
    mine.go(u);
    other.go(u);
    const HystereticAnswer &a = mine.at, &b = other.at;
    traction = std::max(traction, std::abs(b.traction[0]));
    CAPTURE(turn, u);
    CHECK(a.traction[0] == Approx(b.traction[0]).epsilon(1e-10).margin(1e-10 * traction));
    CHECK(a.tangent[0] == Approx(b.tangent[0]).epsilon(1e-8));
    CHECK(a.work == Approx(b.work).epsilon(1e-10).margin(1e-10 * traction * scale));
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      CAPTURE(k);
      const double rest = 1e-10 * traction / std::abs(parameters[k]);
      // Across t = 0 the integrated sensitivities lose digits for n next to 1.
      CHECK(mine.d_traction[k] == Approx(other.d_traction[k]).epsilon(1e-8).margin(rest));
      CHECK(mine.d_work[k] == Approx(other.d_work[k]).epsilon(1e-8).margin(rest * scale));
    }
  }
}

}  // namespace slipfront
