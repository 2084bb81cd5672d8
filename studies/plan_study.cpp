#include "studies/plan_study.hpp"

#include <time.h>

#include <cmath>

#include "core/law_failure.hpp"
#include "core/median.hpp"
#include "studies/prepare_combination.hpp"

namespace slipfront {

namespace {

// Multiples of the golden ratio fill an interval evenly, whatever their number; each
// parameter runs at its own pace.
constexpr double kGolden = 0.6180339887498949;

/// The k-th parameter set, on the search scale within the middle half of the bounds (the
/// ends of the bounds are visited by searches only at their start).
std::vector<double> sample(const PreparedCombination& prepared, int k) {
  std::vector<double> values;
  for (std::size_t i = 0; i < prepared.bounds.size(); ++i) {
    const Parameter& p = prepared.bounds[i];
    const double turns = 0.5 + kGolden * k * static_cast<double>(i + 1);
    const double share = 0.25 + 0.5 * (turns - std::floor(turns));
    const double low = to_search(p, p.lower), high = to_search(p, p.upper);
    values.push_back(from_search(p, low + share * (high - low)));
  }
  return values;
}

/// Processor time of this thread: what else the machine does meanwhile does not count.
double thread_seconds() {
  constexpr double kNano = 1e-9;
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec);
}

/// Throws a LawFailure if the law's own code failed: that took no time, or all that it may.
double seconds_of(const PreparedCombination& prepared, const std::vector<double>& values,
                  const std::vector<FitMode>& modes) {
  // A plugin computes in another process: of what it takes only the clock on the wall tells.
  const bool plugin = !prepared.contact.law().description().build.empty();
  double wall = 0;
  const double start = thread_seconds();
  for (const FitMode& mode : modes) {
    const Backbone backbone =
        prepared.solver->backbone(prepared.contact, values, mode.measured.amplitude, mode.options);
    if (!backbone.status.empty() && backbone.status.front() == PointStatus::law_failed)
      throw LawFailure(backbone.notes.empty() ? to_text(PointStatus::law_failed)
                                              : backbone.notes.back());
    wall += backbone.seconds;
  }
  return plugin ? wall : thread_seconds() - start;
}

}  // namespace

long most_evaluations(const OptimizerOptions& o) {
  const auto generations = [](int population, int count) {
    return static_cast<long>(population) * (count + 1);
  };
  switch (o.engine) {
    case OptimizerEngine::hybrid:
      return generations(o.hybrid.population, o.hybrid.generations) + 2L * o.hybrid.gradients;
    case OptimizerEngine::boundary_intersection: {
      // Twice the descents to both optima, three to each angle between, each to its limit; and the
      // generations for further starts.
      const BoundaryOptions& b = o.boundary;
      const long descents = 4L * b.starts + 3L * (b.angles - 2);
      return 2L * b.evaluations * descents + generations(b.start_population, b.start_generations);
    }
    default:
      return generations(o.nsga2.population, o.nsga2.generations);
  }
}

std::vector<CombinationPlan> plan_study(const Study& study, const StudyInputs& inputs,
                                        const Registry& models, const PlanOptions& options,
                                        const std::function<void(const std::string&)>& progress) {
  std::vector<CombinationPlan> plans;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < study.combinations.size(); ++i) {
    const Combination& combination = study.combinations[i];
    if (progress) progress(combination.id);
    try {
      const PreparedCombination prepared = prepare_combination(
          study, combination, inputs, models, "/combinations/" + std::to_string(i));
      std::vector<double> fit, predict;
      CombinationPlan plan;
      for (int k = 0; k < options.samples && plan.trouble.empty(); ++k) {
        const std::vector<double> values = sample(prepared, k);
        if (!prepared.contact.domain_violation(values).empty()) continue;
        try {
          fit.push_back(seconds_of(prepared, values, prepared.fitted));
          predict.push_back(seconds_of(prepared, values, prepared.predicted));
        } catch (const LawFailure& failure) {
          plan.trouble = failure.what();
        }
      }
      plan.id = combination.id;
      plan.engine = to_text(combination.optimizer.engine);
      plan.evaluations = most_evaluations(combination.optimizer);
      plan.seconds_fit = fit.empty() ? 0 : median(fit);
      plan.seconds_all = predict.empty() ? 0 : median(predict);
      plan.core_seconds =
          static_cast<double>(plan.evaluations) * plan.seconds_fit +
          combination.optimizer.nsga2.population * (plan.seconds_fit + plan.seconds_all);
      plans.push_back(std::move(plan));
    } catch (const LawFailure& failure) {
      problems.push_back({study.file, "/combinations/" + std::to_string(i), "", failure.what(),
                          "mend the plugin"});
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return plans;
}

}  // namespace slipfront
