#include "optimize/polish.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <utility>

#include "core/number.hpp"
#include "optimize/descent_candidates.hpp"
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
// Children of one batch (optimize/front_search.hpp).
constexpr long kChildren = 60;
// A smooth problem is done after so many batches that found nothing new; one with kinks is searched
// as long as it may cost.
constexpr int kPatience = 2;
// Of descents and children that take turns: new points of the front for each backbone that either
// is credited with when it finds nothing.
constexpr double kBase = 0.05;
// Results from which valleys are gone along, evenly along the front: after the first rays every
// one, later, when nothing else is left to descend from, so many at a time and so often.
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kThrough = 16;
constexpr int kAlongAgain = 3;
// Where children and descents come back to parameter sets known already, and nothing is paid for
// any more, a search ends after so many rounds: its box holds no others that it could try.
constexpr int kForNothing = 100;
// A round of fewer descents waits for more, which keep all threads busy, for so many batches.
constexpr std::size_t kFew = 4;
constexpr int kBatches = 3;
enum Turn : std::size_t { descending, exploring };
// What a descent usually costs, in backbones: a round plans with it.
constexpr long kUsual = 30;

class Polish {
 public:
  Polish(SearchSession& session, const HybridOptions& options, DescentEngine engine,
         std::uint64_t seed)
      : session_(session),
        options_(options),
        engine_(engine),
        results_(session),
        candidates_(session, options, results_),
        search_(session, options.gap, seed) {}

  /// False if stopped.
  bool run() {
    if (session_.seen().empty()) return true;
    return scalar_optima() && beside_optima() && rays() && along_first_valleys() && rounds();
  }

  std::vector<Evaluation> front() const { return results_.front(); }
  int descents = 0;
  std::string why_ended;

 private:
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
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i].end != DescentEnd::failed)
        results_.add(found[i].evaluation, tasks[i].limits.kinks);
    descents += static_cast<int>(tasks.size());
    return go_on;
  }

  bool scalar_optima() {
    std::vector<DescentTask> tasks;
    for (const Goal& goal : {Goal::lowest_frequency(), Goal::lowest_damping()})
      for (const std::size_t i : session_.best(goal, kStarts, kApart))
        tasks.push_back(candidates_.task(goal, session_.x(i), 0));
    return solve(tasks);
  }

  /// From other values of the variables that are dead at the best of each objective.
  bool beside_optima() {
    std::vector<DescentTask> tasks;
    for (const Goal& goal : {Goal::lowest_frequency(), Goal::lowest_damping()}) {
      const Evaluation* best = results_.best(goal);
      if (best != nullptr && !candidates_.add_from_dead(goal, *best, tasks)) return false;
    }
    return tasks.empty() || solve(tasks);
  }

  bool rays() {
    const auto& front = session_.front_seen();
    const ObjectivePair first = session_.objectives(front.front());
    const ObjectivePair last = session_.objectives(front.back());
    const ObjectivePair extent{last.frequency - first.frequency, first.damping - last.damping};
    candidates_.set_extent(extent);
    if (extent.frequency < kOnePoint || extent.damping < kOnePoint) return true;
    const ObjectivePair corner{first.frequency, last.damping};
    std::vector<DescentTask> tasks;
    for (int k = 1; k <= options_.rays; ++k) {
      const double angle = k * std::numbers::pi / 2 / (options_.rays + 1);
      const Goal goal = Goal::ray(corner, angle, extent);
      if (const auto near = session_.nearest(goal))
        tasks.push_back(
            candidates_.task(goal, session_.x(*near), goal.reach(session_.objectives(*near))));
    }
    return solve(tasks);
  }

  /// From behind the kinks that bound where the errors of a result stay as they are.
  bool along_first_valleys() {
    std::vector<DescentTask> tasks;
    return candidates_.add_along_valleys(kAll, tasks) && (tasks.empty() || solve(tasks));
  }

  /// The same through what has been found since. `tried`: there was one. False if stopped.
  bool along_valleys(bool& tried) {
    std::vector<DescentTask> tasks;
    if (!candidates_.add_along_valleys(kThrough, tasks)) return false;
    tried = !tasks.empty();
    return !tried || take_turn(descending, [&] { return solve(tasks); });
  }

  bool rounds() {
    for (long paid = -1;; paid = cost()) {
      for_nothing_ = cost() == paid ? for_nothing_ + 1 : 0;
      std::vector<Candidate> found;
      candidates_.add_ends(found);
      candidates_.add_missed(found);
      candidates_.add_gaps(found);
      if (found.empty()) turns_begun_ = true;
      if (found.empty() && along_again_ < kAlongAgain) {
        ++along_again_;
        bool tried = false;
        if (!along_valleys(tried)) return false;
        if (tried) continue;
      }
      if (found.empty() && results_.kinked()) {
        bool tried = false;
        if (!beside_ends(tried)) return false;
        if (tried) continue;
      }
      if (found.empty()) candidates_.add_kinked(found);
      if (left() < kWithGradient) {
        why_ended = "limit of cost: " + std::to_string(cost()) + " of " +
                    std::to_string(options_.cost_limit()) + " backbones";
        return true;
      }
      if (found.empty() && fruitless_ >= kPatience && !results_.kinked()) {
        why_ended = "no gap above " + to_text(options_.gap) + " is left to close";
        return true;
      }
      if (for_nothing_ >= kForNothing) {
        why_ended = "no parameter set is left to try";
        return true;
      }
      const bool children =
          found.empty() || (turns_begun_ && results_.kinked() && childrens_turn(found));
      batches_ = children ? batches_ + 1 : 0;
      if (children && !take_turn(exploring, [&] { return explore(); })) return false;
      if (!children && !take_turn(descending, [&] { return descend(found); })) return false;
    }
  }

  /// `tried`: there was one. False if stopped.
  bool beside_ends(bool& tried) {
    std::vector<DescentTask> tasks;
    if (!candidates_.add_beside_ends(tasks)) return false;
    tried = !tasks.empty();
    return !tried || take_turn(descending, [&] { return solve(tasks); });
  }

  /// The best of what was found, as many as a round takes; false if stopped.
  bool descend(std::vector<Candidate>& found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.worth > b.worth; });
    std::vector<DescentTask> tasks;
    for (Candidate& made : found)
      if (tasks.size() < kRound && std::cmp_less_equal(tasks.size() * kUsual, left())) {
        candidates_.mark_tried(made);
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

  /// Books what some work costs and how many new points of the front it brings. What has been
  /// evaluated to find a task at all (valleys, ends of laws with kinks) is on neither's account.
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
  long left() const { return candidates_.left(); }

  /// A batch of children; false if stopped.
  bool explore() {
    const auto gained = search_.batch(static_cast<std::size_t>(std::min(left(), kChildren)));
    if (!gained) return false;
    fruitless_ = *gained > options_.gap / 2 ? 0 : fruitless_ + 1;
    return true;
  }

  SearchSession& session_;
  const HybridOptions& options_;
  DescentEngine engine_;
  PolishResults results_;
  DescentCandidates candidates_;
  FrontSearch search_;
  int fruitless_ = 0;  // batches of children in a row
  MoveShares turns_{{kBase, kBase}};
  bool turns_begun_ = false;
  int along_again_ = 0;
  int for_nothing_ = 0;  // rounds in a row that cost nothing
  int batches_ = 0;      // of children since the last descent
};

}  // namespace

Polished polish(SearchSession& session, const HybridOptions& options, DescentEngine engine,
                std::uint64_t seed) {
  Polish search(session, options, engine, seed);
  if (!session.steps().stopped()) search.run();
  return {search.front(), search.descents, std::move(search.why_ended)};
}

}  // namespace slipfront
