// What a search may expect of a point before it pays for it: both objectives of eq 42, interpolated
// through the nearest points that have been evaluated.
//
//   u = S (x - x_0)      S_k: largest slope of eq 42 by variable k (SearchSession::largest_slopes)
//                        at the nearest evaluation with gradient, so that |u| is about what eq 42
//                        can change by; at least a thirtieth of the largest of them, as a variable
//                        without effect there may have one a little further on
//   f(u) = c + b'u - sum w_i |u - u_i|    through the 20 nearest points u_i, w orthogonal to 1 and
//   u:
//                        the kernel that bends least where the points are, and has a kink of its
//                        own at each of them, as errors with kinks have
//   promise(x) = missed(f(x)) + 0.2 min(|u - u_nearest|, furthest)
//                        how much a front would miss the expected point
//                        (optimize/front_distance.hpp), and a share of what it may be better by:
//                        without it (furthest 0) branches beside what is known best are left
//                        unseen; without a bound what is expected counts no longer where a
//                        variable has many decades
//
// Limits: a guess, of no use but to choose among points that may all be evaluated. Between points
// further apart than the kinks of an error it knows nothing of these; outwards it goes on straight,
// with no bound on what it promises there. Slopes by a variable that runs towards a guard are those
// of optimize/search_chart.hpp, while x is in search variables: near the guard |u| is off by dx/dz.
// Guesses are as good with either (docs/notes/optimizers.md).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "optimize/errors.hpp"

namespace slipfront {

class LocalModel {
 public:
  struct Guess {
    ObjectivePair objectives;
    double distance = 0;  // to the nearest point, in eq 42
  };

  explicit LocalModel(std::size_t variables);

  void add(const std::vector<double>& x, const ObjectivePair& objectives);
  /// Slopes at a point; before the first all variables count alike.
  void add_slopes(const std::vector<double>& x, const std::vector<double>& slopes);

  /// At least one point must have been added.
  Guess guess(const std::vector<double>& x) const;

 private:
  struct Scale {
    Eigen::ArrayXd x, slopes;
  };
  Eigen::ArrayXd scale_near(const Eigen::ArrayXd& x) const;

  Eigen::Index variables_;
  std::vector<double> x_;  // point after point
  std::vector<ObjectivePair> objectives_;
  std::vector<Scale> scales_;
};

/// By how much `front` would miss what is guessed, and a share of its distance up to `furthest`.
double promise(const LocalModel::Guess& guess, const std::vector<ObjectivePair>& front,
               double furthest);

}  // namespace slipfront
