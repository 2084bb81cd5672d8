#include "core/pair_search.hpp"

#include <Eigen/LU>
#include <cmath>

namespace slipfront {

namespace {
constexpr double kEnough = 0.3, kRoot = 0.1;
// Rounding has the last word where the error has not fallen by this factor for so many steps, and
// is within so many tolerances.
constexpr double kNearer = 0.5;
constexpr int kFruitless = 20;
constexpr double kRounding = 1e6;
}  // namespace

bool PairSearch::ends(double error, double tolerance) {
  ++fruitless_;
  if (error <= kNearer * least_) {
    least_ = error;
    fruitless_ = 0;
  }
  return error <= tolerance || (fruitless_ > kFruitless && error <= kRounding * tolerance);
}

bool PairSearch::long_enough(double slope) const {
  return bracketed_ ? std::abs(slope) <= kRoot * -start_ : slope <= kEnough * -start_;
}

void PairSearch::narrow(double slope) {
  if (slope > 0) {
    high_ = length_;
    at_high_ = slope;
    if (bracketed_) at_low_ *= 0.5;
  } else {
    low_ = length_;
    at_low_ = slope;
    at_high_ *= 0.5;
  }
  bracketed_ = true;
}

bool PairSearch::next(const Eigen::Vector2d& gradient, const Eigen::Matrix2d& hessian,
                      Eigen::Ref<Eigen::VectorXd> w) {
  if (const double slope = gradient.dot(direction_); searching_ && !long_enough(slope)) {
    narrow(slope);
    const double to = (low_ * at_high_ - high_ * at_low_) / (at_high_ - at_low_);
    if (to > low_ && to < high_ && to != length_) {
      length_ = to;
      w = base_ + length_ * direction_;
      return true;
    }
  }
  base_ = w;
  direction_ = -hessian.inverse() * gradient;
  start_ = at_low_ = gradient.dot(direction_);
  searching_ = start_ < 0;
  bracketed_ = false;
  length_ = high_ = 1;
  low_ = at_high_ = 0;
  w += direction_;
  return w != base_;
}

}  // namespace slipfront
