// The generations of NSGA-II, one at a time, on any function that evaluates a batch.
//
//   children   tournament on rank, then crowding; crossover for a share, mutation for the
//              rest; evaluated as one batch
//   survivors  of parents and children together, controlled elitism
//   archive    feasible first ranks of the last `keep_generations` populations
//
// All that a generation depends on is in Nsga2State, and random numbers are drawn only
// between batches: a run can stop after any generation and go on exactly, and the number
// of threads behind the batch does not matter.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "optimize/individual.hpp"
#include "optimize/nsga2.hpp"
#include "optimize/selection.hpp"
#include "optimize/variation.hpp"

namespace slipfront {

/// A member of a first rank, and the last generation that had it.
struct ArchivedPoint {
  int generation = 0;
  std::vector<double> x;
  std::vector<double> fitness;
};

struct Nsga2State {
  int generation = 0;
  RandomEngine random;
  double step = 1;  // of the mutation
  std::vector<Individual> population;
  std::vector<ArchivedPoint> archive;
  std::vector<double> spreads;  // of every generation so far
  Spread last_spread;
};

/// Fitness of every point, in their order.
using BatchEvaluate =
    std::function<std::vector<std::vector<double>>(const std::vector<std::vector<double>>& points)>;

class Nsga2Loop {
 public:
  /// `lower` < `upper`: the search box. Options must have passed nsga2_problems().
  Nsga2Loop(Nsga2Options options, std::vector<double> lower, std::vector<double> upper,
            BatchEvaluate evaluate);

  /// Generation 0: `first` (search variables), filled up with uniform points.
  Nsga2State start(std::vector<std::vector<double>> first) const;
  /// Generation 0 from members that are already evaluated.
  Nsga2State adopt(std::vector<Individual> population, RandomEngine random) const;

  /// One generation.
  void step(Nsga2State& state) const;

  /// Empty while the run goes on; else the rule that ends it, measured value and limit.
  std::string stop_reason(const Nsga2State& state) const;

  /// Ranks and crowding of a population that was read from a checkpoint.
  void rank(Nsga2State& state) const;

 private:
  std::size_t crossover_children(std::size_t size) const;
  std::vector<std::vector<double>> children(Nsga2State& state) const;
  void record(Nsga2State& state) const;

  Nsga2Options options_;
  std::vector<double> lower_, upper_;
  BatchEvaluate evaluate_;
};

/// What breaks the rules of the options.
std::vector<Problem> nsga2_problems(const Nsga2Options& options);

}  // namespace slipfront
