#include "optimize/nsga2.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <pagmo/problem.hpp>
#include <utility>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "optimize/checkpoint.hpp"
#include "optimize/edge_scale.hpp"
#include "optimize/errors.hpp"
#include "optimize/fit_problem.hpp"
#include "optimize/nsga2_algorithm.hpp"

namespace slipfront {
namespace {

// 0.06 in eq 42 is 7 % in an error: more than the width of a point in the study's plots.
constexpr double kMoved = 0.06;

/// Of all that the course of the search depends on; not of the limit where it ends.
std::string settings_of(const Objective& objective, const Nsga2Options& options,
                        const SearchSpace& space, const std::vector<std::vector<double>>& seeds) {
  std::string text =
      objective.key(space.decode(space.lower())) + ' ' + objective.key(space.decode(space.upper()));
  const auto add = [&](const std::string& value) { text += ' ' + value; };
  const auto add_all = [&](const std::vector<double>& values) {
    for (const double value : values) add(to_text(value));
    add(";");
  };
  add_all(space.lower());
  add_all(space.upper());
  add(std::to_string(options.population));
  add(std::to_string(options.seed));
  if (options.along_edge) add("along edge, half in decades");
  add(std::to_string(options.keep_generations));
  add(options.crowding == Crowding::genotype ? "genotype" : "phenotype");
  add(to_text(options.pareto_fraction));
  add(to_text(options.crossover_fraction));
  add(to_text(options.crossover_ratio));
  add(std::to_string(options.stall_generations));
  add(to_text(options.spread_tolerance));
  for (const auto& seed : seeds) add_all(seed);
  return fingerprint(text);
}

/// The checkpoint of this very search, or nothing and a note why.
std::optional<Checkpoint> usable_checkpoint(const EvaluationStore& store,
                                            const std::string& settings,
                                            const Nsga2Options& options,
                                            std::vector<std::string>& notes) {
  const auto text = store.load_checkpoint();
  if (!text) return {};
  auto checkpoint = read_checkpoint(*text);
  std::string why;
  if (!checkpoint)
    why = "it is damaged";
  else if (checkpoint->settings != settings)
    why = "it belongs to other settings";
  else if (checkpoint->state.generation > options.generations)
    why = "it is past generation " + std::to_string(options.generations);
  if (why.empty()) return checkpoint;
  notes.push_back("checkpoint not used, as " + why +
                  "; the search starts again with the stored evaluations");
  return {};
}

OptimizerProgress progress_of(const Nsga2State& state, const Nsga2Options& options,
                              const EvaluationLedger& ledger) {
  ObjectivePair best{std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::infinity()};
  for (const Individual& member : state.population) {
    if (!member.feasible()) continue;
    best.frequency = std::min(best.frequency, member.fitness[0]);
    best.damping = std::min(best.damping, member.fitness[1]);
  }
  const ErrorPair errors = to_errors(best);
  return {state.generation, options.generations, ledger.evaluations(),
          ledger.failed(),  errors.frequency,    errors.damping};
}

/// The union of the archived fronts sorted, its members' errors without the penalty, and
/// these sorted again.
void take_front(const Nsga2State& state, const SearchSpace& space, const EdgeScale& scale,
                const EvaluationLedger& ledger, OptimizerResult& result) {
  std::vector<ErrorPair> searched;
  for (const ArchivedPoint& point : state.archive)
    searched.push_back({point.fitness[0], point.fitness[1]});
  std::vector<Evaluation> candidates;
  std::vector<ErrorPair> plain;
  for (const std::size_t i : non_dominated(searched)) {
    candidates.push_back(ledger.look_up(space.decode(scale.to_search(state.archive[i].x))));
    const Evaluation& evaluation = candidates.back();
    plain.push_back({evaluation.frequency_objective, evaluation.damping_objective});
    if (std::max(std::abs(plain.back().frequency - searched[i].frequency),
                 std::abs(plain.back().damping - searched[i].damping)) > kMoved)
      ++result.moved_points;
  }
  for (const std::size_t i : non_dominated(plain)) result.front.push_back(candidates[i]);
}

}  // namespace

OptimizerResult run_nsga2(const Objective& objective, const Nsga2Options& options,
                          EvaluationStore& store, int threads,
                          const std::function<bool(const OptimizerProgress&)>& progress) {
  std::vector<Problem> problems = nsga2_problems(options);
  if (threads < 1)
    problems.push_back({"optimizer", "threads", std::to_string(threads), "must be at least 1", ""});
  throw_if_any(std::move(problems));

  const auto space = std::make_shared<const SearchSpace>(objective.bounds());
  const auto guard = options.along_edge ? objective.guard() : std::nullopt;
  const EdgeScale scale(*space, guard);
  auto seeds = space->encode_seeds(options.seeds);
  for (auto& seed : seeds) seed = scale.from_search(seed);
  const auto ledger = std::make_shared<EvaluationLedger>(objective, store, threads);
  const pagmo::problem problem{FitProblem(ledger, space, true, guard)};
  const Nsga2Loop loop(options, scale.lower(), scale.upper(), batch_on(problem));
  const std::string settings = settings_of(objective, options, *space, seeds);

  OptimizerResult result;
  Nsga2State state;
  const auto end_generation = [&] {
    store.save_checkpoint(checkpoint_text(settings, state, ledger->keys(), ledger->failed()));
    return !progress || progress(progress_of(state, options, *ledger));
  };

  bool go_on = true;
  if (auto checkpoint = usable_checkpoint(store, settings, options, result.notes)) {
    ledger->restore(std::move(checkpoint->keys), checkpoint->failed);
    state = std::move(checkpoint->state);
    loop.rank(state);
  } else {
    state = loop.start(seeds);
    go_on = end_generation();
  }
  while (go_on && loop.stop_reason(state).empty()) {
    loop.step(state);
    go_on = end_generation();
  }

  result.stop_reason = loop.stop_reason(state);
  if (result.stop_reason.empty()) {
    result.interrupted = true;
    result.stop_reason = "stopped on request after generation " + std::to_string(state.generation);
  }
  result.generations = state.generation;
  result.evaluations = ledger->evaluations();
  result.failed_evaluations = ledger->failed();
  take_front(state, *space, scale, *ledger, result);
  if (result.front.empty())
    result.stop_reason = "no parameter set converged in " + std::to_string(result.evaluations) +
                         " evaluations; " + result.stop_reason;
  assess(result, *space, objective.guard());
  return result;
}

}  // namespace slipfront
