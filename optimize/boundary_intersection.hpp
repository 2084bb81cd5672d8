// Boundary intersection (Porter et al., 3.5.1, eq 43) on any Objective with gradients.
//
//   1  survey: uniform points; scalar optima of both objectives by descents from the best; where a
//      variable is without effect at the best of them, from other parts of its range too
//      (optimize/dead_variables.hpp). Where these disagree a short NSGA-II run gives further
//      starts.
//   2  F*: the best of both objectives seen, moved outwards by a hundredth of the front's
//      extent, so that t >= 0. `scale` is that extent: angles spread evenly over the front.
//   3  angles by halves: every new angle is solved from both its solved neighbours and from
//      the best point seen so far; all descents of a level at once.
//   4  angles whose result is dominated, or off its ray, start again from what dominates them.
//   5  non-dominated results are the front.
//
// Local optima, from many starts: nothing guarantees the global ones. Where a front has gaps
// or kinks, rays through them have no point on them; the nearest are kept if not dominated.
#pragma once

#include <string>
#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/descent.hpp"
#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"

namespace slipfront {

/// What one angle gave.
struct AngleOptimum {
  double angle = 0;     // psi [rad]
  double distance = 0;  // t, in extents of the front
  double off_ray = 0;   // b
  DescentResult descent;
};

struct BoundaryResult {
  OptimizerResult result;
  ObjectivePair utopian;             // F*, moved outwards
  ObjectivePair scale;               // extent of the front
  std::vector<AngleOptimum> angles;  // without the two ends
};

/// Throws a Failure for wrong options or seeds, or an objective without gradients.
BoundaryResult run_boundary_intersection(const Objective& objective, const BoundaryOptions& options,
                                         const std::vector<std::vector<double>>& seeds,
                                         EvaluationStore& store, int threads,
                                         const ProgressCallback& progress = {});

std::vector<Problem> boundary_problems(const BoundaryOptions& options);

}  // namespace slipfront
