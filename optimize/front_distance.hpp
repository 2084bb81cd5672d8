// How far a point of the two objectives (eq 42) is from what a front dominates, and how deep in it.
//
//   missed    min over the front of  max(q_F - p_F, q_Z - p_Z)   how much the best of the front is
//             worse than p in its worse objective (additive epsilon); above 0: p is beyond the
//             front
//   gain      sum over new points, the last first, of what the front and those before missed, over
//             the gap, at most 1 each: how many new points of a front with such gaps they make
//   deficit   max over the front of  min(p_F - q_F, p_Z - q_Z)   how much p would have to gain in
//             its better objective for no point of the front to be better in both; 0: none is
//
// An empty front misses every point by infinity and leaves none a deficit.
#pragma once

#include <span>
#include <vector>

#include "optimize/errors.hpp"

namespace slipfront {

/// The furthest that a straight front between two neighbours a, b apart can be from both: a b/(a +
/// b).
double gap_width(const ObjectivePair& left, const ObjectivePair& right);
/// Side of the square as large as the box between two neighbours: sqrt(a b). What may lie there at
/// a step of the front, which is narrow one way and long the other.
double gap_side(const ObjectivePair& left, const ObjectivePair& right);
double missed_by(const ObjectivePair& p, std::span<const ObjectivePair> front);
double gain(std::span<const ObjectivePair> points, std::vector<ObjectivePair> front, double gap);
/// Of a front in the order of non_dominated(): frequency up, damping down.
double deficit(const ObjectivePair& p, std::span<const ObjectivePair> front);

}  // namespace slipfront
