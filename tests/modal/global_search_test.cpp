#include "modal/global_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// Rastrigin's function as a sum of squares: (2 n) residuals, a local minimum at every integer.
LeastSquares rastrigin() {
  LeastSquares p;
  p.residuals = 4;
  p.lower = {-4, -4};
  p.upper = {5, 5};
  p.evaluate = [](const double* x, double* r, double*) {
    for (int k = 0; k < 2; ++k) {
      r[2 * k] = x[k] - 1;
      r[2 * k + 1] = 3 * std::sin(M_PI * (x[k] - 1));
    }
    return x[0] > -3.9;
  };
  return p;
}

}  // namespace

TEST_CASE("the lowest of many minima, the same for the same seed") {
  const std::vector<double> x = global_minimum(rastrigin());
  CHECK(x[0] == Approx(1).margin(1e-2));
  CHECK(x[1] == Approx(1).margin(1e-2));
  CHECK(global_minimum(rastrigin()) == x);
}
