// Sums of squares of small designs, done by hand.
#include "results/effects.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

namespace {

struct Row {
  std::string id, model, framework, interface;
  double area;
};

std::pair<Ranking, std::vector<CombinationSummary>> design(const std::vector<Row>& rows) {
  Ranking ranking;
  ranking.modes = {1};
  std::vector<CombinationSummary> summaries;
  for (const Row& r : rows) {
    RankingRow& row = ranking.rows.emplace_back();
    row.combination.id = r.id;
    row.average.area = r.area;
    row.modes[1].area = 2 * r.area;
    CombinationSummary& s = summaries.emplace_back();
    s.id = r.id;
    s.model = r.model;
    s.framework = r.framework;
    s.interface = r.interface;
    s.zeta0 = {{1, 0.002}};
  }
  return {ranking, summaries};
}

const AttributeEffect& effect(const Effects& effects, const std::string& name) {
  for (const AttributeEffect& e : effects.attributes)
    if (e.attribute == name) return e;
  throw std::runtime_error("no effect of " + name);
}

}  // namespace

TEST_CASE("a balanced additive design splits exactly", "[effects]") {
  // area = law (0, 0.2) + framework (0, 0.1): sums of squares 0.04 and 0.01 of 0.05.
  const auto [ranking, summaries] = design({{"a", "iwan4", "masing", "patches", 0.0},
                                            {"b", "iwan4", "non_masing", "patches", 0.1},
                                            {"c", "jenkins", "masing", "patches", 0.2},
                                            {"d", "jenkins", "non_masing", "patches", 0.3}});
  const Effects effects = effects_of(ranking, summaries);
  REQUIRE(effects.attributes.size() == 2);
  CHECK(effects.variance == Approx(0.0125));
  CHECK(effects.explained == Approx(1));
  CHECK(effects.attributes[0].attribute == "law");
  CHECK(effect(effects, "law").alone == Approx(0.8));
  CHECK(effect(effects, "law").unique == Approx(0.8));
  CHECK(effect(effects, "framework").alone == Approx(0.2));
  CHECK(effect(effects, "framework").unique == Approx(0.2));
  CHECK(effect(effects, "law").share == Approx(0.8));
  CHECK(effect(effects, "framework").share == Approx(0.2));

  // Pairs: two differ in the framework only (+0.1), two in the law only (+0.2).
  REQUIRE(effects.pairs.size() == 4);
  CHECK(effects.pairs[0].attribute == "framework");
  CHECK(effects.pairs[0].first == "a");
  CHECK(effects.pairs[0].second == "b");
  CHECK(effects.pairs[0].average == Approx(0.1));
  CHECK(effects.pairs[0].modes.at(1) == Approx(0.2));
  CHECK(effects.pairs[2].attribute == "law");
  CHECK(effects.pairs[2].first_level == "iwan4");
  CHECK(effects.pairs[2].average == Approx(0.2));
}

TEST_CASE("attributes that go together share what they explain", "[effects]") {
  // Elements are always non-Masing here: neither adds anything to the other.
  const auto [ranking, summaries] = design({{"a", "x", "masing", "patches", 0.1},
                                            {"b", "x", "masing", "patches", 0.2},
                                            {"c", "x", "non_masing", "elements", 0.3},
                                            {"d", "x", "non_masing", "elements", 0.4}});
  const Effects effects = effects_of(ranking, summaries);
  // Between the groups 4 * 0.1^2 = 0.04 of 0.05.
  CHECK(effect(effects, "interface").alone == Approx(0.8));
  CHECK(effect(effects, "framework").alone == Approx(0.8));
  CHECK(effect(effects, "interface").unique == Approx(0).margin(1e-12));
  CHECK(effect(effects, "framework").unique == Approx(0).margin(1e-12));
  CHECK(effect(effects, "interface").share == Approx(0.4));  // half each, in either order
  CHECK(effect(effects, "framework").share == Approx(0.4));
  CHECK(effects.pairs.empty());
}

TEST_CASE("an attribute that a poor law hides has its share all the same", "[effects]") {
  // Non-Masing is 0.1 worse wherever a pair tells, and the third law, 0.2 better, is non-Masing
  // only: both frameworks have a mean of 0.2, and alone the framework explains nothing. Sums of
  // squares: 0.04 in all; 0.005 each within the first two laws, so that the laws explain 0.75
  // alone. The framework adds 0 first and 0.25 behind the laws, 0.125 in the mean.
  const auto [ranking, summaries] = design({{"1", "a", "masing", "patches", 0.2},
                                            {"2", "a", "non_masing", "patches", 0.3},
                                            {"3", "b", "masing", "patches", 0.2},
                                            {"4", "b", "non_masing", "patches", 0.3},
                                            {"5", "c", "non_masing", "patches", 0.1},
                                            {"6", "c", "non_masing", "patches", 0.1}});
  const Effects effects = effects_of(ranking, summaries);
  CHECK(effect(effects, "framework").alone == Approx(0).margin(1e-12));
  CHECK(effect(effects, "framework").share == Approx(0.125));
  CHECK(effect(effects, "law").share == Approx(0.875));
  CHECK(effects.explained == Approx(1));
}

TEST_CASE("what does not vary, or varies with every row, says nothing", "[effects]") {
  const auto [ranking, summaries] = design({{"a", "iwan4", "masing", "patches", 0.1},
                                            {"b", "jenkins", "masing", "patches", 0.2},
                                            {"c", "valanis", "masing", "patches", 0.3}});
  CHECK(effects_of(ranking, summaries).attributes.empty());
  CHECK(effects_of(ranking, {}).attributes.empty());
  CHECK(effects_of(Ranking(), {}).pairs.empty());
}

TEST_CASE("what was not asked for explains nothing", "[effects]") {
  auto [ranking, summaries] = design({{"1", "a", "masing", "patches", 0.1},
                                      {"2", "a", "non_masing", "patches", 0.1},
                                      {"3", "b", "masing", "patches", 0.2},
                                      {"4", "b", "non_masing", "patches", 1}});
  ranking.average_over = {1};
  CHECK(effect(effects_of(ranking, summaries), "law").alone == Approx(0.25 / 0.57));
  ranking.rows[3].combination.asked_modes = {2};  // its area of 1 is no prediction
  CHECK(effect(effects_of(ranking, summaries), "law").alone == Approx(1));
}

TEST_CASE("attributes of a combination in words", "[effects]") {
  CombinationSummary s;
  s.model = "prager";
  s.interface = "elements";
  s.framework = "non_masing";
  s.normal = "penalty";
  s.zeta0 = {{1, 0}};
  ParameterRange kp;
  kp.name = "post_slip_stiffness";
  s.parameters = {kp};
  CHECK(attributes_of(s) == Attributes{{"law", "prager"},
                                       {"interface", "elements (FJ)"},
                                       {"framework", "non-Masing"},
                                       {"viscous damping", "without"},
                                       {"post-slip stiffness", "none added"},
                                       {"normal contact", "penalty"}});
  s.model = "iwan4";
  CHECK(attributes_of(s).at("post-slip stiffness") == "added");
}

TEST_CASE("a pair says what else differs, by all that determined the two", "[effects]") {
  auto [ranking, summaries] = design(
      {{"a", "iwan4", "masing", "patches", 0.1}, {"b", "iwan4", "non_masing", "patches", 0.3}});
  summaries[0].parts = {{"preload", "1000"}, {"residual_penalty", "false"}, {"rom", "x"}};
  summaries[1].parts = {{"preload", "20000"}, {"residual_penalty", "true"}, {"rom", "x"}};
  const Effects effects = effects_of(ranking, summaries);
  REQUIRE(effects.pairs.size() == 1);
  CHECK(effects.pairs[0].also == std::vector<std::string>{"preload", "residual_penalty"});
}
