// Global search for the minimum of a sum of squares in a box: self-adaptive differential
// evolution (pagmo's sade). Where local solutions depend on the start, it gives the start.
#pragma once

#include <cstdint>
#include <vector>

#include "modal/least_squares.hpp"

namespace slipfront {

struct GlobalSearchOptions {
  int population = 40;  // at least 7
  int generations = 300;
  std::uint64_t seed = 1;
};

/// The best point met. Points where the model is not defined count as the worst.
std::vector<double> global_minimum(const LeastSquares& problem,
                                   const GlobalSearchOptions& options = {});

}  // namespace slipfront
