#include "experiment/gaussian_process.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// Points of a known curve with noise that grows along x.
std::vector<Observation> data(int count, std::uint64_t seed) {
  const Eigen::VectorXd z = normal_numbers(2 * count, seed);
  std::vector<Observation> list;
  for (int i = 0; i < count; ++i) {
    const double x = 4.0 * i / (count - 1);
    list.push_back({x, std::sin(x) + 0.05 * std::exp(0.3 * x) * z(i), 1});
  }
  return list;
}

}  // namespace

TEST_CASE("two points: the posterior is the closed form") {
  // u = -1, 1; y standardised to -1, 1; k(1, 1) = 200 + a, k(-1, 1) = a e where e = exp(-2 / l^2).
  const Hyperparameters t{std::log(0.5), std::log(1.5), std::log(0.01), 0, 0};
  const GaussianProcess process({{2, 10, 0, 1}, {4, 14, 0, 1}}, t);
  const double a = 0.5, e = std::exp(-2 / 2.25), same = 200 + a + 0.01, cross = a * e;
  Eigen::Matrix2d c;
  c << same, cross, cross, same;
  const Eigen::Vector2d y(-1, 1);
  const double middle = std::exp(-0.5 / 2.25) * a + 100;  // k(0, +-1)
  const Eigen::Vector2d k(middle, middle);
  Eigen::VectorXd x(1);
  x << 3;
  const auto p = process.predict(x);
  CHECK(p.mean(0) == Approx(12 + 2 * k.dot(c.inverse() * y)));
  CHECK(p.covariance(0, 0) == Approx(4 * (100 + a - k.dot(c.inverse() * k))).epsilon(1e-6));
  CHECK(p.noise(0) == Approx(4 * 0.01));
  CHECK(process.negative_log_likelihood() ==
        Approx(0.5 * y.dot(c.inverse() * y) + 0.5 * std::log(c.determinant()) +
               std::log(2 * std::acos(-1.0))));
}

TEST_CASE("bins with counts give the posterior of all their points") {
  const Hyperparameters t{0, 0, std::log(0.1), 0, 0};
  std::vector<Bin> apart, together;
  for (int i = 0; i < 6; ++i) {
    const double x = i, y = std::cos(x);
    apart.push_back({x, y - 0.2, 0, 1});
    apart.push_back({x, y + 0.2, 0, 1});
    together.push_back({x, y, 0.08, 2});
  }
  Eigen::VectorXd x(2);
  x << 1.5, 4.2;
  const auto p = GaussianProcess(apart, t).predict(x), q = GaussianProcess(together, t).predict(x);
  // The standardisations differ a little: the spread of the means is less than that of all.
  CHECK(p.mean(0) == Approx(q.mean(0)).epsilon(0.02));
  CHECK(p.mean(1) == Approx(q.mean(1)).epsilon(0.02));
}

TEST_CASE("bounds of fitted curves hold 95 % of new points over 200 data sets", "[long]") {
  double inside = 0, all = 0;
  for (std::uint64_t set = 0; set < 200; ++set) {
    const auto process = GaussianProcess::fit(bin_observations(data(150, 1000 + set), 40));
    const auto fresh = data(60, 900000 + set);
    Eigen::VectorXd x(60);
    for (int i = 0; i < 60; ++i) x(i) = fresh[static_cast<std::size_t>(i)].x;
    const auto p = process.predict(x);
    for (int i = 0; i < 60; ++i) {
      const double s = std::sqrt(p.covariance(i, i) + p.noise(i));
      inside += std::abs(fresh[static_cast<std::size_t>(i)].y - p.mean(i)) < 1.96 * s;
      ++all;
    }
  }
  CHECK(inside / all > 0.93);
  CHECK(inside / all < 0.97);
}

TEST_CASE("fitted curves follow the data and their noise") {
  const auto process = GaussianProcess::fit(bin_observations(data(400, 7), 100));
  Eigen::VectorXd x(3);
  x << 0.5, 2, 3.5;
  const auto p = process.predict(x);
  for (int i = 0; i < 3; ++i) {
    CHECK(p.mean(i) == Approx(std::sin(x(i))).margin(0.06));
    CHECK(std::sqrt(p.noise(i)) == Approx(0.05 * std::exp(0.3 * x(i))).epsilon(0.3));
  }
}

TEST_CASE("draws have the variance of a point and go smoothly along the curve") {
  const auto process = GaussianProcess::fit(bin_observations(data(200, 3), 50));
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(30, 0, 4);
  const auto p = process.predict(x);
  const Eigen::MatrixXd curves = process.draws(x, 2000, 11);
  CHECK(curves == process.draws(x, 2000, 11));
  for (const int i : {0, 15, 29}) {
    const Eigen::ArrayXd row = curves.row(i).transpose().array() - p.mean(i);
    CHECK(row.mean() == Approx(0).margin(4 * std::sqrt(p.noise(i) / 2000)));
    CHECK(row.square().mean() == Approx(p.noise(i) + p.covariance(i, i)).epsilon(0.15));
  }
  const Eigen::ArrayXd a = curves.row(15).transpose().array() - p.mean(15);
  const Eigen::ArrayXd b = curves.row(16).transpose().array() - p.mean(16);
  CHECK((a * b).mean() / std::sqrt(a.square().mean() * b.square().mean()) > 0.9);
}

TEST_CASE("normal numbers are normal") {
  std::uint64_t state = 5;
  const Eigen::VectorXd z = normal_numbers(100001, state);
  CHECK(z.mean() == Approx(0).margin(0.02));
  CHECK(z.squaredNorm() / 100001 == Approx(1).epsilon(0.02));
  CHECK(z.array().pow(4).mean() == Approx(3).epsilon(0.05));
}
