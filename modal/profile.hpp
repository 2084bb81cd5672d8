// Which parameters do the data determine? For each, the interval in which the sum of squares,
// minimised over all other parameters, stays below what 95 % of repeated tests would give:
//   SS(x_j) <= SS_min (1 + t^2 / nu),  nu = degrees of freedom,
// t the two-sided 95 % quantile of Student's distribution (the profile likelihood of normal
// errors of one unknown size). Where the profile meets a bound of the problem first, the data
// do not end the interval on that side.
//
// Limits: one minimum; errors without a common trend. The sensitivities say the same to first
// order: a small singular value of J is a combination that hardly changes the model.
#pragma once

#include <string>
#include <vector>

#include "modal/least_squares.hpp"

namespace slipfront {

enum class Verdict {
  determined,      // ends on both sides
  bounded_below,   // the data give a lower end only
  bounded_above,   // an upper end only
  not_determined,  // neither
  not_judged       // no more data than parameters: their scatter is unknown
};

/// "determined", "only bounded below", ...
std::string to_text(Verdict verdict);

struct Interval {
  double lower = 0, upper = 0;  // of x_j
  bool lower_open = false, upper_open = false;
  Verdict verdict = Verdict::not_judged;
};

struct ProfileCurve {
  Interval interval;
  std::vector<double> x, sum_of_squares;  // ascending x
};

/// `degrees` = independent data less free parameters, at least 1.
double profile_limit(double least_sum_of_squares, double degrees);

/// Walks from the minimum to both sides. `minimum` is the solution of the problem, with
/// parameters held[] kept out.
ProfileCurve profile(const LeastSquares& problem, const LeastSquaresResult& minimum, int parameter,
                     double limit, const std::vector<bool>& held = {});

struct Sensitivity {
  std::vector<double> singular_values;            // of J, descending
  std::vector<std::vector<double>> combinations;  // unit vectors of parameters, one per value
};

/// Of the derivatives at x.
Sensitivity sensitivity(const LeastSquares& problem, const std::vector<double>& x);

}  // namespace slipfront
