// Cubic B-splines on uneven breakpoints, and the roughness of what they are summed to.
//
//   f(x) = sum_j c_j B_j(x),   roughness = int f''(x)^2 w(x) dx = c' P c
//
// Beyond the ends f goes on as a straight line.
//
// Source: de Boor, A Practical Guide to Splines (1978), chapter X.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace slipfront {

class CubicSplines {
 public:
  /// The splines that differ from zero at a place: numbers first .. first + 3.
  struct Local {
    Eigen::Index first = 0;
    std::array<double, 4> value{}, slope{};

    double of(const Eigen::VectorXd& c) const { return sum(value, c); }
    double slope_of(const Eigen::VectorXd& c) const { return sum(slope, c); }

   private:
    double sum(const std::array<double, 4>& b, const Eigen::VectorXd& c) const {
      return b[0] * c(first) + b[1] * c(first + 1) + b[2] * c(first + 2) + b[3] * c(first + 3);
    }
  };

  /// At least two breakpoints, ascending.
  explicit CubicSplines(const std::vector<double>& breakpoints);

  Eigen::Index size() const { return static_cast<Eigen::Index>(knots_.size()) - 4; }
  std::size_t intervals() const { return knots_.size() - 7; }
  double low() const { return knots_.front(); }
  double high() const { return knots_.back(); }
  double middle(std::size_t interval) const {
    return 0.5 * (knots_[interval + 3] + knots_[interval + 4]);
  }

  Local at(double x) const;
  /// R with c' R'R c = the roughness: two rows for each interval, on which f'' is a straight
  /// line; `weights` are those of the intervals.
  Eigen::MatrixXd roughness(const std::vector<double>& weights) const;

 private:
  Local in_interval(std::size_t interval, double x) const;

  std::vector<double> knots_;  // the ends four times
};

}  // namespace slipfront
