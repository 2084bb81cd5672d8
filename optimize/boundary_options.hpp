// Options of the searches that follow gradients: boundary intersection (Porter et al.,
// 3.5.1) and the hybrid.
#pragma once

#include <cstdint>

namespace slipfront {

/// What solves eq 43 on one angle: an augmented Lagrangian around Ceres' trust region, or
/// NLopt's SLSQP with the same constraint given to it directly.
enum class DescentEngine { ceres, slsqp };

struct BoundaryOptions {
  /// Of all random numbers.
  std::uint64_t seed = 1;

  /// Angles psi_k = k/(angles - 1) pi/2, both ends included; at least 3. The ends are the
  /// scalar optima.
  int angles = 33;

  DescentEngine engine = DescentEngine::ceres;

  /// Parameter sets drawn uniformly, per free parameter, before the first descent.
  int survey = 24;

  /// Descents for each scalar optimum, from the best of the survey.
  int starts = 4;

  /// Where the best two of these descents end further apart than this in eq 42, scalar
  /// descent is poor here, and a short NSGA-II run gives further starts (3.5.1):
  double start_agreement = 0.01;
  int start_population = 40;
  int start_generations = 25;

  /// Descents on one angle end when the projected gradient of the augmented Lagrangian is
  /// below this (eq 42 per decade or unit of a parameter), ...
  double gradient_tolerance = 1e-5;
  /// ... and the distance from the ray below this (eq 42).
  double ray_tolerance = 1e-8;

  /// At most so many evaluations with gradient for one angle and start.
  int evaluations = 200;

  /// At most so often all angles whose result is dominated, or off its ray, start again
  /// from other angles' results.
  int restarts = 3;
};

struct HybridOptions {
  /// Coverage: NSGA-II with these in place of Nsga2Options' own.
  int population = 60;
  int generations = 25;

  /// Rays over the whole front, before gaps are halved.
  int rays = 9;

  /// Gaps of the front are halved by further rays while a - b/(a + b), the furthest that a
  /// straight front between two neighbours a, b apart can be from both, exceeds this (eq 42).
  double gap = 0.01;

  /// What the polish may cost at most: twice as many backbones, an evaluation with gradient counts
  /// as two. What coverage left of its own share may be spent, too.
  int gradients = 2180;

  /// At most so many evaluations with gradient in one of them.
  int evaluations = 40;

  /// Of the whole search, in backbones: population (generations + 1) + 2 gradients.
  long cost_limit() const {
    return static_cast<long>(population) * (generations + 1) + 2 * static_cast<long>(gradients);
  }
};

}  // namespace slipfront
