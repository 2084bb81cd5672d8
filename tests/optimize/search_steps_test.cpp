#include "optimize/search_steps.hpp"

#include <catch2/catch.hpp>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

struct Steps {
  GradientFormula objective = springs_objective();
  MemoryStore store;
  std::vector<std::string> notes;
  std::vector<int> told;
  int stop_at = 1000;

  /// Walks up to `steps`; how many were done.
  int walk(int steps, const std::string& settings = "a") {
    notes.clear();
    told.clear();
    const EvaluationLedger ledger(objective, store, 1);
    SearchSteps walker(
        settings, store, ledger,
        [this](const OptimizerProgress& p) {
          told.push_back(p.generation);
          return p.generation < stop_at;
        },
        notes);
    for (int k = 0; k < steps; ++k)
      if (!walker.done()) {
        CHECK(walker.stopped());
        break;
      }
    return walker.count();
  }
};

}  // namespace

TEST_CASE("steps of an earlier run are walked in silence, then counted on") {
  Steps steps;
  steps.stop_at = 3;
  CHECK(steps.walk(10) == 3);
  CHECK(steps.told == std::vector{1, 2, 3});
  steps.stop_at = 1000;
  CHECK(steps.walk(6) == 6);
  CHECK(steps.told == std::vector{4, 5, 6});
  CHECK(steps.notes.empty());
}

TEST_CASE("each call makes at least one step, however often it is stopped") {
  Steps steps;
  steps.stop_at = 0;
  for (int k = 1; k <= 5; ++k) CHECK(steps.walk(10) == k);
}

TEST_CASE("checkpoints that are damaged or of another search are noted and not used") {
  Steps steps;
  steps.walk(4);
  CHECK(steps.walk(4, "b") == 4);
  CHECK(steps.told.size() == 4);
  REQUIRE(steps.notes.size() == 1);
  CHECK(steps.notes[0].find("other settings") != std::string::npos);

  steps.store.checkpoint->replace(steps.store.checkpoint->find("steps 4"), 7, "steps 9");
  steps.walk(4, "b");
  REQUIRE(steps.notes.size() == 1);
  CHECK(steps.notes[0].find("damaged") != std::string::npos);

  steps.store.checkpoint = "slipfront-nsga2 1\nsettings x\n";
  steps.walk(4, "b");
  REQUIRE(steps.notes.size() == 1);
  CHECK(steps.notes[0].find("another optimizer") != std::string::npos);
}

TEST_CASE("progress tells the best errors of eq 41 seen") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  std::vector<std::string> notes;
  const EvaluationLedger ledger(objective, store, 1);
  OptimizerProgress last{};
  SearchSteps walker(
      "a", store, ledger,
      [&](const OptimizerProgress& p) {
        last = p;
        return true;
      },
      notes);
  walker.expect(7);
  Evaluation e;
  e.frequency_objective = -4;
  e.damping_objective = -2;
  walker.see(e);
  e.frequency_objective = -8;
  e.failed_amplitudes = 1;
  walker.see(e);
  CHECK(walker.done());
  CHECK(last.best_frequency == Approx(1e-2));
  CHECK(last.best_damping == Approx(1e-1));
  CHECK(last.generations == 7);
}
