#include "optimize/selection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace slipfront {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Adds one coordinate's part to the crowding of a rank.
void add_crowding(std::span<Individual> population, std::vector<std::size_t> members, double range,
                  const std::function<double(const Individual&)>& coordinate) {
  std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
    return coordinate(population[a]) < coordinate(population[b]);
  });
  const auto value = [&](std::size_t place) { return coordinate(population[members[place]]); };
  if (!(range > 0) || value(0) == value(members.size() - 1)) return;
  population[members.front()].crowding = kInfinity;
  population[members.back()].crowding = kInfinity;
  for (std::size_t i = 1; i + 1 < members.size(); ++i)
    population[members[i]].crowding += (value(i + 1) - value(i - 1)) / range;
}

void crowd_rank(std::span<Individual> population, const std::vector<std::size_t>& members,
                Crowding crowding, std::span<const double> lower, std::span<const double> upper) {
  for (const std::size_t i : members) population[i].crowding = 0;
  if (crowding == Crowding::genotype) {
    for (std::size_t k = 0; k < lower.size(); ++k)
      add_crowding(population, members, upper[k] - lower[k],
                   [k](const Individual& member) { return member.x[k]; });
    return;
  }
  for (const std::size_t i : members)
    if (population[i].violation() == kInfinity) return;
  for (std::size_t k = 0; k < kObjectives; ++k) {
    const auto coordinate = [k](const Individual& member) { return member.fitness[k]; };
    const auto [low, high] =
        std::minmax_element(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
          return coordinate(population[a]) < coordinate(population[b]);
        });
    add_crowding(population, members, coordinate(population[*high]) - coordinate(population[*low]),
                 coordinate);
  }
}

/// Feasible members by rank. From the left every member joins the first front that does not
/// dominate it, of which the last that joined tells: no other of it has a lower second objective.
std::vector<std::vector<std::size_t>> sorted_by_dominance(std::span<const Individual> population,
                                                          std::vector<std::size_t> members) {
  const auto pair = [&](std::size_t i) {
    return std::pair(population[i].fitness[0], population[i].fitness[1]);
  };
  std::sort(members.begin(), members.end(),
            [&](std::size_t a, std::size_t b) { return pair(a) < pair(b); });
  std::vector<std::vector<std::size_t>> fronts;
  for (const std::size_t i : members) {
    const auto front = std::partition_point(fronts.begin(), fronts.end(), [&](const auto& those) {
      return pair(those.back()) != pair(i) && pair(those.back()).second <= pair(i).second;
    });
    (front == fronts.end() ? fronts.emplace_back() : *front).push_back(i);
  }
  for (auto& front : fronts) std::sort(front.begin(), front.end());
  return fronts;
}

/// Members by rank, best first.
std::vector<std::vector<std::size_t>> fronts_of(std::span<Individual> population) {
  std::vector<std::size_t> feasible, infeasible;
  std::vector<double> violation(population.size());
  for (std::size_t i = 0; i < population.size(); ++i) {
    violation[i] = population[i].violation();
    (violation[i] == 0 ? feasible : infeasible).push_back(i);
  }
  auto fronts = sorted_by_dominance(population, std::move(feasible));
  std::stable_sort(infeasible.begin(), infeasible.end(),
                   [&](std::size_t a, std::size_t b) { return violation[a] < violation[b]; });
  for (std::size_t i = 0; i < infeasible.size(); ++i) {
    if (i == 0 || violation[infeasible[i]] != violation[infeasible[i - 1]]) fronts.emplace_back();
    fronts.back().push_back(infeasible[i]);
  }
  return fronts;
}

}  // namespace

void rank_population(std::span<Individual> population, Crowding crowding,
                     std::span<const double> lower, std::span<const double> upper) {
  int rank = 0;
  for (const auto& front : fronts_of(population)) {
    for (const std::size_t i : front) population[i].rank = rank;
    crowd_rank(population, front, crowding, lower, upper);
    ++rank;
  }
}

bool better(const Individual& a, const Individual& b) {
  return a.rank != b.rank ? a.rank < b.rank : a.crowding > b.crowding;
}

std::vector<std::size_t> survivors(std::span<const Individual> population, std::size_t count,
                                   double pareto_fraction) {
  std::vector<std::size_t> order(population.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return better(population[a], population[b]);
  });

  std::vector<std::size_t> front_sizes;  // of the feasible fronts
  for (const std::size_t i : order) {
    if (!population[i].feasible()) break;
    if (front_sizes.size() <= static_cast<std::size_t>(population[i].rank))
      front_sizes.push_back(0);
    ++front_sizes.back();
  }

  const double r = 1 - pareto_fraction;
  const double fronts = static_cast<double>(front_sizes.size());
  double share = static_cast<double>(count) * (1 - r) / (1 - std::pow(r, fronts));
  double allowed = 0;
  std::vector<std::size_t> kept, left_over;
  std::size_t place = 0;
  for (const std::size_t size : front_sizes) {
    allowed += share;
    share *= r;
    const auto take = std::min(
        {size, static_cast<std::size_t>(std::llround(std::max(0., allowed))), count - kept.size()});
    allowed -= static_cast<double>(take);
    for (std::size_t i = 0; i < size; ++i, ++place)
      (i < take ? kept : left_over).push_back(order[place]);
  }
  left_over.insert(left_over.end(), order.begin() + static_cast<std::ptrdiff_t>(place),
                   order.end());
  for (const std::size_t i : left_over) {
    if (kept.size() == count) break;
    kept.push_back(i);
  }
  return kept;
}

Spread spread_of(std::span<const Individual> population, const Spread& last) {
  std::vector<const Individual*> front;
  for (const Individual& member : population)
    if (member.rank == 0 && member.feasible()) front.push_back(&member);
  Spread spread;
  if (front.empty()) return spread;
  spread.measured = true;

  double moved = 0;  // mu
  for (std::size_t k = 0; k < kObjectives; ++k) {
    const Individual* best = *std::min_element(
        front.begin(), front.end(), [k](const Individual* a, const Individual* b) {
          return a->fitness[k] != b->fitness[k] ? a->fitness[k] < b->fitness[k]
                                                : a->fitness[1 - k] < b->fitness[1 - k];
        });
    std::copy_n(best->fitness.begin(), kObjectives, spread.extremes[k].begin());
    if (last.measured)
      moved += std::hypot(spread.extremes[k][0] - last.extremes[k][0],
                          spread.extremes[k][1] - last.extremes[k][1]);
  }

  double sum = 0, squares = 0, points = 0;
  for (const Individual* member : front) {
    if (!std::isfinite(member->crowding)) continue;
    sum += member->crowding;
    ++points;
  }
  const double mean = points > 0 ? sum / points : 0;
  for (const Individual* member : front)
    if (std::isfinite(member->crowding))
      squares += (member->crowding - mean) * (member->crowding - mean);
  const double deviation = points > 1 ? std::sqrt(squares / (points - 1)) : 0;
  const double whole = moved + points * mean;
  if (whole > 0) spread.value = (moved + deviation) / whole;
  return spread;
}

}  // namespace slipfront
