// The simplex search of Nelder and Mead, as MATLAB's fminsearch runs it (Lagarias et al.
// 1998: reflection 1, expansion 2, contraction 1/2, shrinking 1/2), restarted until a fresh
// simplex finds nothing better.
//
// One run stops where the simplex is small or where its evaluations are used up, and in a
// narrow valley the first is often no minimum. A restart puts a new simplex around the best
// point.
//
// Limit: a local search. An objective may return infinity where it is not defined.
#pragma once

#include <functional>
#include <vector>

namespace slipfront {

struct SimplexOptions {
  /// A run ends when the simplex measures no more than this share of max(1, |x|) in every
  /// variable, and its values differ by no more than f_tolerance (both relative).
  double x_tolerance = 1e-10;
  double f_tolerance = 1e-14;

  /// Of one run; fminsearch allows 200 for each variable.
  int evaluations_per_variable = 200;

  /// The first simplex: so much of each variable, or absolute_step where it is zero
  /// (both fminsearch's).
  double relative_step = 0.05;
  double absolute_step = 0.00025;

  /// Restarts end when one lowers the value by less than this share of it.
  double restart_gain = 1e-10;
  int restarts = 200;
};

struct SimplexResult {
  std::vector<double> x;
  double value = 0;
  int evaluations = 0;
  int restarts = 0;
  bool converged = false;  // the last restart gained nothing
};

SimplexResult nelder_mead(const std::function<double(const std::vector<double>&)>& objective,
                          const std::vector<double>& start, const SimplexOptions& options = {});

}  // namespace slipfront
