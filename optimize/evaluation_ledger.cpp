#include "optimize/evaluation_ledger.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "optimize/parallel.hpp"

namespace slipfront {
namespace {

// Stands for a residual that is not a number: as large as the forces themselves.
constexpr double kUnknownResidual = 1;

/// Behind an evaluation's key: with its gradient.
constexpr char kWithGradient[] = "-gradient";

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// The evaluation with every number finite, and infeasible if its errors were not.
Evaluation trusted(Evaluation evaluation, const Objective& objective,
                   const std::vector<double>& point) {
  evaluation.parameters = point;
  if (evaluation.feasible() && !(std::isfinite(evaluation.frequency_objective) &&
                                 std::isfinite(evaluation.damping_objective) &&
                                 std::isfinite(objective.penalty(evaluation)))) {
    evaluation.failed_amplitudes = 1;
    evaluation.reason = "errors are not finite";
  }
  if (!std::isfinite(evaluation.residual)) evaluation.residual = kUnknownResidual;
  if (!evaluation.feasible()) {
    evaluation.frequency_objective = evaluation.damping_objective = 0;
    if (!std::isfinite(evaluation.residual_l1)) evaluation.residual_l1 = kUnknownResidual;
    evaluation.frequency_hz.clear();
    evaluation.damping.clear();
  }
  if (!evaluation.feasible() || !all_finite(evaluation.frequency_factor) ||
      !all_finite(evaluation.damping_factor)) {
    evaluation.frequency_factor.clear();
    evaluation.damping_factor.clear();
  }
  return evaluation;
}

}  // namespace

EvaluationLedger::EvaluationLedger(const Objective& objective, EvaluationStore& store, int threads)
    : objective_(&objective), store_(&store), threads_(threads), times_(objective.bounds()) {}

Evaluation EvaluationLedger::compute(const std::string& key, const std::vector<double>& point,
                                     bool gradient) const {
  const auto start = std::chrono::steady_clock::now();
  Evaluation evaluation =
      trusted(gradient ? objective_->evaluate_with_gradient(point) : objective_->evaluate(point),
              *objective_, point);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  times_.add(point, taken.count());
  store_->add(gradient ? key + kWithGradient : key, evaluation);
  return evaluation;
}

bool EvaluationLedger::has_gradient(const std::string& key) const {
  return with_gradient_.contains(key);
}

std::optional<Evaluation> EvaluationLedger::stored(const std::string& key) const {
  return store_->find(has_gradient(key) ? key + kWithGradient : key);
}

Evaluation EvaluationLedger::look_up(const std::vector<double>& point) const {
  const std::string key = objective_->key(point);
  if (auto found = stored(key)) return *std::move(found);
  return compute(key, point, has_gradient(key));
}

void EvaluationLedger::count(const std::string& key, const Evaluation& evaluation) {
  if (!known_.insert(key).second) return;
  keys_.push_back(key);
  if (!evaluation.feasible()) ++failed_;
}

Evaluation EvaluationLedger::evaluate_with_gradient(const std::vector<double>& point) {
  const std::string key = objective_->key(point);
  std::promise<Evaluation> promise;
  std::shared_future<Evaluation> other;
  {
    const std::lock_guard lock(mutex_);
    const auto [entry, first] = under_way_.try_emplace(key);
    if (first)
      entry->second = promise.get_future().share();
    else
      other = entry->second;
  }
  if (other.valid()) return other.get();

  std::exception_ptr failure;
  Evaluation evaluation;
  try {
    auto found = store_->find(key + kWithGradient);
    evaluation = found ? *std::move(found) : compute(key, point, true);
    promise.set_value(evaluation);
  } catch (...) {
    failure = std::current_exception();
    promise.set_exception(failure);
  }
  const std::lock_guard lock(mutex_);
  under_way_.erase(key);
  if (failure) std::rethrow_exception(failure);
  if (with_gradient_.insert(key).second && known_.contains(key)) ++repeated_;
  count(key, evaluation);
  return evaluation;
}

std::vector<Evaluation> EvaluationLedger::evaluate(const std::vector<std::vector<double>>& points) {
  // Serial: which keys are asked for, and which of them are not stored yet.
  std::unordered_map<std::string, std::size_t> place;  // of a key in `distinct`
  std::vector<std::size_t> asked(points.size());       // position in `distinct`
  std::vector<Evaluation> distinct;
  std::vector<std::string> keys;
  std::vector<std::pair<std::size_t, std::size_t>> missing;  // in `distinct`, in `points`
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string key = objective_->key(points[i]);
    const auto [entry, first_time] = place.try_emplace(key, distinct.size());
    asked[i] = entry->second;
    if (!first_time) continue;
    keys.push_back(key);
    if (auto found = stored(key)) {
      distinct.push_back(*std::move(found));
    } else {
      missing.emplace_back(distinct.size(), i);
      distinct.emplace_back();
    }
  }

  std::vector<double> expected;
  for (const auto& [slot, point] : missing) expected.push_back(expected_seconds(points[point]));
  const std::vector<std::size_t> order = largest_first(expected);
  const auto fill = [&](std::size_t m) {
    const auto [slot, point] = missing[order[m]];
    distinct[slot] = compute(keys[slot], points[point], has_gradient(keys[slot]));
  };
  run_in_parallel(threads_, missing.size(), fill);

  for (std::size_t k = 0; k < keys.size(); ++k) count(keys[k], distinct[k]);
  std::vector<Evaluation> evaluations;
  evaluations.reserve(points.size());
  for (const std::size_t slot : asked) evaluations.push_back(distinct[slot]);
  return evaluations;
}

void EvaluationLedger::restore(std::vector<std::string> keys, long failed) {
  known_ = {keys.begin(), keys.end()};
  keys_ = std::move(keys);
  failed_ = failed;
}

}  // namespace slipfront
