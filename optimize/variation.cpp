#include "optimize/variation.hpp"

#include <algorithm>
#include <numeric>

#include "optimize/selection.hpp"

namespace slipfront {
namespace {

// A double has 53 significant bits: the engine's other 11 are dropped.
constexpr int kDroppedBits = 11;
constexpr double kUnit = 0x1p-53;

// Rechenberg's rule: a step that succeeds more often than one time in five is too short.
constexpr double kSuccess = 0.2;
// Below a thousandth of the range crossover, which shrinks with the population, is the
// finer tool; the mutation stays there to find what crossover has lost.
constexpr double kShortestStep = 1e-3;

}  // namespace

double uniform(RandomEngine& random) {
  return static_cast<double>(random() >> kDroppedBits) * kUnit;
}

std::size_t uniform_index(RandomEngine& random, std::size_t count) {
  const auto index = static_cast<std::size_t>(uniform(random) * static_cast<double>(count));
  return std::min(index, count - 1);
}

std::vector<double> uniform_point(RandomEngine& random, std::span<const double> lower,
                                  std::span<const double> upper) {
  std::vector<double> point(lower.size());
  for (std::size_t i = 0; i < point.size(); ++i)
    point[i] = std::clamp(lower[i] + uniform(random) * (upper[i] - lower[i]), lower[i], upper[i]);
  return point;
}

std::size_t tournament(RandomEngine& random, std::span<const Individual> population) {
  const std::size_t first = uniform_index(random, population.size());
  const std::size_t second = uniform_index(random, population.size());
  return better(population[second], population[first]) ? second : first;
}

std::vector<double> intermediate_crossover(RandomEngine& random, std::span<const double> first,
                                           std::span<const double> second, double ratio,
                                           std::span<const double> lower,
                                           std::span<const double> upper) {
  std::vector<double> child(first.size());
  for (std::size_t i = 0; i < child.size(); ++i)
    child[i] =
        std::clamp(first[i] + uniform(random) * ratio * (second[i] - first[i]), lower[i], upper[i]);
  return child;
}

std::vector<double> adaptive_mutation(RandomEngine& random, std::span<const double> parent,
                                      double step, std::span<const double> lower,
                                      std::span<const double> upper) {
  const std::size_t n = parent.size();
  const std::size_t moved = 1 + uniform_index(random, n);
  std::vector<std::size_t> variables(n);
  std::iota(variables.begin(), variables.end(), 0);
  std::vector<double> direction(n, 0);
  for (std::size_t k = 0; k < moved; ++k) {
    std::swap(variables[k], variables[k + uniform_index(random, n - k)]);
    const double draw = 2 * uniform(random) - 1;
    direction[variables[k]] = k > 0 ? draw : (draw < 0 ? -1 : 1);
  }

  const auto moved_by = [&](double sign) {
    std::vector<double> point(n);
    for (std::size_t i = 0; i < n; ++i)
      point[i] = parent[i] + sign * step * direction[i] * (upper[i] - lower[i]);
    return point;
  };
  const auto inside = [&](const std::vector<double>& point) {
    for (std::size_t i = 0; i < n; ++i)
      if (point[i] < lower[i] || point[i] > upper[i]) return false;
    return true;
  };
  std::vector<double> mutant = moved_by(1);
  if (inside(mutant)) return mutant;
  if (auto opposite = moved_by(-1); inside(opposite)) return opposite;
  for (std::size_t i = 0; i < n; ++i) mutant[i] = std::clamp(mutant[i], lower[i], upper[i]);
  return mutant;
}

double adapted_step(double step, std::size_t survived, std::size_t mutants) {
  const bool success = static_cast<double>(survived) > kSuccess * static_cast<double>(mutants);
  return std::clamp(success ? 2 * step : step / 2, kShortestStep, 1.);
}

}  // namespace slipfront
