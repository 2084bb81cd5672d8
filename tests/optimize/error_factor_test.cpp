#include "optimize/error_factor.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

Eigen::MatrixXd random_matrix(int rows, int columns, unsigned seed) {
  std::srand(seed);
  return Eigen::MatrixXd::Random(rows, columns);
}

}  // namespace

TEST_CASE("a factor keeps the norms and products of errors and slopes") {
  const Eigen::MatrixXd j = random_matrix(20, 4, 3);
  const Eigen::VectorXd e = random_matrix(20, 1, 4);
  const auto rows = error_factor(j, e);
  CHECK(rows.size() == 25);
  const ErrorFactor factor(rows, 4);
  CHECK(factor.mean_square() == Approx(e.squaredNorm()).epsilon(1e-14));
  const Eigen::VectorXd right = factor.slopes().transpose() * factor.errors();
  CHECK((right - j.transpose() * e).norm() < 1e-13);
  const Eigen::MatrixXd products = factor.slopes().transpose() * factor.slopes();
  CHECK((products - j.transpose() * j).norm() < 1e-13);
}

TEST_CASE("few errors are kept as they are") {
  const Eigen::MatrixXd j = random_matrix(3, 4, 5);
  const Eigen::VectorXd e = random_matrix(3, 1, 6);
  const auto rows = error_factor(j, e);
  const ErrorFactor factor(rows, 4);
  CHECK(factor.rows() == 3);
  CHECK((Eigen::MatrixXd(factor.slopes()) - j).norm() == 0);
  CHECK((Eigen::VectorXd(factor.errors()) - e).norm() == 0);
}

TEST_CASE("the gradient is that of log10 of the mean square") {
  // e(x) = A x + b at x = 0; f = log10 |e|^2.
  const Eigen::MatrixXd a = random_matrix(6, 3, 7);
  const Eigen::VectorXd b = random_matrix(6, 1, 8);
  const auto rows = error_factor(a, b);
  const Eigen::VectorXd gradient = ErrorFactor(rows, 3).gradient();
  for (int k = 0; k < 3; ++k) {
    const double h = 1e-6;
    const double up = std::log10((b + h * a.col(k)).squaredNorm());
    const double down = std::log10((b - h * a.col(k)).squaredNorm());
    CHECK(gradient[k] == Approx((up - down) / (2 * h)).epsilon(1e-7));
  }
}

TEST_CASE("at the floor of eq 42 there is no slope") {
  const auto rows = error_factor(random_matrix(6, 2, 9), Eigen::VectorXd::Constant(6, 1e-10));
  CHECK(ErrorFactor(rows, 2).gradient().norm() == 0);
}

TEST_CASE("a formula's row gives its objective and gradient back") {
  const std::vector<double> gradient{0.5, -2};
  const auto row = formula_factor(-3, gradient);
  REQUIRE(row.size() == 3);
  const ErrorFactor factor(row, 2);
  CHECK(std::log10(factor.mean_square()) == Approx(-3));
  CHECK(factor.gradient()[0] == Approx(0.5));
  CHECK(factor.gradient()[1] == Approx(-2));
}

TEST_CASE("factors of backbones agree with errors and gradients of eq 42") {
  MeasuredBackbone measured;
  measured.amplitude = {1, 2, 3};
  measured.frequency_hz = {100, 99, 97};
  measured.damping = {1e-3, 2e-3, 5e-3};
  const std::vector<double> frequency{101, 98, 97.5}, damping{2e-3, -1e-4, 4e-3};
  const Eigen::MatrixXd d_frequency = random_matrix(3, 2, 10);
  const Eigen::MatrixXd d_damping = 1e-3 * random_matrix(3, 2, 11);
  const std::vector<ComparedMode> modes{{frequency, damping, &measured}};
  const std::vector<BackboneSlopes> slopes{{&d_frequency, &d_damping}};
  const std::vector<double> scale{3., 1.};
  const ErrorFactors factors = error_factors(modes, slopes, scale);
  const ObjectivePair f = objectives(modes);
  const ObjectiveGradient physical = objective_gradient(modes, slopes);

  Evaluation evaluation;
  evaluation.parameters = {1, 1};
  evaluation.frequency_factor = factors.frequency;
  evaluation.damping_factor = factors.damping;
  const ObjectiveGradient search = search_gradient(evaluation);
  CHECK(std::log10(ErrorFactor(factors.frequency, 2).mean_square()) == Approx(f.frequency));
  CHECK(std::log10(ErrorFactor(factors.damping, 2).mean_square()) == Approx(f.damping));
  for (int k = 0; k < 2; ++k) {
    CHECK(search.frequency[k] == Approx(scale[k] * physical.frequency[k]));
    CHECK(search.damping[k] == Approx(scale[k] * physical.damping[k]));
  }
}
