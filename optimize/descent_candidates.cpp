#include "optimize/descent_candidates.hpp"

#include <algorithm>
#include <numbers>

#include "optimize/dead_variables.hpp"
#include "optimize/front_distance.hpp"
#include "optimize/valleys.hpp"

namespace slipfront {
namespace {

// Projected gradient at which a descent ends: eq 42 per decade or unit of a parameter.
constexpr double kGradient = 5e-4;
// |b| in units of the ray: anywhere in the inner fifth of a gap is as good as its middle.
constexpr double kOnRay = 0.1;
// Inner solutions: the multiplier of a chord needs no second one, that of a whole front and a
// start whose variables run into their bounds do.
constexpr int kOuter = 3;
// A descent ends after so many evaluations that have not lowered both objectives by so much (eq
// 42).
constexpr int kInVain = 5;
constexpr double kLeastGain = 5e-4;
// A scalar optimum is followed further once it has become better by so much (eq 42).
constexpr double kGain = 0.01;
// Beside the ends: decades that a variable is moved by, and evaluations of a descent from there.
constexpr double kBesideEnd[] = {0.05, 0.12};
constexpr int kFromBesideEnd = 10;
// Evaluations of one descent over kinks.
constexpr int kOverKinks = 24;
// Evaluations of a descent from beside an optimum with a dead variable; the best of each objective
// are followed further.
constexpr int kBeside = 20;
// Of a ray: both objectives alike.
constexpr double kDiagonal = std::numbers::pi / 4;

void over_kinks(DescentTask& task) {
  task.limits.kinks = true;
  task.limits.evaluations = kOverKinks;
}

}  // namespace

DescentTask DescentCandidates::task(const Goal& goal, const std::vector<double>& start,
                                    double reach) const {
  DescentTask made{goal, start, {}, reach, {}};
  made.limits.gradient_tolerance = kGradient * (goal.along[0] + goal.along[1]);
  made.limits.ray_tolerance = kOnRay;
  made.limits.evaluations = options_.evaluations;
  made.limits.outer = kOuter;
  made.limits.patience = kInVain;
  made.limits.least_gain =
      kLeastGain / (goal.constrained() ? std::max(goal.direction(0), goal.direction(1)) : 1);
  return made;
}

void DescentCandidates::mark_tried(const Candidate& made) {
  if (made.gap) tried_gaps_.insert(*made.gap);
  if (made.point) tried_points_.insert(*made.point);
  if (made.kink) results_.mark_as_gone_over(*made.kink);
}

void DescentCandidates::add_ends(std::vector<Candidate>& found) {
  for (const int k : {0, 1}) {
    const Goal goal = Goal::end(k);
    const std::size_t best = *session_.nearest(goal);
    const double value = goal.a(session_.objectives(best));
    if (value > last_end_[k] - kGain) continue;
    last_end_[k] = value;
    found.push_back({std::numeric_limits<double>::infinity(), task(goal, session_.x(best), 0)});
  }
}

void DescentCandidates::add_gaps(std::vector<Candidate>& found) const {
  const auto front = results_.non_dominated();
  for (std::size_t k = 0; k + 1 < front.size(); ++k) {
    const Evaluation &left = results_.all()[front[k]], &right = results_.all()[front[k + 1]];
    const ObjectivePair l = session_.objectives(left), r = session_.objectives(right);
    const double width = gap_width(l, r);
    if (width <= options_.gap) continue;
    const std::pair between{front[k], front[k + 1]};
    if (tried_gaps_.contains(between)) continue;
    const Goal goal = Goal::ray({l.frequency, r.damping}, kDiagonal,
                                {r.frequency - l.frequency, l.damping - r.damping});
    const auto near = session_.nearest(goal);
    DescentTask made = task(goal, session_.x(*near), goal.reach(session_.objectives(*near)));
    made.rival = session_.middle(left, right);
    if (results_.stopped_at_kink(front[k]) || results_.stopped_at_kink(front[k + 1]))
      over_kinks(made);
    found.push_back({.worth = width, .task = std::move(made), .gap = between});
  }
}

void DescentCandidates::add_missed(std::vector<Candidate>& found) const {
  std::vector<ObjectivePair> points = results_.objectives();
  for (const std::size_t i : session_.front_seen()) {
    const ObjectivePair& p = session_.objectives(i);
    const double miss = missed_by(p, points);
    if (miss <= options_.gap / 2) continue;
    if (tried_points_.contains(i)) continue;
    points.push_back(p);  // its neighbours follow from its result
    found.push_back({.worth = miss,
                     .task = task(Goal::ray(p, kDiagonal, scale()), session_.x(i), 0),
                     .point = i});
  }
}

void DescentCandidates::add_kinked(std::vector<Candidate>& found) const {
  for (const std::size_t i : results_.non_dominated()) {
    if (!results_.stopped_at_kink(i) || results_.went_over(i)) continue;
    const Evaluation& e = results_.all()[i];
    DescentTask made = task(Goal::ray(session_.objectives(e), kDiagonal, scale()), x_of(e), 0);
    over_kinks(made);
    found.push_back({.worth = session_.stationarity_of(e), .task = std::move(made), .kink = i});
  }
}

bool DescentCandidates::add_from_dead(const Goal& goal, const Evaluation& best,
                                      std::vector<DescentTask>& tasks) const {
  bool stopped = false;
  const auto most = static_cast<std::size_t>(left() / kWithGradient);
  for (const auto& start : starts_beside(session_, goal, best, most, stopped)) {
    tasks.push_back(task(goal, start, 0));
    tasks.back().limits.evaluations = std::min(kBeside, options_.evaluations);
  }
  return !stopped;
}

bool DescentCandidates::add_along_valleys(std::size_t results, std::vector<DescentTask>& tasks) {
  std::vector<std::size_t> in_valleys;
  for (const std::size_t i : results_.non_dominated())
    if (!gone_along_.contains(i) && !valleys(session_, results_.all()[i]).empty())
      in_valleys.push_back(i);
  std::vector<ValleyResult> through;
  const std::size_t count = std::min(results, in_valleys.size());
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = in_valleys[(2 * k + 1) * in_valleys.size() / (2 * count)];
    gone_along_.insert(i);
    const Evaluation& e = results_.all()[i];
    through.push_back({e, Goal::ray(session_.objectives(e), kDiagonal, scale())});
  }
  bool stopped = false;
  const auto most = static_cast<std::size_t>(left() / kWithGradient);
  for (const ValleyStart& found : starts_along(session_, through, most, stopped)) {
    tasks.push_back(task(through[found.result].goal, found.x, 0));
    tasks.back().limits.evaluations = std::min(kBeside, options_.evaluations);
  }
  return !stopped;
}

bool DescentCandidates::add_beside_ends(std::vector<DescentTask>& tasks) {
  for (const int k : {0, 1}) {
    const Goal goal = Goal::end(k);
    const Evaluation* best = results_.best(goal);
    if (best == nullptr) continue;
    const double value = goal.a(session_.objectives(*best));
    if (value > last_beside_[k] - kGain / 2) continue;
    last_beside_[k] = value;
    if (!add_from_dead(goal, *best, tasks)) return false;
    for (std::size_t v = 0; v < x_of(*best).size(); ++v)
      for (const double length : kBesideEnd)
        for (const double side : {length, -length}) {
          tasks.push_back(task(goal, session_.moved_along(*best, v, side), 0));
          tasks.back().limits.evaluations = std::min(kFromBesideEnd, options_.evaluations);
        }
  }
  return true;
}

long DescentCandidates::left() const {
  return std::max(options_.cost_limit() - session_.ledger()->cost(), 0L);
}

ObjectivePair DescentCandidates::scale() const {
  return {std::max(extent_.frequency, kOnePoint), std::max(extent_.damping, kOnePoint)};
}

std::vector<double> DescentCandidates::x_of(const Evaluation& e) const {
  return session_.space().encode(e.parameters, "front");
}

}  // namespace slipfront
