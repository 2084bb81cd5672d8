// pagmo's own multi-objective algorithms as engines: nsga2, moead (MOEA/D) and nspso, with
// every evaluation stored and a checkpoint after each call of `chunk` generations.
//
// They know no constraints: an infeasible parameter set has both objectives at 6 and more
// (optimize/fit_problem.hpp). Each call is a new algorithm object with a seed of its own, so
// that a call depends on the population alone. moead evaluates one by one, on one thread; the
// others evaluate whole generations.
// The front: what no other dominates of all that was evaluated.
#pragma once

#include <string>
#include <vector>

#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"
#include "optimize/pagmo_options.hpp"

namespace slipfront {

enum class PagmoAlgorithm { nsga2, moead, nspso };

/// Throws a Failure for wrong options or seeds.
OptimizerResult run_pagmo(const Objective& objective, PagmoAlgorithm algorithm,
                          const PagmoOptions& options,
                          const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                          int threads, const ProgressCallback& progress = {});

std::vector<Problem> pagmo_problems(PagmoAlgorithm algorithm, const PagmoOptions& options);

}  // namespace slipfront
