// The share of an error box that a front does not dominate: the quantitative measure of
// a model's form error (Porter et al., section 3.7 and Table 4; 0 best, 1 worst).
//
//   A = 1 - dominated area / ((Ux - Lx)(Uy - Ly))      on linear axes
//   x frequency error, y damping error [1]; L lower and U upper corner of the box
//
// Only points that no other point dominates count. Ordered by x they form a falling
// curve: from the left end straight up, from the right end horizontally to the right,
// and in between
//   trapezoid   straight lines from point to point (the paper's trapezoid rule);
//   staircase   horizontally to the next point's x, then down: the area that the points
//               truly dominate. Its A is never below the trapezoid's.
// What lies on or above the curve is dominated.
//
// Points outside the box: the dominated region is intersected with the box, exactly.
// So a point beyond an upper bound dominates nothing, and a coordinate below the lower
// corner counts as if it lay on it; with the trapezoid rule the lines that lead to such
// points are clipped where they leave the box (the part inside still counts). An empty
// front dominates nothing: A = 1. One point (x, y) inside the box:
//   A = 1 - (Ux - x)(Uy - y) / ((Ux - Lx)(Uy - Ly))
#pragma once

#include <span>
#include <string>

#include "core/front.hpp"

namespace slipfront {

struct Box {
  ErrorPair lower, upper;
  bool operator==(const Box&) const = default;
};

enum class AreaRule { trapezoid, staircase };

std::string to_text(AreaRule rule);  // "trapezoid", "staircase"

/// Throws a Failure if the box is not finite or lower is not below upper.
double area_fraction(std::span<const ErrorPair> errors, const Box& errors_box,
                     AreaRule rule = AreaRule::trapezoid);

}  // namespace slipfront
