// Choices between values that differ by rounding only.
//
// A symmetric interface has places, distances and shapes that are equal, and computed ones that
// are not quite: which of them is larger depends on the last digit, on the processor and the
// compiler. Values within kTie of each other (relative; or absolute, of values about 1) count as
// equal, and of equal ones the first in the caller's order is taken.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace slipfront {

/// Far above the rounding of meshes and fields (1e-12, measured on the reference beam), far
/// below differences that matter.
constexpr double kTie = 1e-8;

/// Place of the largest of values from 0 on.
Eigen::Index first_largest(const Eigen::VectorXd& values);
/// Place of the smallest of values from 0 on.
Eigen::Index first_smallest(const Eigen::VectorXd& values);
/// Places in ascending order of their values, which are of order 1; neighbours no farther apart
/// than kTie are equal, and keep their own order.
std::vector<std::size_t> ascending(const std::vector<double>& values);

}  // namespace slipfront
