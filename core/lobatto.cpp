#include "core/lobatto.hpp"

#include <cmath>
#include <numbers>

namespace slipfront {

namespace {

constexpr int kNewtonSteps = 100;  // the iteration converges in about five
constexpr double kRounding = 1e-15;

/// Legendre polynomials of degree n and n - 1 at x.
struct Legendre {
  double value, before;
};
Legendre legendre(int n, double x) {
  Legendre p{1, 0};
  for (int k = 1; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * p.value - (k - 1) * p.before) / k;
    p = {next, p.value};
  }
  return p;
}

}  // namespace

LobattoRule::LobattoRule(int count)
    : points(count), weights(count), derivative(Eigen::MatrixXd::Zero(count, count)) {
  const int degree = count - 1;
  Eigen::VectorXd values(count);
  for (int k = 0; k < count; ++k) {
    // x P_m - P_(m-1) is (x^2 - 1) P'_m / m: Newton from the Chebyshev-Lobatto points.
    double x = -std::cos(std::numbers::pi * k / degree);
    for (int step = 0; step < kNewtonSteps; ++step) {
      const Legendre p = legendre(degree, x);
      const double move = (x * p.value - p.before) / (count * p.value);
      x -= move;
      if (std::abs(move) < kRounding) break;
    }
    if (k == 0) x = -1;
    if (k == degree) x = 1;
    points[k] = x;
    values[k] = legendre(degree, x).value;
    weights[k] = 2 / (count * degree * values[k] * values[k]);
  }
  for (int j = 0; j < count; ++j)
    for (int k = 0; k < count; ++k)
      if (j != k) derivative(j, k) = values[j] / (values[k] * (points[j] - points[k]));
  derivative(0, 0) = -0.25 * count * degree;
  derivative(degree, degree) = 0.25 * count * degree;
}

}  // namespace slipfront
