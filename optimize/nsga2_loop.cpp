#include "optimize/nsga2_loop.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/number.hpp"

namespace slipfront {
namespace {

// A binary tournament and a crossover need two pairs to choose from.
constexpr int kSmallestPopulation = 4;
// Digits of a measured value in a sentence for people.
constexpr int kDigits = 3;

void check(std::vector<Problem>& problems, bool good, const std::string& key,
           const std::string& found, const std::string& rule) {
  if (!good) problems.push_back({"optimizer", key, found, rule, ""});
}

}  // namespace

std::vector<Problem> nsga2_problems(const Nsga2Options& options) {
  std::vector<Problem> problems;
  const auto share = [](double value) { return value > 0 && value <= 1; };
  check(problems, options.population >= kSmallestPopulation, "population",
        std::to_string(options.population),
        "must be at least " + std::to_string(kSmallestPopulation));
  check(problems, options.generations >= 1, "generations", std::to_string(options.generations),
        "must be at least 1");
  check(problems, options.keep_generations >= 1, "keep_generations",
        std::to_string(options.keep_generations), "must be at least 1");
  check(problems, options.stall_generations >= 1, "stall_generations",
        std::to_string(options.stall_generations), "must be at least 1");
  check(problems, share(options.pareto_fraction), "pareto_fraction",
        to_text(options.pareto_fraction), "must be above 0 and at most 1");
  check(problems, options.crossover_fraction >= 0 && options.crossover_fraction <= 1,
        "crossover_fraction", to_text(options.crossover_fraction), "must be between 0 and 1");
  check(problems, options.crossover_ratio > 0 && std::isfinite(options.crossover_ratio),
        "crossover_ratio", to_text(options.crossover_ratio), "must be above 0");
  check(problems, options.spread_tolerance >= 0, "spread_tolerance",
        to_text(options.spread_tolerance), "must not be negative");
  check(problems, std::cmp_less_equal(options.seeds.size(), options.population), "seeds",
        std::to_string(options.seeds.size()) + " points",
        "must be at most the population, " + std::to_string(options.population));
  return problems;
}

Nsga2Loop::Nsga2Loop(Nsga2Options options, std::vector<double> lower, std::vector<double> upper,
                     BatchEvaluate evaluate)
    : options_(std::move(options)),
      lower_(std::move(lower)),
      upper_(std::move(upper)),
      evaluate_(std::move(evaluate)) {}

Nsga2State Nsga2Loop::start(std::vector<std::vector<double>> first) const {
  RandomEngine random(options_.seed);
  while (std::cmp_less(first.size(), options_.population))
    first.push_back(uniform_point(random, lower_, upper_));
  const auto fitness = evaluate_(first);
  std::vector<Individual> population(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    population[i].x = std::move(first[i]);
    population[i].fitness = fitness[i];
  }
  return adopt(std::move(population), random);
}

Nsga2State Nsga2Loop::adopt(std::vector<Individual> population, RandomEngine random) const {
  Nsga2State state;
  state.random = random;
  state.population = std::move(population);
  rank(state);
  record(state);
  return state;
}

void Nsga2Loop::rank(Nsga2State& state) const {
  rank_population(state.population, options_.crowding, lower_, upper_);
}

std::size_t Nsga2Loop::crossover_children(std::size_t size) const {
  return static_cast<std::size_t>(
      std::llround(options_.crossover_fraction * static_cast<double>(size)));
}

std::vector<std::vector<double>> Nsga2Loop::children(Nsga2State& state) const {
  const auto& population = state.population;
  const auto parent = [&]() -> const std::vector<double>& {
    return population[tournament(state.random, population)].x;
  };
  const std::size_t crossed = crossover_children(population.size());
  std::vector<std::vector<double>> made;
  while (made.size() < crossed) {
    const auto& first = parent();
    const auto& second = parent();
    made.push_back(intermediate_crossover(state.random, first, second, options_.crossover_ratio,
                                          lower_, upper_));
  }
  while (made.size() < population.size())
    made.push_back(adaptive_mutation(state.random, parent(), state.step, lower_, upper_));
  return made;
}

void Nsga2Loop::step(Nsga2State& state) const {
  const std::size_t size = state.population.size();
  auto points = children(state);
  const auto fitness = evaluate_(points);
  std::vector<Individual> merged = std::move(state.population);
  for (std::size_t i = 0; i < points.size(); ++i)
    merged.push_back({std::move(points[i]), fitness[i]});
  rank_population(merged, options_.crowding, lower_, upper_);

  const std::size_t first_mutant = size + crossover_children(size);
  std::size_t mutants_kept = 0;
  std::vector<Individual> next;
  for (const std::size_t i : survivors(merged, size, options_.pareto_fraction)) {
    if (i >= first_mutant) ++mutants_kept;
    next.push_back(std::move(merged[i]));
  }
  if (first_mutant < merged.size())
    state.step = adapted_step(state.step, mutants_kept, merged.size() - first_mutant);
  state.population = std::move(next);
  ++state.generation;
  rank(state);
  record(state);
}

void Nsga2Loop::record(Nsga2State& state) const {
  state.last_spread = spread_of(state.population, state.last_spread);
  state.spreads.push_back(state.last_spread.value);
  for (const Individual& member : state.population) {
    if (member.rank > 0 || !member.feasible()) continue;
    const auto known =
        std::find_if(state.archive.begin(), state.archive.end(),
                     [&](const ArchivedPoint& point) { return point.x == member.x; });
    if (known != state.archive.end())
      known->generation = state.generation;
    else
      state.archive.push_back({state.generation, member.x, member.fitness});
  }
  std::erase_if(state.archive, [&](const ArchivedPoint& point) {
    return point.generation <= state.generation - options_.keep_generations;
  });
}

std::string Nsga2Loop::stop_reason(const Nsga2State& state) const {
  const auto window = static_cast<std::size_t>(options_.stall_generations);
  if (state.spreads.size() > window) {
    const std::span<const double> last(state.spreads.end() - options_.stall_generations - 1,
                                       state.spreads.end());
    double change = 0, mean = 0;
    for (std::size_t i = 1; i <= window; ++i) {
      const double before = std::abs(last[i - 1]), difference = std::abs(last[i] - last[i - 1]);
      if (difference > 0) change += before > 0 ? difference / before : 1;
      mean += last[i];
    }
    change /= static_cast<double>(window);
    mean /= static_cast<double>(window);
    if (change < options_.spread_tolerance && last.back() < mean)
      return "spread settled: mean relative change over " + std::to_string(window) +
             " generations " + to_text(change, kDigits) + " < " +
             to_text(options_.spread_tolerance) + ", last spread " + to_text(last.back(), kDigits) +
             " < mean " + to_text(mean, kDigits);
  }
  if (state.generation >= options_.generations)
    return "generation limit: " + std::to_string(state.generation) +
           " >= " + std::to_string(options_.generations);
  return "";
}

}  // namespace slipfront
