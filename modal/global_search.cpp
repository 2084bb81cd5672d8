#include "modal/global_search.hpp"

#include <cmath>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

namespace slipfront {

namespace {

/// The problem as pagmo wants it: fitness and bounds.
struct SumOfSquares {
  const LeastSquares* problem = nullptr;

  pagmo::vector_double fitness(const pagmo::vector_double& x) const {
    // pagmo takes no infinity into its comparisons of members.
    constexpr double kUndefined = 1e100;
    std::vector<double> residuals(static_cast<std::size_t>(problem->residuals));
    if (!problem->evaluate(x.data(), residuals.data(), nullptr)) return {kUndefined};
    double sum = 0;
    for (const double r : residuals) sum += r * r;
    return {sum < kUndefined ? sum : kUndefined};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {problem->lower, problem->upper};
  }
  template <class Archive>
  void serialize(Archive&, unsigned) {}
};

}  // namespace

std::vector<double> global_minimum(const LeastSquares& problem,
                                   const GlobalSearchOptions& options) {
  constexpr unsigned kBestVariant = 7;  // rand-to-best and back, with exponential crossover
  constexpr unsigned kSelfAdaptive = 1;
  constexpr double kConverged = 1e-12;  // of values and places: Ceres does the rest
  const auto seed = static_cast<unsigned>(options.seed);
  const pagmo::problem wrapped(SumOfSquares{&problem});
  pagmo::population population(wrapped, static_cast<unsigned>(options.population), seed);
  const pagmo::algorithm search(pagmo::sade(static_cast<unsigned>(options.generations),
                                            kBestVariant, kSelfAdaptive, kConverged, kConverged,
                                            false, seed));
  population = search.evolve(population);
  return population.champion_x();
}

}  // namespace slipfront
