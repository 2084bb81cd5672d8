#include "core/pair_search.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace slipfront;

namespace {

/// |w - s|^2 / 2c + a slider about the origin: k |w|^2 / 2 up to the limit, then flat in its force.
struct Slider {
  double c, k, limit;
  Eigen::Vector2d s;

  Eigen::Vector2d gradient(const Eigen::Vector2d& w) const {
    const double over = std::max(1.0, k * w.norm() / limit);
    return (w - s) / c + k / over * w;
  }
  Eigen::Matrix2d hessian(const Eigen::Vector2d& w) const {
    Eigen::Matrix2d out = Eigen::Matrix2d::Identity() / c;
    if (k * w.norm() < limit) return out + k * Eigen::Matrix2d::Identity();
    const Eigen::Vector2d along = w.normalized();
    return out + limit / w.norm() * (Eigen::Matrix2d::Identity() - along * along.transpose());
  }
  /// In closed form: along s, by the slider's own line.
  Eigen::Vector2d solution() const {
    const Eigen::Vector2d stuck = s / (1 + c * k);
    return k * stuck.norm() <= limit ? stuck : Eigen::Vector2d(s * (1 - c * limit / s.norm()));
  }
};

/// Evaluations that it takes to the closed form, to 1e-12.
int evaluations(const Slider& slider, const Eigen::Vector2d& from) {
  const Eigen::Vector2d wanted = slider.solution();
  Eigen::VectorXd w = from;
  PairSearch search;
  int count = 1;
  while (!search.ends(slider.c * slider.gradient(w).norm(), 1e-13 * slider.s.norm()) &&
         search.next(slider.gradient(w), slider.hessian(w), w))
    ++count;
  CAPTURE(slider.c * slider.k, slider.c * slider.limit / slider.s.norm(), from.transpose(), count);
  CHECK((w - wanted).norm() <= 1e-12 * slider.s.norm());
  return count;
}

}  // namespace

TEST_CASE("the search of a pair ends at the slider's closed form from anywhere") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const Slider slider{std::pow(10, 2 * any(random)), std::pow(10, 3 + 2 * any(random)),
                        std::pow(10, any(random)), Eigen::Vector2d(any(random), any(random))};
    CHECK(evaluations(slider, 10 * Eigen::Vector2d(any(random), any(random))) < 100);
  }
}

TEST_CASE("from where it would have stuck a slider is found in two steps") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 500; ++i) {
    const Slider slider{1, std::pow(10, 6 * std::abs(any(random))), std::abs(any(random)),
                        Eigen::Vector2d(any(random), any(random))};
    const Eigen::Vector2d stuck = slider.s / (1 + slider.c * slider.k);
    CHECK(evaluations(slider, stuck) <= 3);
  }
}

TEST_CASE("a search that rounding stops ends, and says so") {
  // An error that never falls below the tolerance, though near it.
  PairSearch search;
  int steps = 0;
  while (!search.ends(1e-9, 1e-12)) ++steps;
  CHECK(steps <= 25);
}
