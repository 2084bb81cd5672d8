// The minimum of a convex energy of two variables: Newton's steps, each as far as the slope of the
// energy along it allows (core/energy_search.hpp, as one question after the other, so that the
// searches of many points share their evaluations).
//
//   while (!search.ends(error, tolerance) && search.next(gradient, hessian, w)) evaluate at w;
//
// A first step that leaves a slope of at most 0.3 of the first is taken in full; else the root of
// the slope is found to 0.1 of it, by regula falsi that halves the slope of the end it keeps.
#pragma once

#include <Eigen/Core>
#include <limits>

namespace slipfront {

class PairSearch {
 public:
  /// True at an error of `tolerance`, or where rounding lets it fall no further.
  bool ends(double error, double tolerance);
  /// Moves w for the gradient and the hessian there; false where it cannot move any more.
  bool next(const Eigen::Vector2d& gradient, const Eigen::Matrix2d& hessian,
            Eigen::Ref<Eigen::VectorXd> w);

 private:
  bool long_enough(double slope) const;
  void narrow(double slope);

  Eigen::Vector2d base_ = Eigen::Vector2d::Zero(), direction_ = Eigen::Vector2d::Zero();
  double start_ = 0;                                      // slope at base_
  double low_ = 0, high_ = 0, at_low_ = 0, at_high_ = 0;  // bracket and the slopes there
  double length_ = 0;
  bool searching_ = false, bracketed_ = false;
  double least_ = std::numeric_limits<double>::infinity();
  int fruitless_ = 0;
};

}  // namespace slipfront
