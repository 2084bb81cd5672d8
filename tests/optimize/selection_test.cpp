#include "optimize/selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "core/front.hpp"

using namespace slipfront;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kLower = {0, 10}, kUpper = {1, 30};

Individual at(double f, double z, double violation = 0, double x = 0.5, double y = 20) {
  return {{x, y}, {f, z, violation}};
}

std::vector<int> ranks(std::vector<Individual> population) {
  rank_population(population, Crowding::phenotype, kLower, kUpper);
  std::vector<int> result;
  for (const auto& member : population) result.push_back(member.rank);
  return result;
}

/// A population whose front i has sizes[i] members, one behind the other.
std::vector<Individual> fronts(const std::vector<int>& sizes) {
  std::vector<Individual> population;
  for (std::size_t front = 0; front < sizes.size(); ++front)
    for (int i = 0; i < sizes[front]; ++i) {
      const double x = (i + 0.5) / sizes[front];
      population.push_back(at(x + 10. * static_cast<double>(front),
                              1 - x + 10. * static_cast<double>(front), 0, x, 20));
    }
  rank_population(population, Crowding::genotype, kLower, kUpper);
  return population;
}

std::vector<int> kept_of_each(const std::vector<Individual>& population, std::size_t count,
                              double fraction) {
  std::vector<int> kept;
  for (const std::size_t i : survivors(population, count, fraction)) {
    const auto rank = static_cast<std::size_t>(population[i].rank);
    if (kept.size() <= rank) kept.resize(rank + 1);
    ++kept[rank];
  }
  return kept;
}

}  // namespace

TEST_CASE("ranks are those of repeated removal of the non-dominated") {
  std::mt19937 random(7);
  std::vector<Individual> population;
  for (int i = 0; i < 60; ++i) population.push_back(at(random() % 12, random() % 12));
  const auto found = ranks(population);
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < population.size(); ++i) left.insert(i);
  const auto pair = [&](std::size_t i) {
    return ErrorPair{population[i].fitness[0], population[i].fitness[1]};
  };
  for (int rank = 0; !left.empty(); ++rank) {
    std::vector<std::size_t> front;
    for (const auto i : left)
      if (std::none_of(left.begin(), left.end(),
                       [&](std::size_t j) { return dominates(pair(j), pair(i)); }))
        front.push_back(i);
    for (const auto i : front) {
      CHECK(found[i] == rank);
      left.erase(i);
    }
  }
}

TEST_CASE("infeasible members rank behind all feasible ones, by violation") {
  CHECK(ranks({at(0, 0, 2.5), at(9, 9), at(0, 0, 1.5), at(8, 8), at(0, 0, 1.5)}) ==
        std::vector<int>{3, 1, 2, 0, 2});
  CHECK(ranks({at(1, 1)}) == std::vector<int>{0});
  CHECK(ranks({at(0, 0, 3), at(0, 0, 1)}) == std::vector<int>{1, 0});
}

TEST_CASE("a member with anything that is not finite ranks last") {
  CHECK(ranks({at(kNan, -9), at(5, 5), at(-kInfinity, 0), at(0, 0, 7), at(1, 1, kNan)}) ==
        std::vector<int>{2, 0, 2, 1, 2});
}

TEST_CASE("phenotype crowding is the room in the objectives over their range") {
  std::vector<Individual> p = {at(0, 10), at(1, 6), at(3, 5), at(4, 0)};
  rank_population(p, Crowding::phenotype, kLower, kUpper);
  CHECK(p[0].crowding == kInfinity);
  CHECK(p[3].crowding == kInfinity);
  CHECK(p[1].crowding == Approx(3. / 4 + 5. / 10));
  CHECK(p[2].crowding == Approx(3. / 4 + 6. / 10));
}

TEST_CASE("genotype crowding is the room in the parameters over their bounds") {
  // One front; x = 0.1, 0.4, 0.2, 0.9 and y = 20, 18, 16, 22.
  std::vector<Individual> p = {at(0, 3, 0, 0.1, 20), at(1, 2, 0, 0.4, 18), at(2, 1, 0, 0.2, 16),
                               at(3, 0, 0, 0.9, 22)};
  rank_population(p, Crowding::genotype, kLower, kUpper);
  CHECK(p[0].crowding == kInfinity);
  CHECK(p[1].crowding == Approx((0.9 - 0.2) / 1 + (20. - 16) / 20));
  CHECK(p[2].crowding == kInfinity);
  CHECK(p[3].crowding == kInfinity);
}

TEST_CASE("identical members, and fronts of one or two, have no NaN crowding") {
  for (const Crowding kind : {Crowding::genotype, Crowding::phenotype})
    for (const std::size_t n : {1, 2, 5}) {
      std::vector<Individual> p(n, at(1, 1));
      p.push_back(at(kNan, 1));
      rank_population(p, kind, kLower, kUpper);
      for (const auto& member : p) CHECK(!std::isnan(member.crowding));
      CHECK(p[0].crowding == 0);
    }
}

TEST_CASE("controlled elitism keeps the geometric share of each front") {
  // N = 100, r = 0.65, four fronts of fifty: 100 * 0.35 / (1 - 0.65^4) = 42.6, then 27.7,
  // 18.0, 11.7, rounded with what is left carried on.
  CHECK(kept_of_each(fronts({50, 50, 50, 50}), 100, 0.35) == std::vector<int>{43, 27, 18, 12});
  // A front that cannot fill its share passes it on, and the best take what nobody can.
  CHECK(kept_of_each(fronts({10, 90, 100}), 100, 0.35) == std::vector<int>{10, 70, 20});
  CHECK(kept_of_each(fronts({190, 10}), 100, 0.35) == std::vector<int>{90, 10});
  CHECK(kept_of_each(fronts({80, 120}), 100, 1) == std::vector<int>{80, 20});
  CHECK(kept_of_each(fronts({150}), 100, 0.35) == std::vector<int>{100});
}

TEST_CASE("the most crowded of a front go first, and infeasible members before feasible") {
  auto p = fronts({9, 9});
  for (int i = 0; i < 4; ++i) p.push_back(at(0, 0, 1 + i));
  rank_population(p, Crowding::phenotype, kLower, kUpper);
  const auto kept = survivors(p, 20, 0.35);
  REQUIRE(kept.size() == 20);
  for (std::size_t i = 0; i < 18; ++i) CHECK(p[kept[i]].feasible());
  CHECK(kept[18] == 18);
  CHECK(kept[19] == 19);

  p = {at(0, 10), at(1, 5), at(1.1, 4.9), at(1.2, 4.8), at(9, 0)};
  rank_population(p, Crowding::phenotype, kLower, kUpper);
  const auto three = survivors(p, 4, 1);
  CHECK(std::count(three.begin(), three.end(), 2u) == 0);
}

TEST_CASE("members of no feasible front survive in the order of their violation") {
  std::vector<Individual> p = {at(0, 0, 4), at(0, 0, 2), at(0, 0, 3), at(0, 0, kNan)};
  rank_population(p, Crowding::genotype, kLower, kUpper);
  CHECK(survivors(p, 2, 0.35) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("the spread is (mu + sigma) / (mu + Q d)") {
  std::vector<Individual> p = {at(0, 10), at(1, 6), at(3, 5), at(4, 0)};
  rank_population(p, Crowding::phenotype, kLower, kUpper);
  const Spread first = spread_of(p, {});
  const double d1 = 1.25, d2 = 1.35, mean = 1.3;
  const double sigma = std::sqrt((d1 - mean) * (d1 - mean) + (d2 - mean) * (d2 - mean));
  CHECK(first.measured);
  CHECK(first.value == Approx(sigma / (2 * mean)));
  p[0].fitness[0] = -3;  // the best frequency moves by 3
  const Spread second = spread_of(p, first);
  CHECK(second.value == Approx((3 + sigma) / (3 + 2 * mean)));
}

TEST_CASE("where nothing can be measured the spread is 1") {
  std::vector<Individual> p = {at(0, 0, 1), at(0, 0, 2)};
  rank_population(p, Crowding::genotype, kLower, kUpper);
  CHECK(spread_of(p, {}).value == 1);
  CHECK_FALSE(spread_of(p, {}).measured);
  p = {at(1, 1), at(2, 2)};
  rank_population(p, Crowding::genotype, kLower, kUpper);
  CHECK(spread_of(p, spread_of(p, {})).value == 1);
}
