#include "optimize/optimizer.hpp"

#include <array>
#include <utility>

#include "optimize/boundary_intersection.hpp"
#include "optimize/hybrid.hpp"
#include "optimize/pagmo_engine.hpp"

namespace slipfront {
namespace {

constexpr std::array<std::pair<OptimizerEngine, std::string_view>, 6> kNames{{
    {OptimizerEngine::nsga2, "nsga2"},
    {OptimizerEngine::boundary_intersection, "boundary_intersection"},
    {OptimizerEngine::hybrid, "hybrid"},
    {OptimizerEngine::pagmo_nsga2, "pagmo_nsga2"},
    {OptimizerEngine::moead, "moead"},
    {OptimizerEngine::nspso, "nspso"},
}};

}  // namespace

std::string to_text(OptimizerEngine engine) {
  for (const auto& [known, name] : kNames)
    if (known == engine) return std::string(name);
  return "";
}

std::optional<OptimizerEngine> optimizer_engine(std::string_view name) {
  for (const auto& [engine, known] : kNames)
    if (known == name) return engine;
  return {};
}

const std::vector<OptimizerEngine>& optimizer_engines() {
  static const std::vector<OptimizerEngine> engines = [] {
    std::vector<OptimizerEngine> all;
    for (const auto& [engine, name] : kNames) all.push_back(engine);
    return all;
  }();
  return engines;
}

OptimizerResult run_optimizer(const Objective& objective, const OptimizerOptions& options,
                              EvaluationStore& store, int threads,
                              const ProgressCallback& progress) {
  Nsga2Options nsga2 = options.nsga2;
  nsga2.seed = options.seed;
  nsga2.seeds = options.seeds;
  switch (options.engine) {
    case OptimizerEngine::nsga2:
      return run_nsga2(objective, nsga2, store, threads, progress);
    case OptimizerEngine::boundary_intersection: {
      BoundaryOptions boundary = options.boundary;
      boundary.seed = options.seed;
      return run_boundary_intersection(objective, boundary, options.seeds, store, threads, progress)
          .result;
    }
    case OptimizerEngine::hybrid: {
      if (objective.has_gradient())
        return run_hybrid(objective, options.hybrid, nsga2, options.boundary.engine, options.seeds,
                          store, threads, progress);
      OptimizerResult result = run_nsga2(objective, nsga2, store, threads, progress);
      result.notes.push_back("the hybrid was NSGA-II alone, as the model gives no gradients");
      return result;
    }
    case OptimizerEngine::pagmo_nsga2:
    case OptimizerEngine::moead:
    case OptimizerEngine::nspso: {
      PagmoOptions pagmo = options.pagmo;
      pagmo.seed = options.seed;
      return run_pagmo(objective, *pagmo_algorithm(options.engine), pagmo, options.seeds, store,
                       threads, progress);
    }
  }
  throw Failure(Problem{"optimizer", "engine", "an unknown one", "must be one of the list", ""});
}

}  // namespace slipfront
