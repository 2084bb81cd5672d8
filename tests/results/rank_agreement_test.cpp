// Correlations of ranks: hand values, invariants, and Spearman's and Kendall's own formulas.
#include "results/rank_agreement.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

using List = std::vector<double>;

RankingTable table_of(const std::map<std::string, double>& areas) {
  RankingTable table{"hand", {}, {{"area_1", areas}, {"area_average", areas}, {"rank_1", areas}}};
  for (const auto& [combo, area] : areas) table.combos.push_back(combo);
  return table;
}

}  // namespace

TEST_CASE("the same order is 1, the reversed one -1, whatever the values") {
  const List x = {0.1, 0.2, 0.5, 7}, y = {1, 8, 9, 10}, z = {4, 3, 2, -50};
  CHECK(*spearman(x, y) == Approx(1));
  CHECK(*kendall(x, y) == Approx(1));
  CHECK(*spearman(x, z) == Approx(-1));
  CHECK(*kendall(x, z) == Approx(-1));
}

TEST_CASE("by hand: two neighbours changed among five") {
  // d = (0, 1, -1, 0, 0): rho = 1 - 6 * 2 / (5 * 24); one of ten pairs is turned.
  const List x = {1, 2, 3, 4, 5}, y = {1, 3, 2, 4, 5};
  CHECK(*spearman(x, y) == Approx(1 - 12.0 / 120));
  CHECK(*kendall(x, y) == Approx(0.8));
}

TEST_CASE("by hand: equal values share their mean rank and are no pair") {
  // Ranks of x 1.5, 1.5, 3, 4, of y 1, 2, 3, 4: rho = 4.5 / sqrt(4.5 * 5); tau = 5 / sqrt(5 * 6).
  const List x = {2, 2, 3, 9}, y = {1, 2, 3, 4};
  CHECK(*spearman(x, y) == Approx(4.5 / std::sqrt(4.5 * 5)));
  CHECK(*kendall(x, y) == Approx(5 / std::sqrt(30.0)));
}

TEST_CASE("where all values of one list are equal there is no order to compare") {
  CHECK_FALSE(spearman(List{1, 1, 1}, List{1, 2, 3}));
  CHECK_FALSE(kendall(List{1, 2, 3}, List{5, 5, 5}));
}

TEST_CASE("random orders scatter as the header says") {
  constexpr int kModels = 26, kDraws = 4000;
  std::mt19937 random(3);
  List x(kModels), y(kModels);
  std::iota(x.begin(), x.end(), 0);
  std::iota(y.begin(), y.end(), 0);
  double rho = 0, tau = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::shuffle(y.begin(), y.end(), random);
    rho += std::pow(*spearman(x, y), 2) / kDraws;
    tau += std::pow(*kendall(x, y), 2) / kDraws;
  }
  const double n = kModels;
  CHECK(rho == Approx(1 / (n - 1)).epsilon(0.1));
  CHECK(tau == Approx(2 * (2 * n + 5) / (9 * n * (n - 1))).epsilon(0.1));
}

TEST_CASE("tables are compared by the areas of the combinations that both have") {
  const auto agreement = rank_agreement(table_of({{"a", 1}, {"b", 2}, {"c", 3}, {"mine", 0}}),
                                        table_of({{"a", 5}, {"b", 7}, {"c", 6}, {"paper", 0}}));
  REQUIRE(agreement.size() == 2);  // ranks of ranks would say the same again
  CHECK(agreement[0].column == "area_average");
  CHECK(agreement[1].column == "area_1");
  CHECK(agreement[1].combinations == 3);
  CHECK(*agreement[1].spearman == Approx(0.5));
  CHECK(*agreement[1].kendall == Approx(1.0 / 3));
  CHECK_THROWS_AS(rank_agreement(table_of({{"a", 1}, {"b", 2}}), table_of({{"a", 1}, {"b", 2}})),
                  Failure);
}
