// The variables that descents move in: those of the search space, but for one whose bound
// depends on another (optimize/guard.hpp). In its place stands how far it is from there,
//
//   z = 10 log10(m / m_high) / log10(m_high / m_low),   -10 <= z <= 0,   m the guard's margin
//
//   m_high  margin at the upper bound of the bounded parameter, the other as it is
//   m_low   1e-10 m_high, or the margin at its lower bound if that is higher
//
// so that the region is a box, a descent can follow its edge, and where the guard governs z
// counts decades of the margin. Without a guard both are the same.
//
//   slopes by z and the other variables: the chain rule, dg/dz = dg/dx dx/dz
//
// Limits: nearer to the guard than 1e-10 m_high nothing is looked for; chi has no digits there.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "optimize/guard.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {

class SearchChart {
 public:
  /// The space must outlive the chart. A guard on a held parameter changes nothing.
  explicit SearchChart(const SearchSpace& space, const std::optional<Guard>& guard = {});

  std::size_t free_count() const { return lower_.size(); }
  /// The variable in whose place the margin stands, if there is one.
  std::optional<std::size_t> edge_variable() const {
    return guard_ ? std::optional(bounded_) : std::nullopt;
  }
  const std::vector<double>& lower() const { return lower_; }
  const std::vector<double>& upper() const { return upper_; }

  /// Search variables -> chart; points beyond the guard come to lie on the edge.
  std::vector<double> from_search(const std::vector<double>& x) const;
  /// Chart -> search variables, within their bounds.
  std::vector<double> to_search(const std::vector<double>& z) const;

  /// Turns derivatives by the search variables at chart point z (one column for each) into
  /// derivatives by the chart's.
  void pull_back(const std::vector<double>& z, Eigen::MatrixXd& slopes) const;
  Eigen::VectorXd pulled_back(const std::vector<double>& z, const Eigen::VectorXd& gradient) const;

 private:
  struct Margins {
    double low, high;
    double low_slope;  // by the other parameter; that of high is 1
  };
  Margins margins(double other) const;
  double other_value(const std::vector<double>& x) const;
  /// d x_bounded / d z and d x_bounded / d x_other.
  struct Slopes {
    double by_own, by_other;
  };
  Slopes slopes_at(const std::vector<double>& z) const;

  const SearchSpace* space_;
  std::optional<Guard> guard_;
  std::optional<std::size_t> other_;  // place among the free ones, if it is free
  std::size_t bounded_ = 0;
  std::vector<double> lower_, upper_;
};

}  // namespace slipfront
