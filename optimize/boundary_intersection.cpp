#include "optimize/boundary_intersection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/number.hpp"
#include "optimize/dead_variables.hpp"
#include "optimize/search_session.hpp"
#include "optimize/variation.hpp"

namespace slipfront {
namespace {

// Starts of one scalar optimum differ by at least this share of the box in some variable.
constexpr double kApart = 0.05;
// F* lies so far outside the front, in its extent.
constexpr double kOutside = 0.01;
// A result is on its ray if b is below this; results may be dominated by as much.
constexpr double kOnRay = 1e-6;
// How a result off its ray compares with others: b counts ten times as a.
constexpr double kOffRay = 10;
constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

class Sweep {
 public:
  Sweep(SearchSession& session, const BoundaryOptions& options)
      : session_(session), options_(options) {
    limits_.gradient_tolerance = options.gradient_tolerance;
    limits_.ray_tolerance = options.ray_tolerance;
    limits_.evaluations = options.evaluations;
  }

  /// False if stopped.
  bool run() {
    if (!survey() || session_.seen().empty()) return false;
    if (!scalar_optima()) return false;
    if (!agree() && !more_starts()) return false;
    if (!place_rays()) return true;
    return halve_angles() && restart();
  }

  std::vector<AngleOptimum> angles;
  std::vector<DescentResult> ends[2];  // of both scalar optima, best first
  ObjectivePair utopian, scale{0, 0};
  int restarts = 0;

 private:
  bool survey() {
    auto points = session_.seeds();
    RandomEngine random(options_.seed);
    const std::size_t count =
        static_cast<std::size_t>(options_.survey) * session_.space().free_count();
    while (points.size() < count + session_.seeds().size())
      points.push_back(uniform_point(random, session_.space().lower(), session_.space().upper()));
    session_.evaluate(points);
    return session_.steps().done();
  }

  bool scalar_optima() {
    std::vector<DescentTask> tasks;
    std::vector<int> objective;
    for (const int k : {0, 1})
      for (const std::size_t i :
           session_.best(Goal::end(k), static_cast<std::size_t>(options_.starts), kApart)) {
        tasks.push_back({Goal::end(k), session_.x(i), {}, 0, limits_});
        objective.push_back(k);
      }
    return solve_ends(tasks, objective) && beside_optima();
  }

  /// From other values of the variables that are dead at the best of each objective.
  bool beside_optima() {
    std::vector<DescentTask> tasks;
    std::vector<int> objective;
    for (const int k : {0, 1}) {
      if (ends[k].empty()) continue;
      bool stopped = false;
      for (const auto& start :
           starts_beside(session_, Goal::end(k), ends[k].front().evaluation, kAnyNumber, stopped)) {
        tasks.push_back({Goal::end(k), start, {}, 0, limits_});
        objective.push_back(k);
      }
      if (stopped) return false;
    }
    return tasks.empty() || solve_ends(tasks, objective);
  }

  bool solve_ends(const std::vector<DescentTask>& tasks, const std::vector<int>& objective) {
    std::vector<DescentResult> results;
    const bool go_on = session_.descend(options_.engine, tasks, results);
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i].end != DescentEnd::failed) ends[objective[i]].push_back(results[i]);
    for (const int k : {0, 1})
      std::stable_sort(ends[k].begin(), ends[k].end(),
                       [&](const DescentResult& a, const DescentResult& b) {
                         return Goal::end(k).a(a.objectives()) < Goal::end(k).a(b.objectives());
                       });
    return go_on;
  }

  bool agree() const {
    for (const int k : {0, 1}) {
      if (ends[k].size() < 2) return false;
      const Goal goal = Goal::end(k);
      if (goal.a(ends[k][1].objectives()) - goal.a(ends[k][0].objectives()) >
          options_.start_agreement)
        return false;
    }
    return true;
  }

  bool more_starts() {
    Nsga2Options nsga2;
    nsga2.seed = options_.seed;
    nsga2.population = options_.start_population;
    nsga2.generations = options_.start_generations;
    return session_.run_generations(nsga2) && scalar_optima();
  }

  /// False if both optima are the same point.
  bool place_rays() {
    if (ends[0].empty() || ends[1].empty()) return false;
    const ObjectivePair first = ends[0].front().objectives(), last = ends[1].front().objectives();
    scale = {last.frequency - first.frequency, first.damping - last.damping};
    if (scale.frequency < kOnePoint || scale.damping < kOnePoint) return false;
    utopian = {first.frequency - kOutside * scale.frequency,
               last.damping - kOutside * scale.damping};
    angles.resize(static_cast<std::size_t>(options_.angles - 2));
    for (std::size_t k = 0; k < angles.size(); ++k)
      angles[k].angle = static_cast<double>(k + 1) / (options_.angles - 1) * std::numbers::pi / 2;
    return true;
  }

  Goal goal_of(const AngleOptimum& optimum) const {
    return Goal::ray(utopian, optimum.angle, scale);
  }

  /// Lower is better.
  static double merit(const AngleOptimum& optimum) {
    return optimum.distance + kOffRay * std::max(std::abs(optimum.off_ray) - kOnRay, 0.);
  }

  void take(std::size_t k, const DescentResult& result) {
    if (result.end == DescentEnd::failed) return;
    const Goal goal = goal_of(angles[k]);
    AngleOptimum found{angles[k].angle, goal.a(result.objectives()), goal.b(result.objectives()),
                       result};
    if (angles[k].descent.end == DescentEnd::failed || merit(found) < merit(angles[k]))
      angles[k] = std::move(found);
  }

  void add_task(std::size_t k, const std::vector<double>& start, std::vector<DescentTask>& tasks,
                std::vector<std::size_t>& which) const {
    for (std::size_t i = 0; i < tasks.size(); ++i)
      if (which[i] == k && tasks[i].start == start) return;
    tasks.push_back({goal_of(angles[k]), start, {}, 0, limits_});
    which.push_back(k);
  }

  bool solve(const std::vector<DescentTask>& tasks, const std::vector<std::size_t>& which) {
    std::vector<DescentResult> results;
    const bool go_on = session_.descend(options_.engine, tasks, results);
    for (std::size_t i = 0; i < results.size(); ++i) take(which[i], results[i]);
    return go_on;
  }

  /// x of the nearest solved angle from k in a direction, or of the end there: a large psi has
  /// a small frequency error, as F1 - F1* = t cos psi.
  const std::vector<double>& neighbour(std::size_t k, int direction) const {
    for (auto i = static_cast<std::ptrdiff_t>(k) + direction;
         i >= 0 && i < static_cast<std::ptrdiff_t>(angles.size()); i += direction)
      if (angles[static_cast<std::size_t>(i)].descent.end != DescentEnd::failed)
        return angles[static_cast<std::size_t>(i)].descent.x;
    return ends[direction > 0 ? 0 : 1].front().x;
  }

  bool halve_angles() {
    // Middle first, then the middles of the halves, ...
    std::size_t step = 1;
    while (step < angles.size() + 1) step *= 2;
    std::vector<bool> solved(angles.size(), false);
    for (step /= 2; step > 0; step /= 2) {
      std::vector<DescentTask> tasks;
      std::vector<std::size_t> which;
      for (std::size_t k = step - 1; k < angles.size(); k += step) {
        if (solved[k]) continue;
        solved[k] = true;
        add_task(k, neighbour(k, -1), tasks, which);
        add_task(k, neighbour(k, 1), tasks, which);
        if (const auto near = session_.nearest(goal_of(angles[k])))
          add_task(k, session_.x(*near), tasks, which);
      }
      if (!solve(tasks, which)) return false;
    }
    return true;
  }

  bool restart() {
    for (restarts = 0; restarts < options_.restarts; ++restarts) {
      std::vector<DescentTask> tasks;
      std::vector<std::size_t> which;
      for (std::size_t k = 0; k < angles.size(); ++k) {
        // What has gone further along this ray, or is nearer to it, is a better start.
        const auto near = session_.nearest(goal_of(angles[k]));
        const double reach = goal_of(angles[k]).reach(session_.objectives(*near));
        const double own = angles[k].descent.end == DescentEnd::failed
                               ? reach + 1
                               : goal_of(angles[k]).reach(angles[k].descent.objectives());
        if (own > reach + kOnRay) add_task(k, session_.x(*near), tasks, which);
        if (angles[k].descent.end != DescentEnd::failed && std::abs(angles[k].off_ray) > kOnRay) {
          add_task(k, neighbour(k, -1), tasks, which);
          add_task(k, neighbour(k, 1), tasks, which);
        }
      }
      if (tasks.empty()) return true;
      if (!solve(tasks, which)) return false;
    }
    return true;
  }

  SearchSession& session_;
  const BoundaryOptions& options_;
  DescentLimits limits_;
};

std::string settings_text(const BoundaryOptions& o) {
  std::string text = "boundary_intersection 2";  // raised when the course of the search changes
  for (const double value :
       {static_cast<double>(o.angles), static_cast<double>(o.engine), static_cast<double>(o.survey),
        static_cast<double>(o.starts), o.start_agreement, static_cast<double>(o.start_population),
        static_cast<double>(o.start_generations), o.gradient_tolerance, o.ray_tolerance,
        static_cast<double>(o.evaluations), static_cast<double>(o.restarts)})
    text += ' ' + to_text(value);
  return text + ' ' + std::to_string(o.seed);
}

}  // namespace

std::vector<Problem> boundary_problems(const BoundaryOptions& options) {
  std::vector<Problem> problems;
  const auto least = [&](int value, int lowest, const std::string& key) {
    if (value < lowest)
      problems.push_back({"optimizer", "boundary." + key, std::to_string(value),
                          "must be at least " + std::to_string(lowest), ""});
  };
  const auto positive = [&](double value, const std::string& key) {
    if (!(value > 0) || !std::isfinite(value))
      problems.push_back({"optimizer", "boundary." + key, to_text(value), "must be above 0", ""});
  };
  constexpr int kFewestAngles = 3;  // two ends and one between
  constexpr int kFewestMembers = 4;
  least(options.angles, kFewestAngles, "angles");
  least(options.survey, 1, "survey");
  least(options.starts, 1, "starts");
  least(options.start_population, kFewestMembers, "start_population");
  least(options.start_generations, 1, "start_generations");
  least(options.evaluations, 1, "evaluations");
  least(options.restarts, 0, "restarts");
  positive(options.start_agreement, "start_agreement");
  positive(options.gradient_tolerance, "gradient_tolerance");
  positive(options.ray_tolerance, "ray_tolerance");
  return problems;
}

BoundaryResult run_boundary_intersection(const Objective& objective, const BoundaryOptions& options,
                                         const std::vector<std::vector<double>>& seeds,
                                         EvaluationStore& store, int threads,
                                         const ProgressCallback& progress) {
  std::vector<Problem> problems = boundary_problems(options);
  if (!objective.has_gradient())
    problems.push_back({"optimizer", "engine", "boundary_intersection",
                        "needs an objective with gradients", "use the engine nsga2"});
  throw_if_any(std::move(problems));
  SearchSession session(objective, settings_text(options), seeds, store, threads, progress);
  Sweep sweep(session, options);
  sweep.run();

  std::vector<Evaluation> front;
  std::size_t converged = 0, solved = 0;
  const auto take = [&](const DescentResult& result) {
    if (result.end == DescentEnd::failed) return;
    ++solved;
    if (result.end == DescentEnd::converged) ++converged;
    front.push_back(result.evaluation);
  };
  for (const auto& end : sweep.ends)
    if (!end.empty()) take(end.front());
  for (const AngleOptimum& optimum : sweep.angles) take(optimum.descent);
  BoundaryResult boundary;
  boundary.result = session.finish(
      front, "all angles done: " + std::to_string(converged) + " of " + std::to_string(solved) +
                 " met the tolerance " + to_text(options.gradient_tolerance) + ", " +
                 std::to_string(sweep.restarts) + " rounds of restarts");
  boundary.utopian = sweep.utopian;
  boundary.scale = sweep.scale;
  boundary.angles = std::move(sweep.angles);
  return boundary;
}

}  // namespace slipfront
