#include "optimize/polish.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "core/number.hpp"
#include "optimize/dead_variables.hpp"
#include "optimize/front_distance.hpp"
#include "optimize/front_search.hpp"
#include "optimize/move_shares.hpp"

namespace slipfront {
namespace {

// Starts of one scalar optimum differ by at least this share of the box in some variable.
constexpr double kApart = 0.1;
constexpr std::size_t kStarts = 5;
// Descents of one round: the next one knows what they found.
constexpr std::size_t kRound = 32;
// Points seen that results miss by no more than this (eq 42) are not reported beside them.
constexpr double kNear = 5e-4;
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
// A result with a larger projected gradient (eq 42 per decade) has stopped at a kink.
constexpr double kKinked = 0.02;
// Beside the ends: decades that a variable is moved by, and evaluations of a descent from there.
constexpr double kBesideEnd[] = {0.05, 0.12};
constexpr int kFromBesideEnd = 10;
// Evaluations of one descent over kinks.
constexpr int kOverKinks = 24;
// Children of one batch (optimize/front_search.hpp).
constexpr long kChildren = 60;
// Evaluations of a descent from beside an optimum with a dead variable; the best of each objective
// are followed further.
constexpr int kBeside = 20;
// A smooth problem is done after so many batches that found nothing new; one where a larger share
// of descents stopped at kinks is searched as long as it may cost.
constexpr int kPatience = 2;
constexpr double kSomeKinks = 0.05;
// Of descents and children that take turns: new points of the front for each backbone that either
// is credited with when it finds nothing.
constexpr double kBase = 0.05;
// A round of fewer descents waits for more, which keep all threads busy, for so many batches.
constexpr std::size_t kFew = 4;
constexpr int kBatches = 3;
enum Turn : std::size_t { descending, exploring };
// What a descent usually costs, in backbones: a round plans with it.
constexpr long kUsual = 30;
// Backbones that an evaluation with gradient counts as.
constexpr long kWithGradient = 2;
// Below this extent (eq 42) there is no front between two points.
constexpr double kOnePoint = 1e-6;

class Polish {
 public:
  Polish(SearchSession& session, const HybridOptions& options, DescentEngine engine,
         std::uint64_t seed)
      : session_(session),
        options_(options),
        engine_(engine),
        search_(session, options.gap, seed) {}

  /// False if stopped.
  bool run() {
    if (session_.seen().empty()) return true;
    return scalar_optima() && beside_optima() && rays() && rounds();
  }

  std::vector<Evaluation> results;  // of descents
  int descents = 0;
  std::string why_ended;

  /// Results, and what was seen that they miss.
  std::vector<Evaluation> front() const {
    std::vector<Evaluation> all;
    std::vector<ObjectivePair> points;
    for (const std::size_t i : front_of_results()) {
      all.push_back(results[i]);
      points.push_back(session_.objectives(results[i]));
    }
    for (const std::size_t i : session_.front_seen()) {
      const ObjectivePair p = session_.objectives(i);
      if (!points.empty() && missed_by(p, points) <= kNear) continue;
      all.push_back(session_.seen()[i]);
      points.push_back(p);
    }
    return all;
  }

 private:
  /// Positions in results.
  std::vector<std::size_t> front_of_results() const {
    std::vector<ErrorPair> pairs;
    for (const Evaluation& e : results) {
      const ObjectivePair f = session_.objectives(e);
      pairs.push_back({f.frequency, f.damping});
    }
    return non_dominated(pairs);
  }

  DescentTask task(const Goal& goal, const std::vector<double>& start, double reach) const {
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

  /// In their order, as far as the limit of cost goes: so many at a time as are within it should
  /// each use all its evaluations. False if stopped.
  bool solve(const std::vector<DescentTask>& tasks) {
    std::size_t first = 0;
    while (first < tasks.size()) {
      std::vector<DescentTask> affordable;
      long free = left() / kWithGradient;
      while (first + affordable.size() < tasks.size() && free > 0) {
        DescentTask next = tasks[first + affordable.size()];
        const int rival = next.rival.empty() ? 0 : 1;
        if (next.limits.evaluations + rival > free) {
          if (!affordable.empty()) break;
          next.rival.clear();
          next.limits.evaluations = static_cast<int>(free);
        }
        free -= next.limits.evaluations + (next.rival.empty() ? 0 : 1);
        affordable.push_back(std::move(next));
      }
      if (affordable.empty()) return true;
      if (!solve_all(affordable)) return false;
      first += affordable.size();
    }
    return true;
  }

  bool solve_all(const std::vector<DescentTask>& tasks) {
    std::vector<DescentResult> found;
    const bool go_on = session_.descend(engine_, tasks, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].end == DescentEnd::failed) continue;
      results.push_back(found[i].evaluation);
      stopped_at_kink_.push_back(session_.stationarity_of(results.back()) > kKinked);
      went_over_.push_back(tasks[i].limits.kinks);
    }
    descents += static_cast<int>(tasks.size());
    return go_on;
  }

  bool scalar_optima() {
    std::vector<DescentTask> tasks;
    for (const Goal& goal : {Goal::lowest_frequency(), Goal::lowest_damping()})
      for (const std::size_t i : session_.best(goal, kStarts, kApart))
        tasks.push_back(task(goal, session_.x(i), 0));
    return solve(tasks);
  }

  /// From other values of the variables that are dead at the best of each objective.
  bool beside_optima() {
    std::vector<DescentTask> tasks;
    for (const Goal& goal : {Goal::lowest_frequency(), Goal::lowest_damping()}) {
      const Evaluation* best = best_result(goal);
      if (best != nullptr && !add_from_dead(goal, *best, tasks)) return false;
    }
    return tasks.empty() || solve(tasks);
  }

  /// The result that is best in an objective; none: nullptr.
  const Evaluation* best_result(const Goal& goal) const {
    const auto best = std::min_element(
        results.begin(), results.end(), [&](const Evaluation& a, const Evaluation& b) {
          return goal.a(session_.objectives(a)) < goal.a(session_.objectives(b));
        });
    return best == results.end() ? nullptr : &*best;
  }

  /// Descents from other parts of the ranges of the variables that are dead at `best`; false if
  /// stopped.
  bool add_from_dead(const Goal& goal, const Evaluation& best, std::vector<DescentTask>& tasks) {
    bool stopped = false;
    const auto most = static_cast<std::size_t>(left() / kWithGradient);
    for (const auto& start : starts_beside(session_, goal, best, most, stopped)) {
      tasks.push_back(task(goal, start, 0));
      tasks.back().limits.evaluations = std::min(kBeside, options_.evaluations);
    }
    return !stopped;
  }

  bool rays() {
    const auto& front = session_.front_seen();
    const ObjectivePair first = session_.objectives(front.front());
    const ObjectivePair last = session_.objectives(front.back());
    extent_ = {last.frequency - first.frequency, first.damping - last.damping};
    if (extent_.frequency < kOnePoint || extent_.damping < kOnePoint) return true;
    const ObjectivePair corner{first.frequency, last.damping};
    std::vector<DescentTask> tasks;
    for (int k = 1; k <= options_.rays; ++k) {
      const double angle = k * std::numbers::pi / 2 / (options_.rays + 1);
      const Goal goal = Goal::ray(corner, angle, extent_);
      if (const auto near = session_.nearest(goal))
        tasks.push_back(task(goal, session_.x(*near), goal.reach(session_.objectives(*near))));
    }
    return solve(tasks);
  }

  /// A descent, how much it may bring, and what, once it is made, is not to be tried again.
  struct Candidate {
    double worth;
    DescentTask task;
    std::optional<std::pair<std::size_t, std::size_t>> gap = {};
    std::optional<std::size_t> point = {}, kink = {};
  };
  void mark_tried(const Candidate& made) {
    if (made.gap) tried_gaps_.insert(*made.gap);
    if (made.point) tried_points_.insert(*made.point);
    if (made.kink) went_over_[*made.kink] = true;
  }

  /// On from the best of each objective, as long as it gets better.
  void add_ends(std::vector<Candidate>& tasks) {
    for (const int k : {0, 1}) {
      const Goal goal = k == 0 ? Goal::lowest_frequency() : Goal::lowest_damping();
      const std::size_t best = *session_.nearest(goal);
      const double value = goal.a(session_.objectives(best));
      if (value > last_end_[k] - kGain) continue;
      last_end_[k] = value;
      tasks.push_back({std::numeric_limits<double>::infinity(), task(goal, session_.x(best), 0)});
    }
  }

  /// Where descents stop at kinks an end may lie on another branch beside the best one found: from
  /// there, one variable moved either way and the others following, and from other parts of the
  /// ranges of its dead variables; once for each end. False if stopped; `tried`: there was one.
  bool beside_ends(bool& tried) {
    std::vector<DescentTask> tasks;
    for (const int k : {0, 1}) {
      const Goal goal = k == 0 ? Goal::lowest_frequency() : Goal::lowest_damping();
      const Evaluation* best = best_result(goal);
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
    tried = !tasks.empty();
    return !tried || take_turn(descending, [&] { return solve(tasks); });
  }

  /// A ray through each gap that is too wide, widest first.
  void add_gaps(std::vector<Candidate>& tasks) {
    const auto front = front_of_results();
    for (std::size_t k = 0; k + 1 < front.size(); ++k) {
      const Evaluation &left = results[front[k]], &right = results[front[k + 1]];
      const ObjectivePair l = session_.objectives(left), r = session_.objectives(right);
      const double width = gap_width(l, r);
      if (width <= options_.gap) continue;
      const std::pair between{front[k], front[k + 1]};
      if (tried_gaps_.contains(between)) continue;
      const Goal goal = Goal::ray({l.frequency, r.damping}, std::numbers::pi / 4,
                                  {r.frequency - l.frequency, l.damping - r.damping});
      const auto near = session_.nearest(goal);
      DescentTask made = task(goal, session_.x(*near), goal.reach(session_.objectives(*near)));
      made.rival = session_.middle(left, right);
      if (stopped_at_kink_[front[k]] || stopped_at_kink_[front[k + 1]]) over_kinks(made);
      tasks.push_back({.worth = width, .task = std::move(made), .gap = between});
    }
  }

  /// A ray through each non-dominated point seen that results miss.
  void add_missed(std::vector<Candidate>& tasks) {
    std::vector<ObjectivePair> points;
    for (const Evaluation& e : results) points.push_back(session_.objectives(e));
    for (const std::size_t i : session_.front_seen()) {
      const ObjectivePair p = session_.objectives(i);
      const double miss = missed_by(p, points);
      if (miss <= options_.gap / 2) continue;
      if (tried_points_.contains(i)) continue;
      points.push_back(p);  // its neighbours follow from its result
      tasks.push_back({.worth = miss,
                       .task = task(Goal::ray(p, std::numbers::pi / 4, scale()), session_.x(i), 0),
                       .point = i});
    }
  }

  static void over_kinks(DescentTask& task) {
    task.limits.kinks = true;
    task.limits.evaluations = kOverKinks;
  }

  /// On from each result of the front that has stopped at a kink, steepest first.
  void add_kinked(std::vector<Candidate>& tasks) {
    for (const std::size_t i : front_of_results()) {
      if (!stopped_at_kink_[i] || went_over_[i]) continue;
      const Evaluation& e = results[i];
      DescentTask made =
          task(Goal::ray(session_.objectives(e), std::numbers::pi / 4, scale()), x_of(e), 0);
      over_kinks(made);
      tasks.push_back({.worth = session_.stationarity_of(e), .task = std::move(made), .kink = i});
    }
  }

  bool rounds() {
    for (;;) {
      std::vector<Candidate> found;
      add_ends(found);
      add_missed(found);
      add_gaps(found);
      if (found.empty()) turns_begun_ = true;
      if (found.empty() && kinked()) {
        bool tried = false;
        if (!beside_ends(tried)) return false;
        if (tried) continue;
      }
      if (found.empty()) add_kinked(found);
      if (left() < kWithGradient) {
        why_ended = "limit of cost: " + std::to_string(cost()) + " of " +
                    std::to_string(cost_limit()) + " backbones";
        return true;
      }
      if (found.empty() && fruitless_ >= kPatience && !kinked()) {
        why_ended = "no gap above " + to_text(options_.gap) + " is left to close";
        return true;
      }
      const bool children = found.empty() || (turns_begun_ && kinked() && childrens_turn(found));
      batches_ = children ? batches_ + 1 : 0;
      if (children && !take_turn(exploring, [&] { return explore(); })) return false;
      if (!children && !take_turn(descending, [&] { return descend(found); })) return false;
    }
  }

  /// The best of what was found, as many as a round takes; false if stopped.
  bool descend(std::vector<Candidate>& found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.worth > b.worth; });
    std::vector<DescentTask> tasks;
    for (Candidate& made : found)
      if (tasks.size() < kRound && std::cmp_less_equal(tasks.size() * kUsual, left())) {
        mark_tried(made);
        tasks.push_back(std::move(made.task));
      }
    return solve(tasks);
  }

  /// Where descents stop at kinks children may find more for the same cost; and what they find
  /// makes a round of descents worth its name.
  bool childrens_turn(const std::vector<Candidate>& found) const {
    return turns_.had(exploring) < turns_.had(descending) ||
           (found.size() < kFew && batches_ < kBatches);
  }

  /// Books what some work costs and how many new points of the front it brings.
  template <class Work>
  bool take_turn(Turn kind, const Work& work) {
    if (!turns_begun_) return work();
    std::vector<ObjectivePair> before, found;
    for (const std::size_t i : session_.front_seen()) before.push_back(session_.objectives(i));
    const std::size_t first = session_.seen().size();
    const long spent = cost();
    const bool go_on = work();
    for (std::size_t i = first; i < session_.seen().size(); ++i)
      found.push_back(session_.objectives(i));
    turns_.begin_batch();
    turns_.report(kind, gain(found, std::move(before), options_.gap),
                  static_cast<double>(cost() - spent));
    return go_on;
  }

  long cost() const { return session_.ledger()->cost(); }
  long left() const { return std::max(cost_limit() - cost(), 0L); }
  long cost_limit() const {
    return static_cast<long>(options_.population) * (options_.generations + 1) +
           2 * static_cast<long>(options_.gradients);
  }

  /// Whether more than a few descents have stopped at kinks: what they end at then depends on where
  /// they start.
  bool kinked() const {
    if (front_of_results().size() <= 1) return false;  // one point is best in both
    const auto stopped = std::count(stopped_at_kink_.begin(), stopped_at_kink_.end(), true);
    return static_cast<double>(stopped) > kSomeKinks * static_cast<double>(results.size());
  }

  /// A batch of children; false if stopped.
  bool explore() {
    const auto gained = search_.batch(static_cast<std::size_t>(std::min(left(), kChildren)));
    if (!gained) return false;
    fruitless_ = *gained > options_.gap / 2 ? 0 : fruitless_ + 1;
    return true;
  }

  std::vector<double> x_of(const Evaluation& e) const {
    return session_.space().encode(e.parameters, "front");
  }
  /// Of rays through single points: the extent of the front.
  ObjectivePair scale() const {
    return {std::max(extent_.frequency, kOnePoint), std::max(extent_.damping, kOnePoint)};
  }

  SearchSession& session_;
  const HybridOptions& options_;
  DescentEngine engine_;
  FrontSearch search_;
  int fruitless_ = 0;  // batches of children in a row
  MoveShares turns_{{kBase, kBase}};
  bool turns_begun_ = false;
  int batches_ = 0;  // of children since the last descent
  ObjectivePair extent_{0, 0};
  double last_end_[2] = {std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::infinity()};
  double last_beside_[2] = {std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::infinity()};
  std::vector<bool> stopped_at_kink_, went_over_;             // of results
  std::set<std::pair<std::size_t, std::size_t>> tried_gaps_;  // positions in results
  std::set<std::size_t> tried_points_;                        // positions in seen()
};

}  // namespace

Polished polish(SearchSession& session, const HybridOptions& options, DescentEngine engine,
                std::uint64_t seed) {
  Polish search(session, options, engine, seed);
  if (!session.steps().stopped()) search.run();
  return {search.front(), search.descents, std::move(search.why_ended)};
}

}  // namespace slipfront
