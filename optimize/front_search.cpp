#include "optimize/front_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "optimize/dead_variables.hpp"
#include "optimize/front_distance.hpp"
#include "optimize/local_model.hpp"
#include "optimize/selection.hpp"
#include "optimize/valleys.hpp"

namespace slipfront {
namespace {

enum Kind : std::size_t {
  between,
  difference,
  variable,
  end,
  following,
  stepping,
  redrawn,
  repeated,
  crossed,
  mutated,
  sliced,
  valley,
  kinds
};

bool leads_far(std::size_t kind) { return kind == redrawn || kind == sliced || kind == valley; }

// Gain for each move with which a kind that finds nothing is credited: a hundredth of the gap; what
// starts far from the front gains late or never, but then another branch.
constexpr double kBase = 0.01;
constexpr double kFarBase = 0.03;  // of those that lead furthest away
// Odds of the weights w : 1 - w between 10^-3 and 10^3, damping between 1e-5 and 1.
constexpr double kOdds = 3;
constexpr double kLeastDamping = 1e-5;
// A front step may start where the deficit is so many gaps: a branch of the front goes on over
// points that the front dominates.
constexpr double kNear = 5;
// Share of the redrawn that start at one end of the front: there a variable that has come to be
// without effect ends the front too early.
constexpr double kFromEnd = 0.25;
// Share of parents at the two ends of the front, and where it is thin.
constexpr double kFromEnds = 0.15, kFromThin = 0.25;
// Of the population and of its first rank (Nsga2Options::pareto_fraction).
constexpr std::size_t kMembers = 60;
constexpr double kPareto = 0.35;
// A move is worth repeating if it gained this share of the gap; of those the last so many.
constexpr double kOfUse = 0.1;
constexpr std::size_t kRemembered = 50;
// Children are chosen from so many each, by a model of what has a deficit of at most so many gaps.
constexpr std::size_t kChoice = 10;
constexpr double kModelled = 20;
// How far from what is known a choice is drawn (promise()), in turns: near, where branches lie side
// by side, and far, across what seems worse.
constexpr double kFurthest[] = {0.03, 0.5};

/// A position drawn by weight; none has any: evenly.
std::size_t drawn(RandomEngine& random, const std::vector<double>& weights) {
  double left = uniform(random) * std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t k = 0; k < weights.size(); ++k)
    if ((left -= weights[k]) < 0) return k;
  return uniform_index(random, weights.size());
}

}  // namespace

FrontSearch::FrontSearch(SearchSession& session, double gap, std::uint64_t seed)
    : session_(session), gap_(gap), random_(seed), shares_([] {
        std::vector<double> bases;
        for (std::size_t kind = 0; kind < kinds; ++kind)
          bases.push_back(leads_far(kind) ? kFarBase : kBase);
        return bases;
      }()) {}

FrontSearch::Front FrontSearch::front() const {
  Front front;
  for (const std::size_t i : session_.front_seen()) {
    front.x.push_back(session_.x(i));
    front.objectives.push_back(session_.objectives(i));
    front.places.push_back(i);
  }
  const std::size_t n = front.x.size();
  front.along.assign(n, 0);
  front.thin.assign(n, 0);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const ObjectivePair &left = front.objectives[k], &right = front.objectives[k + 1];
    const ObjectivePair &first = front.objectives.front(), &last = front.objectives.back();
    const double step = (right.frequency - left.frequency) / (last.frequency - first.frequency) +
                        (left.damping - right.damping) / (first.damping - last.damping);
    const double side = gap_side(left, right);
    for (const std::size_t end : {k, k + 1}) {
      front.along[end] += step;
      front.thin[end] += side;
    }
  }
  return front;
}

std::size_t FrontSearch::parent(const Front& front) {
  const double where = uniform(random_);
  if (where < kFromEnds) return uniform(random_) < 0.5 ? 0 : front.x.size() - 1;
  return drawn(random_, where < kFromEnds + kFromThin ? front.thin : front.along);
}

/// As parent(), but one near the front where that has no gradient.
std::size_t FrontSearch::parent_with_gradient(const Front& front) {
  const std::size_t i = front.places[parent(front)];
  return session_.seen()[i].has_gradient() ? i : near_[uniform_index(random_, near_.size())];
}

void FrontSearch::take_up_seen() {
  const SearchSpace& space = session_.space();
  for (; taken_up_ < session_.seen().size(); ++taken_up_) {
    const ObjectivePair f = session_.objectives(taken_up_);
    population_.push_back({session_.x(taken_up_), {f.frequency, f.damping}});
  }
  rank_population(population_, Crowding::genotype, space.lower(), space.upper());
  if (population_.size() > kMembers) {
    std::vector<Individual> kept;
    for (const std::size_t i : survivors(population_, kMembers, kPareto))
      kept.push_back(std::move(population_[i]));
    population_ = std::move(kept);
    rank_population(population_, Crowding::genotype, space.lower(), space.upper());
  }
}

void FrontSearch::look_around(const Front& front) {
  deficits_.clear();
  near_.clear();
  std::vector<bool> on_front(session_.seen().size(), false);
  for (const std::size_t i : front.places) on_front[i] = true;
  for (std::size_t i = 0; i < session_.seen().size(); ++i) {
    const Evaluation& e = session_.seen()[i];
    // Dominated in one objective only, at a tie in the other: no deficit, but not of the front.
    const double least = on_front[i] ? 0 : std::numeric_limits<double>::min();
    deficits_.push_back(std::max(least, deficit(session_.objectives(i), front.objectives)));
    if (e.has_gradient() && deficits_.back() <= kNear * gap_) near_.push_back(i);
  }
  for (; valleys_of_ < session_.seen().size(); ++valleys_of_)
    if (const Evaluation& e = session_.seen()[valleys_of_]; e.has_gradient())
      if (auto found = valleys(session_, e); !found.empty())
        valleys_[valleys_of_] = std::move(found);
  in_valley_.clear();
  for (const std::size_t i : near_)
    if (valleys_.contains(i)) in_valley_.push_back(i);
  slices_ = front_slices(session_.points(), deficits_,
                         {session_.space().lower(), session_.space().upper()}, gap_);
}

FrontSearch::Child FrontSearch::followed(const Front& front) {
  const std::size_t i = parent_with_gradient(front);
  const std::size_t k = uniform_index(random_, session_.x(i).size());
  return {following, session_.x(i), session_.moved_along(session_.seen()[i], k, decades(random_))};
}

FrontSearch::Child FrontSearch::step(const Front& front) {
  const std::size_t i = parent_with_gradient(front);
  const double odds = std::pow(10, kOdds * (2 * uniform(random_) - 1));
  const double damping = std::pow(kLeastDamping, uniform(random_));
  return {stepping, session_.x(i),
          session_.stepped(session_.seen()[i], odds / (1 + odds), damping)};
}

FrontSearch::Child FrontSearch::redraw() {
  const auto end = [&](const Goal& goal) {
    return *std::min_element(near_.begin(), near_.end(), [&](std::size_t a, std::size_t b) {
      return goal.a(session_.objectives(a)) < goal.a(session_.objectives(b));
    });
  };
  const double where = uniform(random_);
  const std::size_t i = where < kFromEnd       ? end(Goal::lowest_frequency())
                        : where < 2 * kFromEnd ? end(Goal::lowest_damping())
                                               : near_[uniform_index(random_, near_.size())];
  const auto dead = dead_variables(session_, session_.seen()[i]);
  std::vector<double> x = session_.x(i);
  const std::size_t k =
      dead.empty() ? uniform_index(random_, x.size()) : dead[uniform_index(random_, dead.size())];
  const double lower = session_.space().lower()[k], upper = session_.space().upper()[k];
  x[k] = lower + uniform(random_) * (upper - lower);
  return {redrawn, session_.x(i), std::move(x)};
}

FrontSearch::Child FrontSearch::along_valley() {
  const std::size_t i = in_valley_[uniform_index(random_, in_valley_.size())];
  const auto& through = valleys_.at(i);
  const Valley& chosen = through[uniform_index(random_, through.size())];
  const double lower = session_.chart().lower()[chosen.variable];
  const double upper = session_.chart().upper()[chosen.variable];
  const double target = lower + uniform(random_) * (upper - lower);
  return {valley, session_.x(i), moved_in_valley(session_, session_.x(i), chosen, target)};
}

FrontSearch::Child FrontSearch::child(std::size_t kind, const Front& front) {
  const Box box{session_.space().lower(), session_.space().upper()};
  const auto made = [&](const FrontPoints& parents, Move move) {
    return Child{kind, parents[move.parent], std::move(move.child)};
  };
  switch (kind) {
    case between:
      return made(front.x, between_neighbours(random_, front.x, parent(front), box));
    case difference:
      return made(front.x, neighbours_difference(random_, front.x, parent(front), box));
    case variable:
      return made(front.x, one_variable(random_, front.x, parent(front), box));
    case end:
      return made(front.x, beyond_end(random_, front.x, box));
    case following:
      return followed(front);
    case stepping:
      return step(front);
    case redrawn:
      return redraw();
    case valley:
      return along_valley();
    case repeated: {
      const auto& from = front.x[parent(front)];
      const auto& move = moves_[uniform_index(random_, moves_.size())];
      const double times = 2 * uniform(random_);
      std::vector<double> x = from;
      for (std::size_t k = 0; k < x.size(); ++k) x[k] += times * move[k];
      return {kind, from, box.clamped(std::move(x))};
    }
    case crossed:
    case mutated: {
      const auto& from = population_[tournament(random_, population_)].x;
      if (kind == mutated)
        return {kind, from,
                adaptive_mutation(random_, from, std::abs(decades(random_)), box.lower, box.upper)};
      const auto& other = population_[tournament(random_, population_)].x;
      return {kind, from, intermediate_crossover(random_, from, other, 1, box.lower, box.upper)};
    }
    default: {
      FrontPoints members;
      for (const std::size_t i : draw_slice(random_, slices_).members)
        members.push_back(session_.x(i));
      return made(members, members_difference(random_, members, box));
    }
  }
}

std::vector<FrontSearch::Child> FrontSearch::promising(std::size_t count,
                                                       const std::vector<bool>& available,
                                                       const Front& front) {
  LocalModel model(session_.space().free_count());
  for (std::size_t i = 0; i < deficits_.size(); ++i)
    if (deficits_[i] <= kModelled * gap_) model.add(session_.x(i), session_.objectives(i));
  for (const std::size_t i : near_)
    model.add_slopes(session_.x(i), session_.largest_slopes(session_.seen()[i]));
  std::vector<Child> made;
  std::vector<std::size_t> ends;  // of each child's choices
  while (ends.size() < count) {
    const std::size_t kind = shares_.draw(random_, available);
    const std::size_t choices = leads_far(kind) ? 1 : kChoice;
    for (std::size_t k = 0; k < choices; ++k) made.push_back(child(kind, front));
    ends.push_back(made.size());
  }
  std::vector<LocalModel::Guess> guesses(made.size());
  session_.in_parallel(made.size(), [&](std::size_t i) { guesses[i] = model.guess(made[i].x); });
  std::vector<Child> children;
  std::vector<ObjectivePair> expected = front.objectives;
  std::size_t i = 0;
  for (const std::size_t end : ends) {
    std::size_t best = i;
    const double furthest = kFurthest[children.size() % std::size(kFurthest)];
    double most = -std::numeric_limits<double>::infinity();
    for (; i < end; ++i)
      if (const double promised = promise(guesses[i], expected, furthest); promised > most)
        most = promised, best = i;
    expected.push_back(guesses[best].objectives);
    children.push_back(std::move(made[best]));
  }
  return children;
}

void FrontSearch::credit(const std::vector<Child>& children, const std::vector<double>& gains) {
  shares_.begin_batch();
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Child& c = children[i];
    shares_.report(c.kind, std::clamp(gains[i] / gap_, 0., 1.));
    if (gains[i] <= kOfUse * gap_) continue;
    std::vector<double> move = c.x;
    for (std::size_t k = 0; k < move.size(); ++k) move[k] -= c.parent[k];
    moves_.push_back(std::move(move));
  }
  if (moves_.size() > kRemembered)
    moves_.erase(moves_.begin(), moves_.end() - static_cast<std::ptrdiff_t>(kRemembered));
}

std::optional<double> FrontSearch::batch(std::size_t count) {
  const Front before = front();
  take_up_seen();
  look_around(before);
  std::vector<bool> available(kinds, true);
  available[following] = available[stepping] = available[redrawn] = !near_.empty();
  available[repeated] = !moves_.empty();
  available[sliced] = !slices_.empty();
  available[valley] = !in_valley_.empty();
  const std::vector<Child> children = promising(count, available, before);
  std::vector<std::vector<double>> points;
  for (const Child& c : children) points.push_back(c.x);
  std::vector<double> gains;
  for (const Evaluation& e : session_.evaluate(points))
    gains.push_back(e.feasible() ? missed_by(session_.objectives(e), before.objectives) : 0);
  credit(children, gains);
  if (!session_.steps().done()) return {};
  return *std::max_element(gains.begin(), gains.end());
}

}  // namespace slipfront
