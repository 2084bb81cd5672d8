// Who survives and who breeds in NSGA-II: ranks, crowding, controlled elitism, and the
// spread that tells when a front has settled.
//
//   rank      number of feasible members that dominate a member one behind the other, in n log n
//             for two objectives (pagmo's sorting takes n^2); then the infeasible by violation,
//             equal ones sharing a rank (optimize/individual.hpp)
//   crowding  sum over the coordinates of the distance between a member's two neighbours
//             in its rank; infinite at the ends of each coordinate that is not constant
//               genotype:  coordinates (x - lower) / (upper - lower)
//               phenotype: objectives / their range in the rank
//   elitism   of N survivors, feasible front i of K keeps at most (Deb & Goel 2001)
//               n_i = N (1 - r) / (1 - r^K) r^(i-1),   r = 1 - pareto_fraction
//             the most crowded go first; what a front cannot fill passes to the next,
//             what is left over then goes to the best remaining. Infeasible members
//             survive only where feasible ones do not fill the population.
//   spread    (mu + sigma) / (mu + Q d) of the feasible first rank: sigma and d standard
//             deviation and mean of its Q finite crowding distances, mu the distance that
//             the best point of each objective moved since the last generation
//             (MathWorks' description of gamultiobj); 1 if there is nothing to measure
#pragma once

#include <array>
#include <span>
#include <vector>

#include "optimize/individual.hpp"
#include "optimize/nsga2.hpp"

namespace slipfront {

/// Sets rank and crowding of every member.
void rank_population(std::span<Individual> population, Crowding crowding,
                     std::span<const double> lower, std::span<const double> upper);

/// Positions of the `count` survivors of a ranked population, best first.
std::vector<std::size_t> survivors(std::span<const Individual> population, std::size_t count,
                                   double pareto_fraction);

/// Lower rank wins, then more room; otherwise the first.
bool better(const Individual& a, const Individual& b);

/// For each objective the point of the first rank where it is lowest.
using Extremes = std::array<std::array<double, kObjectives>, kObjectives>;

struct Spread {
  double value = 1;
  Extremes extremes{};    // zero if `measured` is false
  bool measured = false;  // false while no member is feasible
};

/// Of a ranked population; `last` is the result of the generation before.
Spread spread_of(std::span<const Individual> population, const Spread& last);

}  // namespace slipfront
