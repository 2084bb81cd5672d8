#include "optimize/hybrid.hpp"

#include <cmath>
#include <utility>

#include "core/number.hpp"
#include "optimize/nsga2_loop.hpp"
#include "optimize/polish.hpp"

namespace slipfront {
namespace {

std::string settings_text(const HybridOptions& o, const Nsga2Options& nsga2, DescentEngine engine) {
  std::string text = "hybrid 11";  // raised when the course of the search changes
  for (const double value :
       {static_cast<double>(o.population), static_cast<double>(o.generations),
        static_cast<double>(o.rays), o.gap, static_cast<double>(o.gradients),
        static_cast<double>(o.evaluations), static_cast<double>(engine), nsga2.pareto_fraction,
        nsga2.crossover_fraction, nsga2.crossover_ratio, static_cast<double>(nsga2.crowding),
        static_cast<double>(nsga2.stall_generations), nsga2.spread_tolerance,
        static_cast<double>(nsga2.along_edge)})
    text += ' ' + to_text(value);
  return text + ' ' + std::to_string(nsga2.seed);
}

}  // namespace

std::vector<Problem> hybrid_problems(const HybridOptions& options) {
  std::vector<Problem> problems;
  const auto least = [&](int value, int lowest, const std::string& key) {
    if (value < lowest)
      problems.push_back({"optimizer", "hybrid." + key, std::to_string(value),
                          "must be at least " + std::to_string(lowest), ""});
  };
  constexpr int kFewestMembers = 4;
  least(options.population, kFewestMembers, "population");
  least(options.generations, 1, "generations");
  least(options.rays, 1, "rays");
  least(options.gradients, 1, "gradients");
  least(options.evaluations, 1, "evaluations");
  if (!(options.gap > 0) || !std::isfinite(options.gap))
    problems.push_back({"optimizer", "hybrid.gap", to_text(options.gap), "must be above 0", ""});
  return problems;
}

OptimizerResult run_hybrid(const Objective& objective, const HybridOptions& options,
                           const Nsga2Options& nsga2, DescentEngine engine,
                           const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                           int threads, const ProgressCallback& progress) {
  Nsga2Options coverage = nsga2;
  coverage.population = options.population;
  coverage.generations = options.generations;
  coverage.seeds.clear();
  std::vector<Problem> problems = hybrid_problems(options);
  if (problems.empty()) problems = nsga2_problems(coverage);
  if (std::cmp_greater(seeds.size(), options.population))
    problems.push_back({"optimizer", "seeds", std::to_string(seeds.size()) + " points",
                        "must be at most the population, " + std::to_string(options.population),
                        "ask for fewer points or raise hybrid.population"});
  if (!objective.has_gradient())
    problems.push_back({"optimizer", "engine", "hybrid", "needs an objective with gradients",
                        "use the engine nsga2"});
  throw_if_any(std::move(problems));
  SearchSession session(objective, settings_text(options, nsga2, engine), seeds, store, threads,
                        progress);
  session.steps().expect_cost(options.cost_limit());
  session.run_generations(coverage);
  const Polished polished = polish(session, options, engine, nsga2.seed);
  const std::string descents = std::to_string(polished.descents) + " descents";
  return session.finish(
      polished.front, polished.why_ended.empty() ? descents : polished.why_ended + "; " + descents);
}

}  // namespace slipfront
