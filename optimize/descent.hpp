// One descent with exact gradients: from a start to a local optimum of a Goal within the box.
//
//   ceres  augmented Lagrangian  L = a + lambda b + mu/2 b^2  (optimize/goal.hpp) around
//          Ceres' Levenberg-Marquardt with box bounds. Both objectives are logarithms of sums
//          of squares: as Ceres' loss functions over the errors themselves they keep the
//          curvature J'J of a least-squares fit, which their two gradients alone have not.
//          After each inner solution lambda += mu b; mu grows while b does not shrink.
//   slsqp  NLopt's sequential quadratic programming with b = 0 given to it as a constraint.
//   kinks  where objectives have kinks both of these stop on the first; then a bundle of slopes:
//          minimises how far the ray has to go (Goal::reach), the lowest point of all cuts that
//          evaluations nearby make, each step kept short by a square. Slopes from both sides of
//          a kink together give the direction along it.
//
// A descent is deterministic and runs on one thread; many may run at once on one ledger.
#pragma once

#include <span>
#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/evaluation_ledger.hpp"
#include "optimize/goal.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {

struct DescentLimits {
  double gradient_tolerance = 1e-5;  // of the projected gradient of L, infinity norm
  double ray_tolerance = 1e-8;       // |b|
  int evaluations = 200;             // with gradient
  int outer = 12;                    // inner solutions, at most
  bool kinks = false;                // over kinks, in place of either engine
  // Ends after so many evaluations in a row of which none has brought the goal (Goal::reach) down
  // by `least_gain`; 0: never.
  int patience = 0;
  double least_gain = 0;
};

enum class DescentEnd {
  converged,      // both tolerances are met
  stalled,        // no step lowers L any more, and they are not
  limit_reached,  // of evaluations, inner solutions or patience
  failed,         // no evaluation with gradient at the start
};

struct DescentResult {
  DescentEnd end = DescentEnd::failed;
  std::vector<double> x;         // search variables
  Evaluation evaluation;         // there, with gradient; nothing if failed
  double multiplier = 0;         // lambda
  double gradient = 0;           // projected gradient of L there, infinity norm
  std::vector<Evaluation> seen;  // every feasible evaluation, in order

  ObjectivePair objectives() const {
    return {evaluation.frequency_objective, evaluation.damping_objective};
  }
};

/// `start` within the bounds of the space. `known`: evaluations with gradient that are there
/// already; what goes over kinks begins with their slopes.
DescentResult descend(DescentEngine engine, EvaluationLedger& ledger, const SearchSpace& space,
                      const Goal& goal, const std::vector<double>& start,
                      const DescentLimits& limits, std::span<const Evaluation> known = {});

}  // namespace slipfront
