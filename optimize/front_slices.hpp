// Parts of the box where a front has no point, and the best that was seen there: where another
// branch of the front may begin.
//
//   slice     one of eight equal parts of the range of one variable, without a point of the front
//   members   the eight points seen there with the lowest deficit (optimize/front_distance.hpp)
//   weight    1 / (lowest deficit + gap): how often the slice is searched
//
// A front seldom has points in all parts of all variables. Where it goes on in a branch that has
// not been found, that branch is approached from within such a slice, over points that the front
// dominates until the last.
#pragma once

#include <span>
#include <vector>

#include "optimize/variation.hpp"

namespace slipfront {

struct Box {
  std::span<const double> lower;
  std::span<const double> upper;

  std::vector<double> clamped(std::vector<double> x) const;
};

struct FrontSlice {
  std::vector<std::size_t> members;  // positions in the points given, lowest deficit first
  double weight = 0;
};

/// Of points with their deficits, 0 on the front; slices with fewer than four points are left out.
std::vector<FrontSlice> front_slices(const std::vector<std::vector<double>>& x,
                                     std::span<const double> deficits, const Box& box, double gap);

/// Drawn by weight; there must be one.
const FrontSlice& draw_slice(RandomEngine& random, std::span<const FrontSlice> slices);

}  // namespace slipfront
