// How new parameter sets are made from old ones within box bounds: uniform start, binary
// tournament, intermediate crossover and adaptive mutation.
//
//   crossover  child_i = p1_i + rand_i ratio (p2_i - p1_i), cut to the bounds
//   mutation   in the unit box z = (x - lower) / (upper - lower):
//                k of the n variables are moved, k uniform in 1..n; one of them by +-1,
//                the others by a uniform number in (-1, 1): the direction d
//                z + step d; if that leaves the box z - step d; if that leaves it too,
//                the first, stopped at the walls
//              `step` is 1 at the start; after a generation in which more than a fifth of
//              the mutants survived it doubles (up to 1), otherwise it halves (down to
//              1e-3).
//
// The directions are those of a random triangular basis, as in MATLAB's adaptive feasible
// mutation, whose poll over a whole basis is replaced by one direction and its opposite.
// Random numbers are a std::mt19937_64 turned into doubles here, so that they are the
// same with every standard library.
#pragma once

#include <random>
#include <span>
#include <vector>

#include "optimize/individual.hpp"

namespace slipfront {

using RandomEngine = std::mt19937_64;

/// In [0, 1), from the engine's upper 53 bits.
double uniform(RandomEngine& random);
/// In 0 .. count - 1.
std::size_t uniform_index(RandomEngine& random, std::size_t count);

std::vector<double> uniform_point(RandomEngine& random, std::span<const double> lower,
                                  std::span<const double> upper);

/// Position of the better of two members drawn at random (with replacement).
std::size_t tournament(RandomEngine& random, std::span<const Individual> population);

std::vector<double> intermediate_crossover(RandomEngine& random, std::span<const double> first,
                                           std::span<const double> second, double ratio,
                                           std::span<const double> lower,
                                           std::span<const double> upper);

std::vector<double> adaptive_mutation(RandomEngine& random, std::span<const double> parent,
                                      double step, std::span<const double> lower,
                                      std::span<const double> upper);

/// The step after a generation of `mutants`, `survived` of which lived on.
double adapted_step(double step, std::size_t survived, std::size_t mutants);

}  // namespace slipfront
