// Points around a front from which a search goes on where descents have stopped: moves that need
// no gradient. All on the search scale, within the bounds.
//
//   children  of neighbours on the front: anywhere on the line through both, and off it by a step
//             of any size
//   leaps     from one point of the front to where another optimum may lie: one variable moved,
//             mostly with the others following so that the errors change little, or a difference
//             that has led from one optimum to a better one elsewhere. Kinks come in families (a
//             patch that slips from one amplitude on rather than from the next), so that optima lie
//             side by side all along a front, the same distance apart
#pragma once

#include <functional>
#include <vector>

#include "optimize/variation.hpp"

namespace slipfront {

struct Box {
  const std::vector<double>& lower;
  const std::vector<double>& upper;

  std::vector<double> clamped(std::vector<double> x) const;
};

/// `count` children of `front`, points in the order of their objectives; at least one.
std::vector<std::vector<double>> children_of_neighbours(
    RandomEngine& random, const std::vector<std::vector<double>>& front, const Box& box,
    std::size_t count);

/// Where the other variables go when the k-th one is moved by a length: x and all.
using Follow = std::function<std::vector<double>(std::size_t k, double length)>;

/// From x by one of the known differences, or in one variable, alone or with the others following.
std::vector<double> leap(RandomEngine& random, const std::vector<double>& x,
                         const std::vector<std::vector<double>>& known, const Box& box,
                         const Follow& follow = {});

}  // namespace slipfront
