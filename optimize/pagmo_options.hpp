// Options of pagmo's own multi-objective algorithms, selectable beside the study's.
#pragma once

#include <cstdint>

namespace slipfront {

struct PagmoOptions {
  /// Of all random numbers.
  std::uint64_t seed = 1;

  /// Members of a generation. pagmo's nsga2 needs a multiple of 4, its moead as many as a
  /// grid of weights has (any number, for two objectives), nspso at least 2.
  int population = 100;

  int generations = 300;

  /// Generations that one call of pagmo makes: a checkpoint follows. Part of the result, as
  /// pagmo starts neighbourhoods and velocities anew with each call.
  int chunk = 10;
};

}  // namespace slipfront
