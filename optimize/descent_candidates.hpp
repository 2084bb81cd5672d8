// Descents that may bring a front further, each with how much it may bring:
//
//   ends     on from the best of each objective that has been seen, while it gets better by 0.01
//            (eq 42) from one to the next
//   gaps     a ray through every gap between neighbours among the results that is too wide, from
//            the corner that their best values make; started at the middle of their parameters or
//            at the point seen that reaches furthest; worth the gap's width
//   missed   a ray through every point seen that the results miss by more than half a gap; worth
//            what they miss
//   kinked   a ray through each non-dominated result that stopped at a kink, on over it; worth its
//            projected gradient
//   beside   where descents stop at kinks an end may lie on another branch beside the best one
//            found: from there, one variable moved by 0.05 and 0.12 decades either way and the
//            others following, and from other parts of the ranges of its dead variables
//            (optimize/dead_variables.hpp)
//   valleys  from behind the kinks that bound where the errors of a result stay as they are
//            (optimize/valleys.hpp)
//
// What has been made is not offered again: a gap while its ends are neighbours, a point, a kink,
// what lies beside an end while that stays where it is, the valleys through a result.
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/polish_results.hpp"

namespace slipfront {

/// Backbones that an evaluation with gradient counts as.
inline constexpr long kWithGradient = 2;

struct Candidate {
  double worth;
  DescentTask task;
  // What, once it is made, is not to be tried again.
  std::optional<std::pair<std::size_t, std::size_t>> gap = {};
  std::optional<std::size_t> point = {}, kink = {};
};

class DescentCandidates {
 public:
  /// All three must outlive the candidates.
  DescentCandidates(SearchSession& session, const HybridOptions& options, PolishResults& results)
      : session_(session), options_(options), results_(results) {}

  /// A descent as polish() makes them: from `start`, whose reach is known.
  DescentTask task(const Goal& goal, const std::vector<double>& start, double reach) const;

  void add_ends(std::vector<Candidate>& found);
  void add_gaps(std::vector<Candidate>& found) const;
  void add_missed(std::vector<Candidate>& found) const;
  void add_kinked(std::vector<Candidate>& found) const;
  void mark_tried(const Candidate& made);

  /// Each end once. Looking for dead variables takes evaluations; false if stopped.
  bool add_beside_ends(std::vector<DescentTask>& tasks);
  /// From non-dominated results with valleys through them that have not been offered before, at
  /// most `results`, evenly along the front, each towards where both objectives are lower than its
  /// own; false if stopped.
  bool add_along_valleys(std::size_t results, std::vector<DescentTask>& tasks);
  /// From other parts of the ranges of the variables that are dead at `best`; false if stopped.
  bool add_from_dead(const Goal& goal, const Evaluation& best,
                     std::vector<DescentTask>& tasks) const;

  /// Backbones that are left of the limit of cost.
  long left() const;

  /// Of rays through single points: that of the whole front, as far as it is known.
  void set_extent(const ObjectivePair& extent) { extent_ = extent; }

 private:
  ObjectivePair scale() const;
  std::vector<double> x_of(const Evaluation& e) const;

  SearchSession& session_;
  const HybridOptions& options_;
  PolishResults& results_;
  ObjectivePair extent_{0, 0};
  double last_end_[2] = {std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::infinity()};
  double last_beside_[2] = {std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::infinity()};
  std::set<std::pair<std::size_t, std::size_t>> tried_gaps_;  // positions in the results
  std::set<std::size_t> tried_points_;                        // positions in seen()
  std::set<std::size_t> gone_along_;                          // positions in the results
};

}  // namespace slipfront
