#include "results/rank_stability.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "synthetic_run.hpp"

using namespace slipfront;

namespace {

/// One point per combination, with these relative errors in modes 1 (fitted) and 2.
struct Case {
  Ranking ranking;
  std::vector<StoredCurves> curves;
  MeasuredModes measured;
};

Case make_case(const std::vector<ErrorPair>& pairs, double spread) {
  Case c;
  for (const int mode : {1, 2}) {
    MeasuredBackbone m = synthetic::measured(mode, 12);
    for (std::size_t i = 0; i < m.size(); ++i) {
      m.frequency_lower[i] = m.frequency_hz[i] * (1 - spread);
      m.frequency_upper[i] = m.frequency_hz[i] * (1 + spread);
      m.damping_upper[i] = m.damping[i] * (1 + spread);
    }
    c.measured[mode] = m;
  }
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  std::vector<RankedCombination> ranked;
  std::map<std::string, StoredCurves> stored;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    RankedCombination& one = ranked.emplace_back();
    one.id = "m" + std::to_string(k);
    StoredCurves curves;
    for (const int mode : {1, 2}) {
      one.errors[mode] = {{std::abs(pairs[k].frequency), pairs[k].damping}};
      ModelCurves set(12);
      const Backbone b = synthetic::backbone(c.measured[mode], pairs[k]);
      set.add(b.frequency_hz, b.damping);
      (mode == 1 ? curves.fitted : curves.predicted).emplace(mode, set);
    }
    stored.emplace(one.id, curves);
  }
  c.ranking = make_ranking(ranked, options);
  for (const RankingRow& row : c.ranking.rows) c.curves.push_back(stored.at(row.combination.id));
  return c;
}

}  // namespace

TEST_CASE("without spread every draw is the table itself", "[stability]") {
  const Case c = make_case({{0.01, 0.02}, {0.02, 0.05}, {0.05, 0.2}, {0.06, 0.3}}, 0);
  StabilityOptions options;
  options.draws = 25;
  const RankStability s = rank_stability(c.ranking, c.curves, c.measured, options);
  REQUIRE(s.rows.size() == 4);
  for (int i = 0; i < 4; ++i) {
    const StableRow& row = s.rows[static_cast<std::size_t>(i)];
    const RankingRow& ranked = c.ranking.rows[static_cast<std::size_t>(i)];
    CHECK(row.average == RankInterval{ranked.average.rank, ranked.average.rank});
    CHECK(row.modes.at(1) == RankInterval{ranked.modes.at(1).rank, ranked.modes.at(1).rank});
    CHECK(row.best_three == (i < 3 ? 1 : 0));
    CHECK(row.area_lower == Approx(ranked.average.area).margin(1e-9));
    CHECK(row.area_upper == Approx(ranked.average.area).margin(1e-9));
    CHECK(row.rank_other_rule == ranked.average.rank);
    for (int j = 0; j < 4; ++j)
      CHECK(s.ahead[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] == (i < j    ? 1
                                                                                  : i == j ? 0.5
                                                                                           : 0));
  }
  CHECK(s.meaningful(0, 3));
  CHECK_FALSE(s.meaningful(3, 0));
}

TEST_CASE("models that the data cannot tell apart share their ranks", "[stability]") {
  // Opposite errors of equal size: which one is nearer to a drawn curve is a coin's toss.
  const Case c = make_case({{0.003, 0.02}, {-0.003, 0.02}, {0.12, 0.4}}, 0.02);
  const RankStability s = rank_stability(c.ranking, c.curves, c.measured);
  CHECK(s.draws >= 1000);
  for (const std::size_t i : {0u, 1u}) {
    CHECK(s.rows[i].average == RankInterval{1, 2});
    // Each rule's share is within four standard errors of one half; the smaller is kept.
    CHECK(s.ahead[i][1 - i] == Approx(0.5).margin(4 * 0.5 / std::sqrt(1000.0)));
    CHECK_FALSE(s.meaningful(i, 1 - i));
    CHECK(s.meaningful(i, 2));
    CHECK(s.ahead[i][2] == 1);
  }
  CHECK(s.rows[2].average == RankInterval{3, 3});
}

TEST_CASE("the fitted mode is sorted anew over all evaluations", "[stability]") {
  // The best evaluation for the drawn curves is not on the stored front of the first model.
  Case c = make_case({{0.02, 0.05}, {0.01, 0.03}}, 0);
  const Backbone better = synthetic::backbone(c.measured[1], {0.001, 0.001});
  const std::size_t of_first = c.ranking.rows[0].combination.id == "m0" ? 0 : 1;
  c.curves[of_first].fitted.at(1).add(better.frequency_hz, better.damping);
  StabilityOptions options;
  options.draws = 10;
  const RankStability s = rank_stability(c.ranking, c.curves, c.measured, options);
  CHECK(s.rows[of_first].modes.at(1) == RankInterval{1, 1});
  CHECK(s.rows[of_first].average == RankInterval{2, 2});  // predictions: stored points only
}

TEST_CASE("two fitted modes: the front is that of both together", "[stability]") {
  // Point a is best in mode 1, b in mode 2, c in neither but good in both: over both modes
  // together a and b have mean squares above those of c, which is the whole front.
  const std::vector<std::map<int, ErrorPair>> points = {{{1, {0.001, 0.01}}, {2, {0.1, 0.3}}},
                                                        {{1, {0.1, 0.3}}, {2, {0.001, 0.01}}},
                                                        {{1, {0.01, 0.05}}, {2, {0.01, 0.05}}}};
  MeasuredModes measured;
  StoredCurves curves;
  RankedCombination one;
  one.id = "only";
  for (const int mode : {1, 2}) {
    measured[mode] = synthetic::measured(mode, 12);
    measured[mode].frequency_lower = measured[mode].frequency_upper = measured[mode].frequency_hz;
    measured[mode].damping_upper = measured[mode].damping;
    ModelCurves set(12);
    for (const auto& point : points) {
      const Backbone b = synthetic::backbone(measured[mode], point.at(mode));
      set.add(b.frequency_hz, b.damping);
    }
    curves.fitted.emplace(mode, set);
    one.errors[mode] = {points[2].at(mode)};
  }
  RankingOptions options;
  options.fitted_modes = {1, 2};
  options.fixed_boxes =
      std::map<int, Box>{{1, {{1e-4, 1e-3}, {0.17, 0.5}}}, {2, {{1e-4, 1e-3}, {0.17, 0.5}}}};
  const Ranking ranking = make_ranking({one}, options);
  StabilityOptions few;
  few.draws = 3;
  const RankStability s = rank_stability(ranking, {curves}, measured, few);
  CHECK(s.rows[0].area_lower == Approx(ranking.rows[0].average.area).epsilon(1e-6));
}

TEST_CASE("the seed decides, nothing else does", "[stability]") {
  const Case c = make_case({{0.003, 0.02}, {-0.003, 0.02}, {0.02, 0.1}}, 0.02);
  StabilityOptions options;
  options.draws = 50;
  const RankStability a = rank_stability(c.ranking, c.curves, c.measured, options);
  CHECK(rank_stability(c.ranking, c.curves, c.measured, options) == a);
  options.seed = 2;
  CHECK_FALSE(rank_stability(c.ranking, c.curves, c.measured, options) == a);
}

TEST_CASE("missing curves are refused", "[stability]") {
  Case c = make_case({{0.003, 0.02}}, 0.02);
  c.measured.erase(2);
  CHECK_THROWS_AS(rank_stability(c.ranking, c.curves, c.measured), Failure);
  CHECK_THROWS_AS(rank_stability(c.ranking, {}, c.measured), Failure);
}

TEST_CASE("combinations with measured curves of their own meet draws of these", "[stability]") {
  // The third row is exact, but for another experiment than the table's.
  Case c = make_case({{0.01, 0.02}, {0.02, 0.05}, {0.05, 0.2}}, 0.01);
  std::vector<RankedCombination> ranked;
  for (const RankingRow& row : c.ranking.rows) ranked.push_back(row.combination);
  ranked[2].experiment = "other.csv";
  for (auto& [mode, errors] : ranked[2].errors) errors = {{0, 0}};
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  c.ranking = make_ranking(ranked, options);
  REQUIRE(c.ranking.rows[2].combination.id == "m2");
  StoredCurves& own = c.curves[2];
  own.fitted.clear();
  own.predicted.clear();
  for (const int mode : {1, 2}) {
    MeasuredBackbone m = c.measured.at(mode);
    for (std::size_t i = 0; i < m.size(); ++i) {
      for (auto* column : {&m.frequency_hz, &m.frequency_lower, &m.frequency_upper})
        (*column)[i] *= 2;
    }
    ModelCurves set(m.size());
    set.add(m.frequency_hz, m.damping);
    (mode == 1 ? own.fitted : own.predicted).emplace(mode, set);
    own.own[mode] = m;
  }
  StabilityOptions draws;
  draws.draws = 200;
  const RankStability s = rank_stability(c.ranking, c.curves, c.measured, draws);
  // Alone in its experiment it is always first there; without its own curves it would be wrong
  // by half in every draw, and never near an area of 0.
  CHECK(s.rows[2].average == RankInterval{1, 1});
  CHECK(s.rows[2].area_upper < 0.2);
  // The others are drawn as if it were not there.
  Case without = make_case({{0.01, 0.02}, {0.02, 0.05}}, 0.01);
  without.ranking.boxes = c.ranking.boxes;
  without.ranking.fixed_box = c.ranking.fixed_box = true;
  const RankStability alone =
      rank_stability(without.ranking, without.curves, without.measured, draws);
  const RankStability kept = rank_stability(c.ranking, c.curves, c.measured, draws);
  for (const std::size_t i : {0u, 1u}) {
    CHECK(kept.rows[i].average == alone.rows[i].average);
    CHECK(kept.rows[i].area_lower == alone.rows[i].area_lower);
    CHECK(kept.rows[i].area_upper == alone.rows[i].area_upper);
  }
  CHECK(kept.ahead[0][1] == alone.ahead[0][1]);
}
