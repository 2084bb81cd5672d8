// What the searches of optimize/optimizer.hpp have in common: search space, books, steps, and
// every feasible evaluation that the search has seen, in an order that does not depend on
// threads.
//
// Descents run in batches: those of a batch at once, on as many threads as there are; their
// evaluations are taken over in the order of the tasks. A batch is a step.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "optimize/descent.hpp"
#include "optimize/evaluation_ledger.hpp"
#include "optimize/nsga2.hpp"
#include "optimize/search_chart.hpp"
#include "optimize/search_space.hpp"
#include "optimize/search_steps.hpp"

namespace slipfront {

/// One descent and where it starts: at `start`, or at `rival` if that is already further
/// (Goal::reach); the rival is evaluated first.
struct DescentTask {
  Goal goal;
  std::vector<double> start;
  std::vector<double> rival;  // may be empty
  double start_reach = 0;
  DescentLimits limits;
};

class SearchSession {
 public:
  /// `settings`: name of the engine and all options, as text. Throws a Failure for wrong
  /// bounds, seeds or threads.
  SearchSession(const Objective& objective, const std::string& settings,
                const std::vector<std::vector<double>>& seeds, EvaluationStore& store, int threads,
                const ProgressCallback& progress);

  const SearchSpace& space() const { return *space_; }
  std::shared_ptr<const SearchSpace> shared_space() const { return space_; }
  std::shared_ptr<EvaluationLedger> ledger() const { return ledger_; }
  SearchSteps& steps() { return *steps_; }
  /// Seeds on the search scale.
  const std::vector<std::vector<double>>& seeds() const { return seeds_; }

  /// Evaluates points (search variables) as one batch and remembers those that are feasible.
  std::vector<Evaluation> evaluate(const std::vector<std::vector<double>>& points);
  std::vector<Evaluation> evaluate_with_gradient(const std::vector<std::vector<double>>& points);
  void see(const Evaluation& evaluation);
  /// Work that needs no evaluation, on the threads of the search: work(0) .. work(count - 1).
  void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) const;
  /// With the residual penalty: of an evaluation, and of seen()[i].
  ObjectivePair objectives(const Evaluation& evaluation) const;
  const ObjectivePair& objectives(std::size_t i) const { return objectives_[i]; }

  /// NSGA-II from the seeds, each generation a step; false if stopped.
  bool run_generations(const Nsga2Options& options);

  /// Results in the order of the tasks; false if stopped.
  bool descend(DescentEngine engine, const std::vector<DescentTask>& tasks,
               std::vector<DescentResult>& results);

  const std::vector<Evaluation>& seen() const { return seen_; }
  /// Positions in seen() of what no other dominates, as non_dominated() (core/front.hpp) has them.
  const std::vector<std::size_t>& front_seen() const { return front_; }
  /// Of an evaluation with gradient (optimize/stationarity.hpp).
  double stationarity_of(const Evaluation& evaluation) const;
  /// Of an evaluation with gradient: for each variable of the chart the largest slope that eq 42
  /// of either objective can have, were all errors in line with it: 2/ln 10 |de/dx_k| / |e|.
  std::vector<double> largest_slopes(const Evaluation& evaluation) const;
  /// Of an evaluation with gradient: the rows J / |e| of both objectives by the variables of the
  /// chart. Along d eq 42 of an objective cannot change by more than 2/ln 10 of the norm of what
  /// its rows make of d. An objective whose errors are all 0 has no rows.
  Eigen::MatrixXd relative_slopes(const Evaluation& evaluation) const;
  const SearchChart& chart() const { return chart_; }
  /// Search variables halfway between two points, on the chart of optimize/search_chart.hpp.
  std::vector<double> middle(const Evaluation& a, const Evaluation& b) const;
  /// Search variables where the k-th variable of the chart is moved by `length` from an evaluation
  /// with gradient, and the others with it so that the errors, each objective's over its own root
  /// mean square, change least as their slopes tell.
  std::vector<double> moved_along(const Evaluation& evaluation, std::size_t k, double length) const;
  /// Search variables after one Levenberg-Marquardt step from an evaluation with gradient towards a
  /// lower  (1 - w) s_F / s_F0 + w s_Z / s_Z0,  s the mean squares behind eq 42 and s_0 those at
  /// the evaluation: w from 0 to 1 leads along the front of the linearised errors. `damping` times
  /// the largest entry of the diagonal of J'J is added to it; no variable moves by more than a
  /// decade.
  std::vector<double> stepped(const Evaluation& evaluation, double w, double damping) const;
  /// Search variables of seen()[i], and of all.
  const std::vector<double>& x(std::size_t i) const { return x_[i]; }
  const std::vector<std::vector<double>>& points() const { return x_; }
  /// Position in seen() of the lowest reach; nothing has been seen: none.
  std::optional<std::size_t> nearest(const Goal& goal) const;
  /// Of the points whose k-th variable lies within from .. to.
  std::optional<std::size_t> nearest_within(const Goal& goal, std::size_t k, double from,
                                            double to) const;
  /// Positions of points with low values of a goal, at least `apart` of the box from each other.
  std::vector<std::size_t> best(const Goal& goal, std::size_t count, double apart) const;

  /// Books, notes and the front: `front` re-read without penalty and sorted.
  OptimizerResult finish(const std::vector<Evaluation>& front, const std::string& stop_reason);

 private:
  void update_front();
  /// Errors of one objective of eq 42 and their slopes by the variables of the chart at `z`.
  struct ChartSlopes {
    Eigen::MatrixXd slopes;
    Eigen::VectorXd errors;
  };
  /// Of frequency and damping, from an evaluation with gradient.
  std::array<ChartSlopes, 2> chart_slopes(const Evaluation& evaluation,
                                          const std::vector<double>& z) const;
  /// Evaluations with gradient around a point, the latest first.
  std::vector<Evaluation> near(const std::vector<double>& x) const;

  std::shared_ptr<const SearchSpace> space_;
  SearchChart chart_;
  std::vector<std::vector<double>> seeds_;
  std::shared_ptr<EvaluationLedger> ledger_;
  int threads_;
  std::vector<std::string> notes_;
  std::unique_ptr<SearchSteps> steps_;
  std::vector<Evaluation> seen_;
  std::vector<std::vector<double>> x_;
  std::vector<ObjectivePair> objectives_;
  std::vector<std::size_t> front_;
  std::vector<ObjectivePair> objectives_of_front_;
};

}  // namespace slipfront
