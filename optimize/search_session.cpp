#include "optimize/search_session.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "optimize/descent_course.hpp"
#include "optimize/edge_scale.hpp"
#include "optimize/error_factor.hpp"
#include "optimize/fit_problem.hpp"
#include "optimize/nsga2_loop.hpp"
#include "optimize/parallel.hpp"
#include "optimize/stationarity.hpp"

namespace slipfront {
namespace {

// Descents between two checkpoints. Enough that two threads are seldom idle at the end of a
// batch, few enough that a stop is obeyed soon.
constexpr std::size_t kBatch = 32;
// What a descent over kinks knows at its start: the latest evaluations within a tenth of a decade.
constexpr double kNear = 0.1;
constexpr std::size_t kKnown = 40;
// Of moves along a variable: added to J'J as a share of its largest entry, and how far the other
// variables may follow (decades or units).
constexpr double kRidge = 1e-4;
constexpr double kFurthest = 0.3;
// Of steps along the front, in decades or units.
constexpr double kLongest = 1;
// 0.06 in eq 42 is 7 % in an error: as in optimize/nsga2.cpp.
constexpr double kMoved = 0.06;

std::string fingerprint_of(const Objective& objective, const SearchSpace& space,
                           const std::string& settings,
                           const std::vector<std::vector<double>>& seeds) {
  std::string text = settings + ' ' + objective.key(space.decode(space.lower())) + ' ' +
                     objective.key(space.decode(space.upper()));
  const auto add_all = [&](const std::vector<double>& values) {
    for (const double value : values) text += ' ' + to_text(value);
    text += ';';
  };
  add_all(space.lower());
  add_all(space.upper());
  for (const auto& seed : seeds) add_all(seed);
  return fingerprint(text);
}

}  // namespace

SearchSession::SearchSession(const Objective& objective, const std::string& settings,
                             const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                             int threads, const ProgressCallback& progress)
    : space_(std::make_shared<const SearchSpace>(objective.bounds())),
      chart_(*space_, objective.guard()),
      threads_(threads) {
  if (threads < 1)
    throw Failure(
        Problem{"optimizer", "threads", std::to_string(threads), "must be at least 1", ""});
  seeds_ = space_->encode_seeds(seeds);
  ledger_ = std::make_shared<EvaluationLedger>(objective, store, threads);
  steps_ = std::make_unique<SearchSteps>(fingerprint_of(objective, *space_, settings, seeds_),
                                         store, *ledger_, progress, notes_);
}

void SearchSession::see(const Evaluation& evaluation) {
  if (!evaluation.feasible()) return;
  seen_.push_back(evaluation);
  x_.push_back(space_->encode(evaluation.parameters, "evaluation"));
  objectives_.push_back(objectives(evaluation));
  steps_->see(evaluation);
  update_front();
}

/// By the last that was seen.
void SearchSession::update_front() {
  auto& pairs = objectives_of_front_;
  const ObjectivePair& p = objectives_.back();
  // Frequency grows along the front and damping falls: what p dominates stands together.
  const auto first = std::partition_point(pairs.begin(), pairs.end(), [&](const ObjectivePair& q) {
    return q.frequency < p.frequency;
  });
  const bool behind = first != pairs.begin() && std::prev(first)->damping <= p.damping;
  const bool beside =
      first != pairs.end() && first->frequency == p.frequency && first->damping <= p.damping;
  if (behind || beside) return;
  const auto last = std::partition_point(
      first, pairs.end(), [&](const ObjectivePair& q) { return q.damping >= p.damping; });
  const auto at = front_.begin() + (first - pairs.begin());
  front_.insert(front_.erase(at, at + (last - first)), seen_.size() - 1);
  pairs.insert(pairs.erase(first, last), p);
}

std::vector<Evaluation> SearchSession::evaluate(const std::vector<std::vector<double>>& points) {
  std::vector<std::vector<double>> physical;
  for (const auto& point : points) physical.push_back(space_->decode(point));
  std::vector<Evaluation> evaluations = ledger_->evaluate(physical);
  for (const Evaluation& evaluation : evaluations) see(evaluation);
  return evaluations;
}

std::vector<Evaluation> SearchSession::evaluate_with_gradient(
    const std::vector<std::vector<double>>& points) {
  std::vector<Evaluation> evaluations(points.size());
  std::vector<std::vector<double>> physical;
  std::vector<double> expected;
  for (const auto& point : points) {
    physical.push_back(space_->decode(point));
    expected.push_back(ledger_->expected_seconds(physical.back()));
  }
  const std::vector<std::size_t> order = largest_first(expected);
  run_in_parallel(threads_, points.size(), [&](std::size_t k) {
    evaluations[order[k]] = ledger_->evaluate_with_gradient(physical[order[k]]);
  });
  for (const Evaluation& evaluation : evaluations) see(evaluation);
  return evaluations;
}

void SearchSession::in_parallel(std::size_t count,
                                const std::function<void(std::size_t)>& work) const {
  run_in_parallel(threads_, count, work);
}

ObjectivePair SearchSession::objectives(const Evaluation& evaluation) const {
  const double penalty = ledger_->objective().penalty(evaluation);
  return {evaluation.frequency_objective + penalty, evaluation.damping_objective + penalty};
}

bool SearchSession::run_generations(const Nsga2Options& options) {
  const EdgeScale scale(*space_, options.along_edge ? ledger_->objective().guard() : std::nullopt);
  const Nsga2Loop loop(options, scale.lower(), scale.upper(),
                       [&](std::vector<std::vector<double>> points) {
                         for (auto& point : points) point = scale.to_search(point);
                         std::vector<std::vector<double>> fitness;
                         for (const Evaluation& e : evaluate(points))
                           fitness.push_back(fitness_of(e, ledger_->objective().penalty(e)));
                         return fitness;
                       });
  std::vector<std::vector<double>> first;  // as many seeds as there is room for, evenly
  const std::size_t room = std::min(seeds_.size(), static_cast<std::size_t>(options.population));
  for (std::size_t k = 0; k < room; ++k)
    first.push_back(scale.from_search(seeds_[(2 * k + 1) * seeds_.size() / (2 * room)]));
  Nsga2State state = loop.start(std::move(first));
  if (!steps_->done()) return false;
  while (loop.stop_reason(state).empty()) {
    loop.step(state);
    if (!steps_->done()) return false;
  }
  return true;
}

std::vector<Evaluation> SearchSession::near(const std::vector<double>& x) const {
  const auto z = chart_.from_search(x);
  std::vector<Evaluation> found;
  for (std::size_t i = seen_.size(); i-- > 0 && found.size() < kKnown;) {
    if (!seen_[i].has_gradient()) continue;
    const auto other = chart_.from_search(x_[i]);
    double distance = 0;
    for (std::size_t k = 0; k < z.size(); ++k)
      distance = std::max(distance, std::abs(z[k] - other[k]));
    if (distance <= kNear) found.push_back(seen_[i]);
  }
  return found;
}

bool SearchSession::descend(DescentEngine engine, const std::vector<DescentTask>& tasks,
                            std::vector<DescentResult>& results) {
  results.assign(tasks.size(), {});
  std::vector<std::optional<Evaluation>> rivals(tasks.size());
  for (std::size_t from = 0; from < tasks.size(); from += kBatch) {
    const std::size_t count = std::min(kBatch, tasks.size() - from);
    std::vector<double> expected;
    for (std::size_t i = from; i < from + count; ++i)
      expected.push_back(tasks[i].limits.evaluations *
                         ledger_->expected_seconds(space_->decode(tasks[i].start)));
    const std::vector<std::size_t> order = largest_first(expected);
    run_in_parallel(threads_, count, [&](std::size_t k) {
      const std::size_t i = from + order[k];
      const DescentTask& task = tasks[i];
      const std::vector<double>* start = &task.start;
      if (!task.rival.empty()) {
        rivals[i] = ledger_->evaluate_with_gradient(space_->decode(task.rival));
        if (rivals[i]->feasible() && task.goal.reach(objectives(*rivals[i])) < task.start_reach)
          start = &task.rival;
      }
      const auto known = task.limits.kinks ? near(*start) : std::vector<Evaluation>();
      results[i] =
          slipfront::descend(engine, *ledger_, *space_, task.goal, *start, task.limits, known);
    });
    for (std::size_t i = from; i < from + count; ++i) {
      if (rivals[i]) see(*rivals[i]);
      for (const Evaluation& evaluation : results[i].seen) see(evaluation);
      results[i].seen.clear();
    }
    if (!steps_->done()) return false;
  }
  return true;
}

double SearchSession::stationarity_of(const Evaluation& evaluation) const {
  return stationarity(evaluation, *space_, ledger_->objective().guard()).norm;
}

std::array<SearchSession::ChartSlopes, 2> SearchSession::chart_slopes(
    const Evaluation& evaluation, const std::vector<double>& z) const {
  std::array<ChartSlopes, 2> both;
  for (std::size_t i = 0; i < both.size(); ++i) {
    const ErrorFactor factor(i == 0 ? evaluation.frequency_factor : evaluation.damping_factor,
                             evaluation.parameters.size());
    both[i] = {free_columns(*space_, factor), factor.errors()};
    chart_.pull_back(z, both[i].slopes);
  }
  return both;
}

std::vector<double> SearchSession::largest_slopes(const Evaluation& evaluation) const {
  const auto z = chart_.from_search(space_->encode(evaluation.parameters, "evaluation"));
  std::vector<double> largest(z.size(), 0);
  for (const auto& [slopes, errors] : chart_slopes(evaluation, z)) {
    const double error = errors.norm();
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double slope = 2 / std::numbers::ln10 * slopes.col(static_cast<Eigen::Index>(k)).norm();
      if (slope > 0)
        largest[k] = std::max(largest[k],
                              error > 0 ? slope / error : std::numeric_limits<double>::infinity());
    }
  }
  return largest;
}

Eigen::MatrixXd SearchSession::relative_slopes(const Evaluation& evaluation) const {
  const auto z = chart_.from_search(space_->encode(evaluation.parameters, "evaluation"));
  Eigen::MatrixXd all(0, static_cast<Eigen::Index>(z.size()));
  for (const auto& [slopes, errors] : chart_slopes(evaluation, z)) {
    const double error = errors.norm();
    if (!(error > 0)) continue;
    all.conservativeResize(all.rows() + slopes.rows(), Eigen::NoChange);
    all.bottomRows(slopes.rows()) = slopes / error;
  }
  return all;
}

std::vector<double> SearchSession::middle(const Evaluation& a, const Evaluation& b) const {
  std::vector<double> z = chart_.from_search(space_->encode(a.parameters, "front"));
  const auto other = chart_.from_search(space_->encode(b.parameters, "front"));
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = 0.5 * (z[i] + other[i]);
  return chart_.to_search(z);
}

std::vector<double> SearchSession::moved_along(const Evaluation& evaluation, std::size_t k,
                                               double length) const {
  std::vector<double> z = chart_.from_search(space_->encode(evaluation.parameters, "front"));
  const auto n = static_cast<Eigen::Index>(z.size()), moved = static_cast<Eigen::Index>(k);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(n, n);  // J'J
  for (const auto& [slopes, errors] : chart_slopes(evaluation, z))
    if (const double square = errors.squaredNorm(); square > 0)
      squares += slopes.transpose() * slopes / square;
  Eigen::VectorXd step = -length * squares.col(moved);
  // What holds a variable back that the errors hardly depend on.
  squares.diagonal().array() += kRidge * squares.diagonal().maxCoeff() + kRidge;
  squares.row(moved).setZero();
  squares.col(moved).setZero();
  squares(moved, moved) = 1;
  step[moved] = length;
  step = squares.ldlt().solve(step);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double most = i == moved ? std::abs(length) : kFurthest;
    z[at] = std::clamp(z[at] + std::clamp(step[i], -most, most), chart_.lower()[at],
                       chart_.upper()[at]);
  }
  return chart_.to_search(z);
}

std::vector<double> SearchSession::stepped(const Evaluation& evaluation, double w,
                                           double damping) const {
  std::vector<double> z = chart_.from_search(space_->encode(evaluation.parameters, "front"));
  const auto n = static_cast<Eigen::Index>(z.size());
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(n, n);  // J'J
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(n);       // J'e
  const double weights[] = {1 - w, w};
  const auto both = chart_slopes(evaluation, z);
  for (std::size_t i = 0; i < both.size(); ++i) {
    const auto& [slopes, errors] = both[i];
    const double square = errors.squaredNorm();
    if (!(square > 0)) continue;
    squares += weights[i] / square * slopes.transpose() * slopes;
    slope += weights[i] / square * slopes.transpose() * errors;
  }
  const double largest = squares.diagonal().maxCoeff();
  if (!(largest > 0)) return chart_.to_search(z);
  squares.diagonal().array() += damping * largest;
  const Eigen::VectorXd step = squares.ldlt().solve(-slope);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    z[at] = std::clamp(z[at] + std::clamp(step[i], -kLongest, kLongest), chart_.lower()[at],
                       chart_.upper()[at]);
  }
  return chart_.to_search(z);
}

std::optional<std::size_t> SearchSession::nearest(const Goal& goal) const {
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  return nearest_within(goal, 0, -kAnywhere, kAnywhere);
}

std::optional<std::size_t> SearchSession::nearest_within(const Goal& goal, std::size_t k,
                                                         double from, double to) const {
  std::optional<std::size_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (x_[i][k] < from || x_[i][k] > to) continue;
    if (const double reach = goal.reach(objectives_[i]); reach < lowest) {
      lowest = reach;
      best = i;
    }
  }
  return best;
}

std::vector<std::size_t> SearchSession::best(const Goal& goal, std::size_t count,
                                             double apart) const {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < seen_.size(); ++i) order.emplace_back(goal.reach(objectives_[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> chosen;
  for (const auto& [reach, i] : order) {
    if (chosen.size() >= count) break;
    const bool far = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t other) {
      double distance = 0;
      for (std::size_t k = 0; k < x_[i].size(); ++k)
        distance = std::max(distance, std::abs(x_[i][k] - x_[other][k]) /
                                          (space_->upper()[k] - space_->lower()[k]));
      return distance >= apart;
    });
    if (far) chosen.push_back(i);
  }
  return chosen;
}

OptimizerResult SearchSession::finish(const std::vector<Evaluation>& front,
                                      const std::string& stop_reason) {
  OptimizerResult result;
  std::vector<ErrorPair> penalised, plain;
  for (const Evaluation& e : front) {
    const ObjectivePair with = objectives(e);
    penalised.push_back({with.frequency, with.damping});
  }
  std::vector<const Evaluation*> candidates;
  for (const std::size_t i : non_dominated(penalised)) {
    candidates.push_back(&front[i]);
    plain.push_back({front[i].frequency_objective, front[i].damping_objective});
    // The penalty is the same in both objectives.
    if (penalised[i].frequency - plain.back().frequency > kMoved) ++result.moved_points;
  }
  for (const std::size_t i : non_dominated(plain)) result.front.push_back(*candidates[i]);
  result.evaluations = ledger_->evaluations();
  result.failed_evaluations = ledger_->failed();
  result.gradients = ledger_->gradients();
  result.repeated = ledger_->repeated();
  result.generations = steps_->count();
  result.interrupted = steps_->stopped();
  result.stop_reason = result.interrupted
                           ? "stopped on request after step " + std::to_string(steps_->count())
                           : stop_reason;
  if (result.front.empty())
    result.stop_reason = "no parameter set converged in " + std::to_string(result.evaluations) +
                         " evaluations; " + result.stop_reason;
  result.notes = notes_;
  assess(result, *space_, ledger_->objective().guard());
  return result;
}

}  // namespace slipfront
