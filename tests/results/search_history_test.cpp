#include "results/search_history.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

Evaluation good(double frequency, double damping) {
  Evaluation e;
  e.frequency_objective = 2 * std::log10(frequency);
  e.damping_objective = 2 * std::log10(damping);
  return e;
}

Evaluation bad(const std::string& reason) {
  Evaluation e;
  e.failed_amplitudes = 1;
  e.reason = reason;
  return e;
}

}  // namespace

TEST_CASE("the history falls and ends with everything", "[history]") {
  std::vector<Evaluation> all;
  for (int i = 1; i <= 500; ++i) all.push_back(good(0.1 / i, 0.4 / (501 - i)));
  all.push_back(bad("off the branch"));
  all.push_back(bad("off the branch"));
  const Box box = {{1e-4, 1e-4}, {0.17, 0.5}};
  const SearchHistory h = search_history("x", all, box, AreaRule::trapezoid);
  REQUIRE(h.steps.size() > 5);
  CHECK(h.steps.back().evaluations == 502);
  CHECK(h.steps.back().best_frequency == Approx(0.1 / 500));
  CHECK(h.steps.back().best_damping == Approx(0.4 / 500));
  CHECK(h.failures == std::map<std::string, long>{{"off the branch", 2}});
  for (std::size_t i = 1; i < h.steps.size(); ++i) {
    CHECK(h.steps[i].evaluations > h.steps[i - 1].evaluations);
    CHECK(h.steps[i].best_frequency <= h.steps[i - 1].best_frequency);
    CHECK(*h.steps[i].area <= *h.steps[i - 1].area + 1e-15);
  }
  std::vector<ErrorPair> pairs;
  for (const Evaluation& e : all)
    if (e.feasible())
      pairs.push_back(
          {std::pow(10, e.frequency_objective / 2), std::pow(10, e.damping_objective / 2)});
  CHECK(*h.steps.back().area == Approx(area_fraction(pairs, box)));
}

TEST_CASE("nothing solved, nothing shown; no box, no area", "[history]") {
  const SearchHistory none = search_history("x", {bad(""), bad("")}, {}, AreaRule::trapezoid);
  CHECK(none.steps.empty());
  CHECK(none.failures.at("no reason given") == 2);
  CHECK(search_history("x", {}, {}, AreaRule::trapezoid).steps.empty());
  const SearchHistory one = search_history("x", {good(0.1, 0.2)}, {}, AreaRule::trapezoid);
  REQUIRE(one.steps.size() == 1);
  CHECK_FALSE(one.steps[0].area);
}
