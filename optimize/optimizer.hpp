// The optimizers of the study behind one call: any of them on any Objective, with every
// evaluation kept, the same bytes for any number of threads, and able to stop and go on.
//
//   nsga2                  the study's genetic algorithm (optimize/nsga2.hpp)
//   boundary_intersection  eq 43 on Ceres or SLSQP (optimize/boundary_intersection.hpp);
//                          needs gradients
//   hybrid                 a short NSGA-II for coverage, then descents that polish it, extend
//                          its ends and fill its gaps (optimize/hybrid.hpp); where the
//                          objective has no gradients NSGA-II alone, and a note says so
//   pagmo_nsga2, moead, nspso   pagmo's own (optimize/pagmo_search.hpp)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/boundary_options.hpp"
#include "optimize/nsga2.hpp"
#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"
#include "optimize/pagmo_options.hpp"

namespace slipfront {

enum class OptimizerEngine { nsga2, boundary_intersection, hybrid, pagmo_nsga2, moead, nspso };

std::string to_text(OptimizerEngine engine);
/// Nothing if there is no engine of this name.
std::optional<OptimizerEngine> optimizer_engine(std::string_view name);
/// In the order in which they are offered.
const std::vector<OptimizerEngine>& optimizer_engines();

struct OptimizerOptions {
  OptimizerEngine engine = OptimizerEngine::hybrid;

  /// Of all random numbers, in place of the seeds in the structs below.
  std::uint64_t seed = 1;

  /// Parameter sets (physical values) that every engine starts from, beside its own.
  std::vector<std::vector<double>> seeds;

  Nsga2Options nsga2;        // engine nsga2; its operators also in the hybrid
  BoundaryOptions boundary;  // engine boundary_intersection; `engine` also in the hybrid
  HybridOptions hybrid;
  PagmoOptions pagmo;  // engines pagmo_nsga2, moead, nspso
};

/// Runs to the end, or until `progress` (may be empty) returns false: that is after a
/// checkpoint, and a later call with the same store goes on exactly from there. Throws a
/// Failure for options or seeds that break their rules, and for boundary intersection on an
/// objective without gradients.
OptimizerResult run_optimizer(const Objective& objective, const OptimizerOptions& options,
                              EvaluationStore& store, int threads,
                              const ProgressCallback& progress = {});

}  // namespace slipfront
