// How good a front is, on the log scale of eq 42: to compare optimizers, not models.
//
//   hypervolume   area dominated by the front, up to the reference point
//   extent        range of each objective over the front
//   spacing       standard deviation over mean of the distances between neighbours
//                 (0: evenly spaced; 0 also for fewer than three points)
//
// Source of the hypervolume: pagmo::hypervolume.
#pragma once

#include <span>

#include "optimize/errors.hpp"

namespace slipfront {

struct FrontQuality {
  int points = 0;  // of those given that are finite and that no other dominates
  double hypervolume = 0;
  ObjectivePair extent;
  double spacing = 0;
};

/// The reference (0, 0) is an error of 100 % in frequency and in ln zeta: points that
/// are not better in both add no area.
FrontQuality front_quality(std::span<const ObjectivePair> points,
                           const ObjectivePair& reference = {0, 0});

}  // namespace slipfront
