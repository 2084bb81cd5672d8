// Which of pagmo's algorithms an engine is; nothing for our own.
#pragma once

#include <optional>

#include "optimize/optimizer.hpp"
#include "optimize/pagmo_search.hpp"

namespace slipfront {

inline std::optional<PagmoAlgorithm> pagmo_algorithm(OptimizerEngine engine) {
  if (engine == OptimizerEngine::pagmo_nsga2) return PagmoAlgorithm::nsga2;
  if (engine == OptimizerEngine::moead) return PagmoAlgorithm::moead;
  if (engine == OptimizerEngine::nspso) return PagmoAlgorithm::nspso;
  return {};
}

}  // namespace slipfront
