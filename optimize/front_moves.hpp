// Moves from points of a front to where a better one may lie. All on the search scale, within the
// bounds; lengths are drawn evenly on a logarithmic scale, as nothing is known about how far apart
// the branches of an error with kinks lie.
//
//   between      anywhere on the line through two neighbours on the front, and off it by a step
//   difference   x_a + s (x_b - x_c), a, b, c neighbours on the front (differential evolution): as
//                long, and as oblique, as the front itself is there; s from 0.03 to 3; a step from
//                a single point
//   variable     one variable by 0.001 to 1 decade (unit of a linear one)
//   beyond end   x_a + s (x_a - x_b) and a step, a among the three points at an end of the front,
//                b near it; s from 0.1 to 3
//   member       x_a + s (x_b - x_c) and a step, of any set of points; a one of the earlier ones
//
// A step moves each variable evenly within +-l of its range, l from 0.0001 to 0.1.
#pragma once

#include <span>
#include <vector>

#include "optimize/front_slices.hpp"
#include "optimize/variation.hpp"

namespace slipfront {

/// Points in the order of their objectives; at least one.
using FrontPoints = std::vector<std::vector<double>>;

/// A child and the parent that it was made from.
struct Move {
  std::size_t parent = 0;  // position in what was given
  std::vector<double> child;
};

Move between_neighbours(RandomEngine& random, const FrontPoints& front, std::size_t a,
                        const Box& box);
Move neighbours_difference(RandomEngine& random, const FrontPoints& front, std::size_t a,
                           const Box& box);
Move one_variable(RandomEngine& random, const FrontPoints& front, std::size_t a, const Box& box);
Move beyond_end(RandomEngine& random, const FrontPoints& front, const Box& box);
/// `points`: the best first.
Move members_difference(RandomEngine& random, const FrontPoints& points, const Box& box);

/// 0.001 to 1, of either sign.
double decades(RandomEngine& random);

}  // namespace slipfront
