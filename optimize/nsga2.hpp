// The study's genetic algorithm: NSGA-II with controlled elitism on any Objective, as
// MATLAB's gamultiobj runs it (Porter et al., 3.5.2), with every evaluation kept, and
// able to stop and go on at any generation.
//
// Same bytes: the result depends on the objective and the options only, not on the
// number of threads, nor on how often the run was interrupted.
// The loop itself is optimize/nsga2_loop.hpp; one generation costs `population`
// evaluations, and generation 0 is the start.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"

namespace slipfront {

/// Where crowding is measured: in the parameters scaled to their bounds, or in the
/// objectives scaled to their range.
enum class Crowding { genotype, phenotype };

struct Nsga2Options {
  /// Members of a generation; at least 4. The study used 100 (patches) and 75 (elements).
  int population = 100;

  /// At most so many generations after the start. gamultiobj allows 200 x parameters.
  int generations = 300;

  /// Of all random numbers.
  std::uint64_t seed = 1;

  /// Parameter sets (physical values) that start the population; the rest is uniform
  /// within the bounds on the search scale. At most `population`.
  std::vector<std::vector<double>> seeds;

  /// Search along the edge of the model's domain, if it has one: for Iwan's chi stands how far
  /// beta + (chi+1)/(chi+2) is from 0, half of the range in decades (optimize/edge_scale.hpp). The
  /// study searched in chi itself.
  bool along_edge = false;

  /// The front is the non-dominated union of so many last generations (3.5.2).
  int keep_generations = 50;

  Crowding crowding = Crowding::genotype;

  /// Controlled elitism (Deb & Goel 2001): of N survivors, front i of K keeps at most
  ///   N (1 - r) / (1 - r^K) r^(i-1),   r = 1 - pareto_fraction.
  double pareto_fraction = 0.35;

  /// This share of the children by crossover, the others by mutation.
  double crossover_fraction = 0.8;

  /// Intermediate crossover: child = p1 + rand * ratio * (p2 - p1), rand for each variable.
  double crossover_ratio = 1;

  /// Stop when the mean of |s_i - s_(i-1)| / s_(i-1) over so many generations is below
  /// spread_tolerance and the last spread s is below its own mean over them.
  int stall_generations = 100;
  double spread_tolerance = 1e-4;
};

/// Runs to the end, or until `progress` (may be empty) returns false: that is after a
/// checkpoint, and a later call with the same store goes on exactly from there. Throws a
/// Failure for options or seeds that break their rules.
OptimizerResult run_nsga2(const Objective& objective, const Nsga2Options& options,
                          EvaluationStore& store, int threads,
                          const std::function<bool(const OptimizerProgress&)>& progress = {});

}  // namespace slipfront
