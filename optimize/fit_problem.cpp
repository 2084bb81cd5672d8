#include "optimize/fit_problem.hpp"

#include <utility>
#include <vector>

#include "optimize/individual.hpp"

namespace slipfront {
namespace {

// log10 of a mean square error: a thousand times the measured value.
constexpr double kInfeasibleObjective = 6;

}  // namespace

double constraint_violation(const Evaluation& evaluation) {
  if (evaluation.feasible()) return 0;
  return evaluation.failed_amplitudes + evaluation.residual / (1 + evaluation.residual);
}

pagmo::vector_double fitness_of(const Evaluation& evaluation, double penalty) {
  const double violation = constraint_violation(evaluation);
  if (!evaluation.feasible())
    return {kInfeasibleObjective + violation, kInfeasibleObjective + violation, violation};
  return {evaluation.frequency_objective + penalty, evaluation.damping_objective + penalty, 0};
}

FitProblem::FitProblem(std::shared_ptr<EvaluationLedger> ledger,
                       std::shared_ptr<const SearchSpace> space, bool constrained,
                       const std::optional<Guard>& guard)
    : ledger_(std::move(ledger)), space_(std::move(space)), constrained_(constrained) {
  if (space_) scale_.emplace(*space_, guard);
}

const SearchSpace& FitProblem::space() const {
  if (!space_ || !ledger_)
    throw Failure(Problem{"fit problem", "", "no objective", "must be made from one", ""});
  return *space_;
}

const EdgeScale& FitProblem::scale() const {
  space();  // says what is missing
  return *scale_;
}

std::pair<pagmo::vector_double, pagmo::vector_double> FitProblem::get_bounds() const {
  return {scale().lower(), scale().upper()};
}

pagmo::vector_double::size_type FitProblem::get_nobj() const { return kObjectives; }

pagmo::vector_double::size_type FitProblem::get_nic() const { return constrained_ ? 1 : 0; }

pagmo::vector_double FitProblem::fitness(const pagmo::vector_double& x) const {
  return batch_fitness(x);
}

pagmo::vector_double FitProblem::batch_fitness(const pagmo::vector_double& points) const {
  const std::size_t n = space().free_count();
  std::vector<std::vector<double>> physical;
  for (std::size_t from = 0; from + n <= points.size(); from += n)
    physical.push_back(space().decode(
        scale().to_search({points.begin() + static_cast<std::ptrdiff_t>(from),
                           points.begin() + static_cast<std::ptrdiff_t>(from + n)})));
  pagmo::vector_double fitness;
  for (const Evaluation& evaluation : ledger_->evaluate(physical)) {
    if (show_) show_(evaluation);
    const auto values = fitness_of(evaluation, ledger_->objective().penalty(evaluation));
    fitness.insert(fitness.end(), values.begin(), values.end() - (constrained_ ? 0 : 1));
  }
  return fitness;
}

}  // namespace slipfront
