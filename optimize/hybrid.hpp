// NSGA-II for coverage, boundary intersection to polish it, to extend its ends and to close
// its gaps (beyond the paper): a short NSGA-II run, then optimize/polish.hpp with what it has seen.
// No stage passes the limit of cost.
#pragma once

#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/nsga2.hpp"
#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"

namespace slipfront {

/// `nsga2`: operators of the first phase; its population, generations and seeds are not used.
/// Throws a Failure for wrong options or seeds, or an objective without gradients.
OptimizerResult run_hybrid(const Objective& objective, const HybridOptions& options,
                           const Nsga2Options& nsga2, DescentEngine engine,
                           const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                           int threads, const ProgressCallback& progress = {});

std::vector<Problem> hybrid_problems(const HybridOptions& options);

}  // namespace slipfront
