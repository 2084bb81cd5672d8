#include "optimize/polish_results.hpp"

#include <catch2/catch.hpp>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

// Of springs: front at 3 <= s <= 5, mu = 0.5, where the projected gradient is 0.
const std::vector<double> kOnFront = {4, 0.5}, kOffFront = {4, 0.4};

}  // namespace

TEST_CASE("results stand by frequency error, the best of each objective and kinks among them") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  PolishResults results(session);
  CHECK(results.best(Goal::lowest_damping()) == nullptr);
  CHECK_FALSE(results.kinked());
  for (const auto& x : {std::vector<double>{5, 0.5}, {3, 0.5}, {4, 0.4}, {4, 0.5}})
    results.add(session.evaluate_with_gradient({x})[0], false);
  CHECK(results.non_dominated() == std::vector<std::size_t>{1, 3, 0});
  CHECK(results.best(Goal::lowest_frequency()) == &results.all()[1]);
  CHECK(results.best(Goal::lowest_damping()) == &results.all()[0]);
  CHECK_FALSE(results.stopped_at_kink(3));
  CHECK(results.stopped_at_kink(2));
  CHECK_FALSE(results.went_over(2));
  results.mark_as_gone_over(2);
  CHECK(results.went_over(2));
}

TEST_CASE("more than a twentieth of the descents makes a problem one with kinks") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  const Evaluation at_rest = session.evaluate_with_gradient({kOnFront})[0],
                   stopped = session.evaluate_with_gradient({kOffFront})[0],
                   end = session.evaluate_with_gradient({{3, 0.5}})[0];
  PolishResults results(session);
  results.add(stopped, true);
  CHECK_FALSE(results.kinked());  // one point
  results.add(end, false);
  for (int k = 0; k < 17; ++k) results.add(at_rest, false);
  CHECK(results.kinked());  // 1 of 19
  results.add(at_rest, false);
  CHECK_FALSE(results.kinked());  // 1 of 20
}

TEST_CASE("the front is results, and what was seen beyond them by more than 0.0005") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  PolishResults results(session);
  for (const auto& x : {std::vector<double>{3, 0.5}, {5, 0.5}})
    results.add(session.evaluate_with_gradient({x})[0], false);
  session.evaluate({{4, 0.5}, {4, 0.3}});
  // Behind 4 by 0.0001 in the one objective, before it in the other: as good as seen.
  session.evaluate({{4.00005, 0.5}});
  const auto front = results.front();
  REQUIRE(front.size() == 3);
  CHECK(front[0].parameters[0] == Approx(1e3));
  CHECK(front[1].parameters[0] == Approx(1e5));
  CHECK(front[2].parameters[0] == Approx(1e4).epsilon(1e-3));
}
