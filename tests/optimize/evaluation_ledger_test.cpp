#include "optimize/evaluation_ledger.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/failure.hpp"
#include "gradient_formulas.hpp"
#include "optimize/parallel.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

const std::vector<double> kGood = {1e4, 7, 0.5}, kFails = {1e4, 7, 0.97}, kNan = {1e4, 7, 0.01};

}  // namespace

TEST_CASE("each parameter set is computed once, stored and counted once") {
  const Formula objective(valley_parameters(), valley);
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const auto first = ledger.evaluate({kGood, kFails, kGood});
  REQUIRE(first.size() == 3);
  CHECK(first[0].parameters == kGood);
  CHECK(first[1].failed_amplitudes == 2);
  CHECK(first[2].frequency_objective == first[0].frequency_objective);
  ledger.evaluate({kFails, kGood});
  CHECK(objective.computed == 2);
  CHECK(store.added == 2);
  CHECK(ledger.evaluations() == 2);
  CHECK(ledger.failed() == 1);
  CHECK(ledger.keys() == std::vector<std::string>{objective.key(kGood), objective.key(kFails)});
}

TEST_CASE("what is already stored is not computed, but counts as asked for") {
  const Formula objective(valley_parameters(), valley);
  MemoryStore store;
  EvaluationLedger(objective, store, 1).evaluate({kGood, kFails});
  EvaluationLedger again(objective, store, 1);
  again.evaluate({kGood, kFails});
  CHECK(objective.computed == 2);
  CHECK(again.evaluations() == 2);
  CHECK(again.failed() == 1);

  EvaluationLedger restored(objective, store, 1);
  restored.restore(again.keys(), again.failed());
  restored.evaluate({kGood, {1e3, 7, 0.5}});
  CHECK(restored.evaluations() == 3);
  CHECK(restored.failed() == 1);
}

TEST_CASE("of a batch what will take longest is computed first; answers keep their order") {
  std::vector<double> order;
  const Formula objective(valley_parameters(), [&](std::span<const double> p) {
    order.push_back(p[0]);
    if (p[0] > 1e4) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return valley(p);
  });
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  ledger.evaluate({{1e3, 7, 0.5}, {1e5, 7, 0.5}});
  CHECK(order == std::vector{1e3, 1e5});  // nothing is known yet
  CHECK(ledger.expected_seconds({1.1e5, 7, 0.5}) >= 0.05);
  order.clear();
  const auto found = ledger.evaluate({{0.9e3, 7, 0.5}, {0.9e5, 7, 0.5}, {1.1e5, 7, 0.5}});
  CHECK(order == std::vector{0.9e5, 1.1e5, 0.9e3});
  REQUIRE(found.size() == 3);
  CHECK(found[0].parameters[0] == 0.9e3);
  CHECK(found[2].parameters[0] == 1.1e5);
  // Counted in the order in which they were asked for.
  CHECK(ledger.keys()[2] == objective.key(std::vector{0.9e3, 7., 0.5}));
}

TEST_CASE("errors that are not finite are stored as a failure with finite numbers") {
  const Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = valley(p);
    e.residual = std::nan("");
    return e;
  });
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const Evaluation e = ledger.evaluate({kNan})[0];
  CHECK(e.failed_amplitudes == 1);
  CHECK(!e.reason.empty());
  for (const double x : {e.frequency_objective, e.damping_objective, e.residual, e.residual_l1})
    CHECK(std::isfinite(x));
  CHECK(e.frequency_hz.empty());
  CHECK(store.find(objective.key(kNan))->failed_amplitudes == 1);
}

TEST_CASE("a penalty that is not finite fails its parameter set") {
  Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = valley(p);
    e.residual_l1 = INFINITY;
    return e;
  });
  objective.penalised = true;
  MemoryStore store;
  const Evaluation e = EvaluationLedger(objective, store, 1).evaluate({kGood})[0];
  CHECK(!e.feasible());
  CHECK(std::isfinite(e.residual_l1));
}

TEST_CASE("many threads give what one gives, in the same order") {
  std::vector<std::vector<double>> points;
  for (int i = 0; i < 200; ++i) points.push_back({100. + i % 150, 7, 0.5 + 0.002 * (i % 150)});
  const Formula objective(valley_parameters(), valley);
  MemoryStore one_store, four_store;
  EvaluationLedger one(objective, one_store, 1), four(objective, four_store, 4);
  const auto a = one.evaluate(points), b = four.evaluate(points);
  REQUIRE(b.size() == 200);
  for (std::size_t i = 0; i < 200; ++i) {
    CHECK(a[i].parameters == points[i]);
    CHECK(b[i].parameters == points[i]);
    CHECK(a[i].frequency_objective == b[i].frequency_objective);
  }
  CHECK(one.keys() == four.keys());
  CHECK(four.evaluations() == 150);
  CHECK(objective.computed == 300);
}

TEST_CASE("a failure inside an evaluation reaches the caller, with any number of threads") {
  const Formula objective(valley_parameters(), [](std::span<const double> p) -> Evaluation {
    if (p[0] > 1e4) throw Failure(Problem{"formula", "k", "", "too large", ""});
    return valley(p);
  });
  for (const int threads : {1, 3}) {
    MemoryStore store;
    EvaluationLedger ledger(objective, store, threads);
    CHECK_THROWS_AS(ledger.evaluate({kGood, {1e5, 7, 0.5}}), Failure);
  }
}

TEST_CASE("looking up does not count, and computes what the store has lost") {
  const Formula objective(valley_parameters(), valley);
  MemoryStore store;
  const EvaluationLedger ledger(objective, store, 1);
  CHECK(ledger.look_up(kGood).frequency_objective == Approx(-3));
  CHECK(ledger.look_up(kGood).parameters == kGood);
  CHECK(objective.computed == 1);
  CHECK(ledger.evaluations() == 0);
}

TEST_CASE("an evaluation with gradient also answers who wants the errors alone") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const Evaluation with = ledger.evaluate_with_gradient(kGood);
  CHECK(with.has_gradient());
  CHECK(ledger.evaluate({kGood})[0].frequency_objective == with.frequency_objective);
  CHECK(ledger.look_up(kGood).has_gradient());
  CHECK(objective.computed == 0);
  CHECK(objective.with_gradient == 1);
  CHECK(ledger.evaluations() == 1);
  CHECK(ledger.gradients() == 1);
  // The other way round the gradient has to be computed, but counts no second parameter set.
  const std::vector<double> other = {2e4, 7, 0.5};
  CHECK_FALSE(ledger.evaluate({other})[0].has_gradient());
  CHECK(ledger.evaluate_with_gradient(other).has_gradient());
  CHECK(ledger.evaluations() == 2);
  CHECK(ledger.gradients() == 2);
  // Two backbones for the first, one and two for the second.
  CHECK(ledger.repeated() == 1);
  CHECK(ledger.cost() == 5);
  ledger.evaluate_with_gradient(other);
  CHECK(ledger.cost() == 5);
}

TEST_CASE("answers do not depend on what the store has by chance") {
  // Asked without gradient, then with it; then one of the two, or both, are lost.
  for (const char* lost : {"", "-gradient", "both"}) {
    const GradientFormula objective = springs_objective();
    const std::string key = objective.key(kGood), which = lost;
    MemoryStore store;
    for (int times = 0; times < 2; ++times) {
      EvaluationLedger ledger(objective, store, 1);
      CAPTURE(which, times);
      CHECK_FALSE(ledger.evaluate({kGood})[0].has_gradient());
      CHECK_FALSE(ledger.look_up(kGood).has_gradient());
      CHECK(ledger.evaluate_with_gradient(kGood).has_gradient());
      CHECK(ledger.evaluate({kGood})[0].has_gradient());
      CHECK(ledger.look_up(kGood).has_gradient());
      CHECK(ledger.cost() == 3);
      for (const char* tail : {"", "-gradient"})
        if (which == tail || which == "both") store.kept.erase(key + tail);
    }
  }
}

TEST_CASE("failed parameter sets and slopes that are not finite keep no gradient") {
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = springs(p);
    if (p[0] > 1e5) e.damping_factor[0] = std::numeric_limits<double>::infinity();
    return e;
  });
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  CHECK_FALSE(ledger.evaluate_with_gradient(kFails).has_gradient());
  const Evaluation steep = ledger.evaluate_with_gradient({2e5, 7, 0.5});
  CHECK(steep.feasible());
  CHECK_FALSE(steep.has_gradient());
}

TEST_CASE("threads that ask for the same point at once compute it once") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 2);
  run_in_parallel(2, 200, [&](std::size_t i) {
    ledger.evaluate_with_gradient({1e3 * static_cast<double>(1 + i / 8), 7, 0.5});
  });
  CHECK(objective.with_gradient == 25);
  CHECK(ledger.gradients() == 25);
  CHECK(ledger.evaluations() == 25);
}
