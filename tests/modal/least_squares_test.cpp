#include "modal/least_squares.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// r_i = a e^(-b t_i) - y_i, data of a = 2, b = 0.7.
LeastSquares decay() {
  LeastSquares p;
  p.residuals = 6;
  p.lower = {0.1, 0.01};
  p.upper = {10, 5};
  p.evaluate = [](const double* x, double* r, double* j) {
    for (int i = 0; i < 6; ++i) {
      const double e = std::exp(-x[1] * i);
      r[i] = x[0] * e - 2 * std::exp(-0.7 * i);
      if (j) {
        j[2 * i] = e;
        j[2 * i + 1] = -x[0] * i * e;
      }
    }
    return true;
  };
  return p;
}

}  // namespace

TEST_CASE("the minimum inside the box, from one start or several") {
  const LeastSquaresResult r = solve_least_squares(decay(), std::vector<double>{9, 4});
  CHECK(r.converged);
  CHECK(r.x[0] == Approx(2).epsilon(1e-9));
  CHECK(r.x[1] == Approx(0.7).epsilon(1e-9));
  const LeastSquaresResult best =
      solve_least_squares(decay(), std::vector<std::vector<double>>{{0.1, 5}, {1, 1}});
  CHECK(best.sum_of_squares < 1e-18);
}

TEST_CASE("bounds hold, and a held parameter stays") {
  LeastSquares bounded = decay();
  bounded.upper[1] = 0.5;
  const LeastSquaresResult r = solve_least_squares(bounded, std::vector<double>{1, 0.2});
  CHECK(r.x[1] == Approx(0.5).epsilon(1e-9));
  CHECK(at_upper_bound(bounded, r.x, 1));
  CHECK_FALSE(at_lower_bound(bounded, r.x, 1));
  // With b held the rest is linear: a = sum y e / sum e^2.
  const LeastSquaresResult held =
      solve_least_squares(decay(), std::vector<double>{1, 0.2}, {false, true});
  double ye = 0, ee = 0;
  for (int i = 0; i < 6; ++i) {
    ye += 2 * std::exp(-0.9 * i);
    ee += std::exp(-0.4 * i);
  }
  CHECK(held.x[1] == 0.2);
  CHECK(held.x[0] == Approx(ye / ee).epsilon(1e-9));
}

TEST_CASE("a start outside of the model's range is told by an infinite sum") {
  LeastSquares p = decay();
  p.evaluate = [](const double*, double*, double*) { return false; };
  CHECK(std::isinf(solve_least_squares(p, std::vector<double>{1, 1}).sum_of_squares));
}
