#include "optimize/nsga2.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "core/front.hpp"
#include "core/number.hpp"
#include "guarded_formula.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

Nsga2Options small() {
  Nsga2Options options;
  options.population = 17;
  options.generations = 12;
  options.keep_generations = 5;
  options.seed = 3;
  return options;
}

Formula valley_objective() { return Formula(valley_parameters(), valley); }

/// Everything of a result that must not change, as text.
std::string bytes(const OptimizerResult& result) {
  std::string text = std::to_string(result.evaluations) + ' ' +
                     std::to_string(result.failed_evaluations) + ' ' +
                     std::to_string(result.generations) + ' ' + result.stop_reason;
  for (const Evaluation& e : result.front) {
    text += '\n' + to_text(e.frequency_objective) + ' ' + to_text(e.damping_objective);
    for (const double p : e.parameters) text += ' ' + to_text(p);
  }
  return text;
}

OptimizerResult run(const Formula& objective, const Nsga2Options& options, int threads = 1) {
  MemoryStore store;
  return run_nsga2(objective, options, store, threads);
}

/// Stops after the given generation.
auto until(int generation) {
  return [generation](const OptimizerProgress& p) { return p.generation < generation; };
}

}  // namespace

TEST_CASE("the front of a known problem is found, sorted and free of domination") {
  Nsga2Options options = small();
  options.population = 75;
  options.generations = 40;
  const Formula objective = valley_objective();
  const OptimizerResult result = run(objective, options);
  REQUIRE(result.front.size() > 20);
  CHECK(result.stop_reason == "generation limit: 40 >= 40");
  CHECK_FALSE(result.interrupted);
  CHECK(result.generations == 40);
  CHECK(result.evaluations == objective.computed);
  for (std::size_t i = 0; i < result.front.size(); ++i) {
    const Evaluation& e = result.front[i];
    CHECK(e.feasible());
    CHECK(e.parameters[1] == 7);
    CHECK(e.frequency_hz.size() == 1);
    // The known front is sqrt(a) + sqrt(b) = 2; no point can be below it.
    const double sum = std::sqrt(e.frequency_objective + 4) + std::sqrt(e.damping_objective + 4);
    CHECK(sum >= 2 - 1e-9);
    CHECK(sum < 2.1);
    if (i == 0) continue;
    CHECK(result.front[i - 1].frequency_objective < e.frequency_objective);
    CHECK(result.front[i - 1].damping_objective > e.damping_objective);
  }
  CHECK(result.front.front().parameters[0] == Approx(1e3).epsilon(0.3));
  CHECK(result.front.back().parameters[0] == Approx(1e5).epsilon(0.3));
}

TEST_CASE("one, two and five threads give the same bytes") {
  const Formula objective = valley_objective();
  const std::string one = bytes(run(objective, small(), 1));
  CHECK(one == bytes(run(objective, small(), 2)));
  CHECK(one == bytes(run(objective, small(), 5)));
  Nsga2Options other = small();
  other.seed = 4;
  CHECK(one != bytes(run(objective, other)));
}

TEST_CASE("stopped after any generation and resumed gives the bytes of one run") {
  const Formula objective = valley_objective();
  MemoryStore whole_store;
  const OptimizerResult whole = run_nsga2(objective, small(), whole_store, 1);
  for (int stop = 0; stop <= small().generations; ++stop) {
    MemoryStore store;
    const auto part = run_nsga2(objective, small(), store, 1, until(stop));
    CHECK(part.interrupted == (stop < small().generations));
    CHECK(part.generations == stop);
    const auto rest = run_nsga2(objective, small(), store, 2);
    CHECK(bytes(rest) == bytes(whole));
    CHECK(rest.notes.empty());
    CHECK(store.checkpoint == whole_store.checkpoint);
    CHECK(store.added == whole_store.added);
  }
}

TEST_CASE("stopped after every generation in turn gives the bytes of one run") {
  const Formula objective = valley_objective();
  const std::string whole = bytes(run(objective, small()));
  MemoryStore store;
  OptimizerResult result;
  int calls = 0;
  do {
    result =
        run_nsga2(objective, small(), store, 1, [](const OptimizerProgress&) { return false; });
    ++calls;
  } while (result.interrupted);
  CHECK(calls == small().generations + 1);
  CHECK(bytes(result) == whole);
  CHECK(bytes(run_nsga2(objective, small(), store, 1)) == whole);  // a finished run stays as it is
}

TEST_CASE("killed in the middle of a generation, evaluations are not computed again") {
  const std::string whole = bytes(run(valley_objective(), small()));
  for (const int kill_at : {5, 20, 100}) {
    MemoryStore store;
    int left = kill_at;
    const Formula dies(valley_parameters(), [&](std::span<const double> p) {
      if (left-- == 0) throw Failure(Problem{"power", "", "", "cut", ""});
      return valley(p);
    });
    CHECK_THROWS_AS(run_nsga2(dies, small(), store, 1), Failure);
    const Formula objective = valley_objective();
    const auto result = run_nsga2(objective, small(), store, 1);
    CHECK(bytes(result) == whole);
    CHECK(objective.computed == result.evaluations - kill_at);
  }
}

TEST_CASE("a damaged or foreign checkpoint is noted, and the stored evaluations are used") {
  const Formula objective = valley_objective();
  MemoryStore store;
  const auto whole = run_nsga2(objective, small(), store, 1);
  const int computed = objective.computed;

  store.checkpoint = store.checkpoint->substr(0, store.checkpoint->size() / 2);
  auto again = run_nsga2(objective, small(), store, 1);
  REQUIRE(again.notes.size() == 1);
  CHECK(again.notes[0].find("damaged") != std::string::npos);
  CHECK(bytes(again) == bytes(whole));
  CHECK(objective.computed == computed);

  Nsga2Options other = small();
  other.population = 18;
  again = run_nsga2(objective, other, store, 1);
  REQUIRE(again.notes.size() == 1);
  CHECK(again.notes[0].find("other settings") != std::string::npos);
  CHECK(bytes(again) == bytes(run(objective, other)));
}

TEST_CASE("a higher limit goes on, a lower one starts again from the store") {
  const Formula objective = valley_objective();
  Nsga2Options longer = small();
  longer.generations = 20;
  MemoryStore store;
  run_nsga2(objective, small(), store, 1);
  const auto extended = run_nsga2(objective, longer, store, 1);
  CHECK(extended.notes.empty());
  CHECK(bytes(extended) == bytes(run(objective, longer)));
  const auto shorter = run_nsga2(objective, small(), store, 1);
  CHECK(shorter.notes.size() == 1);
  CHECK(bytes(shorter) == bytes(run(objective, small())));
}

TEST_CASE("seeds are in the first generation, and must be within the bounds") {
  Nsga2Options options = small();
  options.generations = 1;
  options.seeds = {{1e3, 7, 0.5}, {1e5, 7, 0.5}};
  const Formula objective = valley_objective();
  MemoryStore store;
  const auto result = run_nsga2(objective, options, store, 1);
  // Both ends of the true front cannot be beaten.
  CHECK(result.front.front().parameters[0] == Approx(1e3));
  CHECK(result.front.back().parameters[0] == Approx(1e5));

  options.seeds = {{1e3, 7, 0.5}, {1e7, 7, 0.5}, {1e3, 7, -1}, {1e3, 7}};
  CHECK_THROWS_WITH(run_nsga2(objective, options, store, 1), Catch::Contains("seed 2, k") &&
                                                                 Catch::Contains("seed 3, mu") &&
                                                                 Catch::Contains("seed 4"));
}

TEST_CASE("infeasible points and NaN are never on a front") {
  Nsga2Options options = small();
  // Nothing else but the failing and the NaN region is better than the rest.
  const Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = valley(p);
    if (p[2] > 0.9 || p[2] < 0.05) e.frequency_objective = -16;
    return e;
  });
  options.seeds = {{1e4, 7, 0.01}, {1e4, 7, 0.92}, {1e4, 7, 0.99}};
  const auto result = run(objective, options);
  REQUIRE(!result.front.empty());
  CHECK(result.failed_evaluations >= 3);
  for (const Evaluation& e : result.front) {
    CHECK(e.feasible());
    CHECK(e.parameters[2] <= 0.9);
    CHECK(e.parameters[2] >= 0.05);
  }
}

TEST_CASE("a model that fails everywhere ends with an empty front and says so") {
  const Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e;
    e.failed_amplitudes = 20;
    e.residual = p[2];
    return e;
  });
  std::vector<double> best;
  MemoryStore store;
  const auto result = run_nsga2(objective, small(), store, 1, [&](const OptimizerProgress& p) {
    best.push_back(p.best_frequency);
    return true;
  });
  CHECK(result.front.empty());
  CHECK(result.failed_evaluations == result.evaluations);
  CHECK(result.stop_reason.find("no parameter set converged") == 0);
  for (const double value : best) CHECK(value == std::numeric_limits<double>::infinity());
}

TEST_CASE("the front is free of the residual penalty, and points that it moved are counted") {
  // The penalty makes one half of the valley look worse than it is.
  Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = valley(p);
    e.residual_l1 = p[0] > 1e4 ? 0.07 : 1e-9;
    return e;
  });
  objective.penalised = true;
  const auto result = run(objective, small());
  int beyond = 0;
  for (const Evaluation& e : result.front) {
    CHECK(e.frequency_objective == valley(e.parameters).frequency_objective);
    if (e.parameters[0] > 1e4) ++beyond;
  }
  REQUIRE(beyond > 0);
  CHECK(result.moved_points >= beyond);
  objective.penalised = false;
  CHECK(run(objective, small()).moved_points == 0);
}

TEST_CASE("progress counts generations and evaluations and carries errors of eq 41") {
  const Formula objective = valley_objective();
  MemoryStore store;
  std::vector<OptimizerProgress> seen;
  const auto result = run_nsga2(objective, small(), store, 1, [&](const OptimizerProgress& p) {
    seen.push_back(p);
    return true;
  });
  REQUIRE(seen.size() == 13);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].generation == static_cast<int>(i));
    CHECK(seen[i].generations == 12);
  }
  CHECK(seen[0].evaluations == 17);
  CHECK(seen.back().evaluations == result.evaluations);
  CHECK(seen.back().failed == result.failed_evaluations);
  CHECK(seen.back().best_frequency >= 1e-2);  // eq 42: -4 at best
  CHECK(seen.back().best_frequency < 2e-2);
}

TEST_CASE("wrong options are refused before anything is computed") {
  const Formula objective = valley_objective();
  MemoryStore store;
  Nsga2Options options = small();
  options.population = 3;
  CHECK_THROWS_WITH(run_nsga2(objective, options, store, 0),
                    Catch::Contains("population") && Catch::Contains("threads"));
  CHECK(objective.computed == 0);
  CHECK(!store.checkpoint);
}

TEST_CASE("a search in one free parameter, and with duplicate seeds, works") {
  auto parameters = valley_parameters();
  parameters[2].lower = parameters[2].upper = 0.5;
  const Formula objective(parameters, valley);
  Nsga2Options options = small();
  options.seeds.assign(17, {1e4, 7, 0.5});
  const auto result = run(objective, options);
  CHECK(result.front.size() > 3);
  CHECK(result.evaluations == objective.computed);
  CHECK(result.evaluations < 17 * 13);
}

TEST_CASE("along the edge of its domain the best fit on it is found, from seeds too") {
  const GuardedFormula objective;
  Nsga2Options options = small();
  options.population = 40;
  options.generations = 60;
  options.along_edge = true;
  options.seeds = {{0.5, 0.1}};
  MemoryStore store;
  const auto result = run_nsga2(objective, options, store, 1);
  REQUIRE(result.front.size() > 10);
  for (const Evaluation& e : result.front) CHECK(objective.domain_margin(e.parameters) > 0);
  const double beta = best_beta_on_guard();
  const double best =
      beyond_the_guard(std::vector<double>{-1 - beta / (1 + beta), beta}).frequency_objective;
  CHECK(result.front.front().frequency_objective == Approx(best).margin(0.01));
  CHECK(std::any_of(store.kept.begin(), store.kept.end(), [](const auto& entry) {
    const auto& p = entry.second.parameters;  // the seed, by way of the edge's scale
    return p[0] == Approx(0.5) && p[1] == Approx(0.1);
  }));

  options.along_edge = false;
  MemoryStore other;
  const auto free = run_nsga2(objective, options, other, 1);  // the formula has values beyond
  CHECK(free.front.front().frequency_objective < best - 0.1);
}
