#include "optimize/evaluation_ledger.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace slipfront {
namespace {

// Stands for a residual that is not a number: as large as the forces themselves.
constexpr double kUnknownResidual = 1;

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
  return evaluation;
}

}  // namespace

EvaluationLedger::EvaluationLedger(const Objective& objective, EvaluationStore& store, int threads)
    : objective_(&objective), store_(&store), threads_(threads) {}

Evaluation EvaluationLedger::compute(const std::string& key,
                                     const std::vector<double>& point) const {
  Evaluation evaluation = trusted(objective_->evaluate(point), *objective_, point);
  store_->add(key, evaluation);
  return evaluation;
}

Evaluation EvaluationLedger::look_up(const std::vector<double>& point) const {
  const std::string key = objective_->key(point);
  if (auto stored = store_->find(key)) return *std::move(stored);
  return compute(key, point);
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
    if (auto stored = store_->find(key)) {
      distinct.push_back(*std::move(stored));
    } else {
      missing.emplace_back(distinct.size(), i);
      distinct.emplace_back();
    }
  }

  const auto fill = [&](std::size_t m) {
    const auto [slot, point] = missing[m];
    distinct[slot] = compute(keys[slot], points[point]);
  };
  if (threads_ > 1) {
    // TBB warns on stderr when asked for more threads than the machine has.
    tbb::task_arena arena(std::min(threads_, tbb::info::default_concurrency()));
    arena.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, missing.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t m = range.begin(); m < range.end(); ++m) fill(m);
          },
          tbb::simple_partitioner());
    });
  } else {
    for (std::size_t m = 0; m < missing.size(); ++m) fill(m);
  }

  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (!known_.insert(keys[k]).second) continue;
    keys_.push_back(keys[k]);
    if (!distinct[k].feasible()) ++failed_;
  }
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
