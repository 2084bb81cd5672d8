#include "optimize/errors.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

MeasuredBackbone measured(std::vector<double> frequency, std::vector<double> log_damping) {
  MeasuredBackbone m;
  for (std::size_t i = 0; i < frequency.size(); ++i) {
    m.amplitude.push_back(1e-6 * static_cast<double>(i + 1));
    m.damping.push_back(std::exp(log_damping[i]));
  }
  m.frequency_hz = std::move(frequency);
  return m;
}

std::vector<double> exponentials(std::vector<double> values) {
  for (double& value : values) value = std::exp(value);
  return values;
}

/// A backbone by formula, with its exact slopes by two parameters.
struct Made {
  std::vector<double> frequency, damping;
  Eigen::MatrixXd d_frequency, d_damping;
  Made(double a, double b, int n) : d_frequency(n, 2), d_damping(n, 2) {
    for (int i = 0; i < n; ++i) {
      frequency.push_back(100 + i * a + b * b);
      damping.push_back(i == 2 ? -0.01 : std::exp(-5 + 0.1 * i * a - 0.2 * b));
      d_frequency.row(i) << i, 2 * b;
      d_damping.row(i) << 0.1 * i * damping.back(), -0.2 * damping.back();
    }
  }
};

bool names(const std::vector<Problem>& problems, const std::string& part) {
  for (const Problem& problem : problems)
    if (problem.sentence().find(part) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("eq 41 and 42 by hand") {
  const auto m = measured({100, 200, 400}, {-5, -4, -2});
  const std::vector<double> frequency = {101, 200, 396};
  const auto damping = exponentials({-5.5, -4, -1.9});
  // Relative errors 0.01, 0, -0.01 and 0.1, 0, -0.05.
  const double f2 = 2e-4 / 3, z2 = (0.01 + 0.0025) / 3;
  const ErrorPair errors = error_pair(frequency, damping, m);
  CHECK(errors.frequency == Approx(std::sqrt(f2)));
  CHECK(errors.damping == Approx(std::sqrt(z2)));
  const ObjectivePair log = objectives(frequency, damping, m);
  CHECK(log.frequency == Approx(std::log10(f2)));
  CHECK(log.damping == Approx(std::log10(z2)));
  CHECK(to_errors(log).frequency == Approx(errors.frequency));
  CHECK(to_errors(log).damping == Approx(errors.damping));
}

TEST_CASE("a perfect fit is at the floor of 1e-16, not at minus infinity") {
  const auto m = measured({100, 200, 400}, {-5, -4, -2});
  CHECK(objectives(m.frequency_hz, m.damping, m) == ObjectivePair{-16, -16});
  CHECK(error_pair(m.frequency_hz, m.damping, m) == ErrorPair{0, 0});
}

TEST_CASE("a damping that is not positive is an error of 100 percent at its amplitude") {
  const auto m = measured({100, 200, 400}, {-5, -4, -2});
  for (const double zeta : {0., -0.03}) {
    auto damping = m.damping;
    damping[1] = zeta;
    CHECK(error_pair(m.frequency_hz, damping, m).damping == Approx(std::sqrt(1. / 3)));
  }
}

TEST_CASE("several modes share one mean over all their amplitudes") {
  const auto m1 = measured({100, 200, 400}, {-5, -4, -2});
  const auto m2 = measured({10, 10, 10, 10, 10}, {-1, -1, -1, -1, -1});
  const std::vector<double> f1 = {101, 200, 400}, f2 = {10, 10, 10, 10, 11};
  const auto z2 = exponentials({-1, -1, -1, -1, -1.3});
  const std::array modes = {ComparedMode{f1, m1.damping, &m1}, ComparedMode{f2, z2, &m2}};
  const ErrorPair errors = error_pair(modes);
  CHECK(errors.frequency == Approx(std::sqrt((1e-4 + 1e-2) / 8)));
  CHECK(errors.damping == Approx(std::sqrt(0.09 / 8)));
  CHECK(objectives(modes).frequency == Approx(std::log10((1e-4 + 1e-2) / 8)));
}

TEST_CASE("the gradient of eq 42 is that of finite differences") {
  const auto m1 = measured({99, 103, 104, 110}, {-5.1, -4.6, -4, -4.8});
  const auto m2 = measured({101, 100, 103}, {-5, -5.2, -5.4});
  const double a = 0.7, b = 0.4, h = 1e-6;
  const auto value = [&](double x, double y) {
    const Made one(x, y, 4), two(y, x, 3);
    return objectives(std::array{ComparedMode{one.frequency, one.damping, &m1},
                                 ComparedMode{two.frequency, two.damping, &m2}});
  };
  const Made one(a, b, 4);
  Made two(b, a, 3);
  two.d_frequency.col(0).swap(two.d_frequency.col(1));
  two.d_damping.col(0).swap(two.d_damping.col(1));
  const ObjectiveGradient gradient =
      objective_gradient(std::array{ComparedMode{one.frequency, one.damping, &m1},
                                    ComparedMode{two.frequency, two.damping, &m2}},
                         std::array{BackboneSlopes{&one.d_frequency, &one.d_damping},
                                    BackboneSlopes{&two.d_frequency, &two.d_damping}});
  const auto slope = [&](double da, double db, double ObjectivePair::*which) {
    return (value(a + da, b + db).*which - value(a - da, b - db).*which) / (2 * h);
  };
  CHECK(gradient.frequency[0] == Approx(slope(h, 0, &ObjectivePair::frequency)).epsilon(1e-6));
  CHECK(gradient.frequency[1] == Approx(slope(0, h, &ObjectivePair::frequency)).epsilon(1e-6));
  CHECK(gradient.damping[0] == Approx(slope(h, 0, &ObjectivePair::damping)).epsilon(1e-6));
  CHECK(gradient.damping[1] == Approx(slope(0, h, &ObjectivePair::damping)).epsilon(1e-6));
}

TEST_CASE("an objective at its floor has no slope") {
  const auto m = measured({100, 200, 400}, {-5, -4, -2});
  const Eigen::MatrixXd d = Eigen::MatrixXd::Ones(3, 2);
  const ObjectiveGradient gradient = objective_gradient(
      std::array{ComparedMode{m.frequency_hz, m.damping, &m}}, std::array{BackboneSlopes{&d, &d}});
  CHECK(gradient.frequency.isZero());
  CHECK(gradient.damping.isZero());
}

TEST_CASE("a measured backbone that eq 41 cannot use is refused, with all its problems") {
  auto good = measured({100, 200, 400}, {-5, -4, -2});
  CHECK(measured_problems(good, "mode 1").empty());

  auto m = measured({100, 200, 400}, {-5, 5e-4, -2});
  CHECK(names(measured_problems(m, "mode 1"), "|ln zeta|"));
  m.damping[1] = -0.01;
  m.frequency_hz[2] = 0;
  m.amplitude[2] = m.amplitude[1];
  const auto problems = measured_problems(m, "mode 1");
  CHECK(problems.size() == 3);
  CHECK(names(problems, "mode 1, damping at amplitude 2: found -0.01"));
  CHECK(names(problems, "frequency_hz at amplitude 3"));
  CHECK(names(problems, "ascending"));

  good.response_amplitude = true;
  CHECK(names(measured_problems(good, "mode 1"), "modal"));
  CHECK(names(measured_problems(measured({1, 2}, {-3, -3}), "mode 1"), "at least 3"));
  m.damping.pop_back();
  CHECK(names(measured_problems(m, "mode 1"), "unequal length"));
}
