#include "optimize/nsga2_loop.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "optimize/quality.hpp"

using namespace slipfront;

namespace {

const std::vector<double> kLower = {0, -1}, kUpper = {4, 1};

/// (x - 1)^2 + y^2, (x - 3)^2 + y^2; no solution for y > 0.5.
std::vector<std::vector<double>> two_valleys(const std::vector<std::vector<double>>& points) {
  std::vector<std::vector<double>> fitness;
  for (const auto& p : points)
    fitness.push_back({(p[0] - 1) * (p[0] - 1) + p[1] * p[1], (p[0] - 3) * (p[0] - 3) + p[1] * p[1],
                       std::max(0., p[1] - 0.5)});
  return fitness;
}

Nsga2Options small() {
  Nsga2Options options;
  options.population = 25;
  options.generations = 40;
  return options;
}

Nsga2Loop make_loop(const Nsga2Options& options, BatchEvaluate evaluate = two_valleys) {
  return Nsga2Loop(options, kLower, kUpper, std::move(evaluate));
}

Nsga2State after(const Nsga2Loop& loop, int generations) {
  Nsga2State state = loop.start({});
  for (int i = 0; i < generations; ++i) loop.step(state);
  return state;
}

/// A state whose spreads are those given.
Nsga2State with_spreads(std::vector<double> spreads) {
  Nsga2State state;
  state.generation = static_cast<int>(spreads.size()) - 1;
  state.spreads = std::move(spreads);
  return state;
}

}  // namespace

TEST_CASE("generations lead to the Pareto set, and the population keeps its size") {
  const Nsga2Loop loop = make_loop(small());
  const Nsga2State state = after(loop, 40);
  CHECK(state.generation == 40);
  CHECK(state.population.size() == 25);
  CHECK(state.spreads.size() == 41);
  REQUIRE(state.archive.size() > 10);
  std::vector<ObjectivePair> front;
  for (const auto& point : state.archive) {
    CHECK(point.fitness[2] == 0);
    front.push_back({point.fitness[0], point.fitness[1]});
  }
  // The true front sqrt(a) + sqrt(b) = 2 dominates 16 - int (2 - sqrt(a))^2 da = 40/3.
  const double found = front_quality(front, {4, 4}).hypervolume;
  CHECK(found < 40. / 3);
  CHECK(found > 0.98 * 40 / 3);
}

TEST_CASE("the same seed gives the same generations, another seed others") {
  Nsga2Options options = small();
  const auto x_of = [](const Nsga2State& state) {
    std::vector<std::vector<double>> x;
    for (const auto& member : state.population) x.push_back(member.x);
    return x;
  };
  const auto once = x_of(after(make_loop(options), 8));
  CHECK(once == x_of(after(make_loop(options), 8)));
  options.seed = 2;
  CHECK(once != x_of(after(make_loop(options), 8)));
}

TEST_CASE("a generation asks for one batch of its population, four fifths by crossover") {
  std::vector<std::size_t> batches;
  const Nsga2Loop loop = make_loop(small(), [&](const std::vector<std::vector<double>>& points) {
    batches.push_back(points.size());
    return two_valleys(points);
  });
  Nsga2State state = loop.start({{1, 0}, {3, 0}});
  CHECK(std::any_of(state.population.begin(), state.population.end(), [](const Individual& m) {
    return m.x == std::vector<double>{3, 0};
  }));
  loop.step(state);
  CHECK(batches == std::vector<std::size_t>{25, 25});
}

TEST_CASE("the archive is the union of the first ranks of the last generations") {
  Nsga2Options options = small();
  options.keep_generations = 3;
  const Nsga2Loop loop = make_loop(options);
  Nsga2State state = loop.start({});
  std::vector<std::vector<std::vector<double>>> fronts;
  const auto record = [&] {
    auto& front = fronts.emplace_back();
    for (const auto& member : state.population)
      if (member.rank == 0 && member.feasible()) front.push_back(member.x);
  };
  record();
  for (int i = 0; i < 10; ++i) {
    loop.step(state);
    record();
  }
  std::vector<std::vector<double>> expected, found;
  for (std::size_t g = fronts.size() - 3; g < fronts.size(); ++g)
    expected.insert(expected.end(), fronts[g].begin(), fronts[g].end());
  for (const auto& point : state.archive) found.push_back(point.x);
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

TEST_CASE("points with NaN or that fail never enter the archive") {
  const Nsga2Loop loop = make_loop(small(), [](const std::vector<std::vector<double>>& points) {
    auto fitness = two_valleys(points);
    for (std::size_t i = 0; i < points.size(); ++i)
      if (points[i][0] > 2) fitness[i][0] = std::nan("");
    return fitness;
  });
  const Nsga2State state = after(loop, 15);
  REQUIRE(!state.archive.empty());
  for (const auto& point : state.archive) {
    CHECK(point.x[0] <= 2);
    CHECK(point.x[1] <= 0.5);
  }
}

TEST_CASE("where everything fails the search goes on by violation and keeps nothing") {
  const Nsga2Loop loop = make_loop(small(), [](const std::vector<std::vector<double>>& points) {
    std::vector<std::vector<double>> fitness;
    for (const auto& p : points) fitness.push_back({0, 0, 1 + p[0]});
    return fitness;
  });
  const Nsga2State state = after(loop, 30);
  CHECK(state.archive.empty());
  for (const auto& member : state.population) CHECK(member.x[0] < 0.1);
}

TEST_CASE("the spread rule needs a settled spread and a last one below the mean") {
  Nsga2Options options = small();
  options.generations = 1000;
  options.stall_generations = 4;
  options.spread_tolerance = 1e-2;
  const Nsga2Loop loop = make_loop(options);
  CHECK(loop.stop_reason(with_spreads({0.5, 0.5, 0.5, 0.499})).empty());  // too few
  CHECK(loop.stop_reason(with_spreads({9, 0.5, 0.5, 0.5, 0.5, 0.499})).find("spread settled") == 0);
  CHECK(loop.stop_reason(with_spreads({0.5, 0.5, 0.5, 0.5, 0.501})).empty());  // above the mean
  CHECK(loop.stop_reason(with_spreads({0.5, 0.5, 0.5, 0.5, 0.5})).empty());    // not below it
  // Mean change (0 + 0 + 0 + 0.04) / 4 = 0.01 is not below 0.01; 0.039 / 4 is.
  CHECK(loop.stop_reason(with_spreads({1, 1, 1, 1, 0.96})).empty());
  CHECK(!loop.stop_reason(with_spreads({1, 1, 1, 1, 0.961})).empty());
  options.generations = 4;
  CHECK(make_loop(options).stop_reason(with_spreads({1, 2, 3, 4, 5})) ==
        "generation limit: 4 >= 4");
}

TEST_CASE("options that break their rules are all named") {
  CHECK(nsga2_problems({}).empty());
  Nsga2Options options;
  options.population = 3;
  options.generations = 0;
  options.keep_generations = 0;
  options.stall_generations = 0;
  options.pareto_fraction = 0;
  options.crossover_fraction = 1.1;
  options.crossover_ratio = std::nan("");
  options.spread_tolerance = -1;
  options.seeds.resize(4);
  CHECK(nsga2_problems(options).size() == 9);
}
