#include "optimize/fit_problem.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <pagmo/problem.hpp>

#include "guarded_formula.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

struct Made {
  Formula objective{valley_parameters(), valley};
  MemoryStore store;
  std::shared_ptr<EvaluationLedger> ledger =
      std::make_shared<EvaluationLedger>(objective, store, 2);
  pagmo::problem problem{
      FitProblem(ledger, std::make_shared<const SearchSpace>(objective.bounds()))};
};

}  // namespace

TEST_CASE("a fit is a pagmo problem of two objectives and one constraint") {
  const Made made;
  CHECK(made.problem.get_nobj() == 2);
  CHECK(made.problem.get_nic() == 1);
  CHECK(made.problem.get_nec() == 0);
  CHECK(made.problem.get_nx() == 2);  // the held parameter is not searched
  CHECK(made.problem.has_batch_fitness());
  CHECK(made.problem.get_bounds().first[0] == Approx(2));
}

TEST_CASE("the fitness of a feasible point is its errors and no violation") {
  const Made made;
  const auto f = made.problem.fitness({4, 0.5});
  CHECK(f[0] == Approx(-3));
  CHECK(f[1] == Approx(-3));
  CHECK(f[2] == 0);
}

TEST_CASE("violation orders by failed amplitudes, then by residual") {
  const Made made;
  const auto one = made.problem.fitness({4, 0.92}), worse = made.problem.fitness({4, 0.94}),
             two = made.problem.fitness({4, 0.96});
  CHECK(one[2] == Approx(1 + 0.92 / 1.92));
  CHECK(one[2] < worse[2]);
  CHECK(worse[2] < two[2]);
  CHECK(two[2] < 3);
  CHECK(one[0] == 6 + one[2]);
  CHECK(one[1] == 6 + one[2]);
  const auto lost = made.problem.fitness({4, 0.01});  // NaN from the objective
  for (const double value : lost) CHECK(std::isfinite(value));
  CHECK(lost[2] >= 1);
}

TEST_CASE("the penalty is added to both objectives of the search only") {
  Made made;
  Formula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = valley(p);
    e.residual_l1 = 0.25;
    return e;
  });
  objective.penalised = true;
  const FitProblem problem(std::make_shared<EvaluationLedger>(objective, made.store, 1),
                           std::make_shared<const SearchSpace>(objective.bounds()));
  CHECK(problem.fitness({4, 0.5})[0] == Approx(-2.75));
  CHECK(problem.fitness({4, 0.5})[1] == Approx(-2.75));
  CHECK(made.store.kept.begin()->second.frequency_objective == Approx(-3));
}

TEST_CASE("a batch is its points one by one, and copies share the books") {
  const Made made;
  const pagmo::problem copy = made.problem;
  const auto all = copy.batch_fitness({4, 0.5, 3, 0.6, 5, 0.99});
  REQUIRE(all.size() == 9);
  CHECK(made.ledger->evaluations() == 3);
  const auto single = made.problem.fitness({3, 0.6});
  CHECK(std::vector<double>(all.begin() + 3, all.begin() + 6) == single);
  CHECK(made.objective.computed == 3);
}

TEST_CASE("a problem made from nothing says so") {
  CHECK_THROWS_AS(FitProblem().get_bounds(), Failure);
}

TEST_CASE("for algorithms that know no constraints the violation is left out") {
  const Made made;
  const pagmo::problem free{
      FitProblem(made.ledger, std::make_shared<const SearchSpace>(made.objective.bounds()), false)};
  CHECK(free.get_nic() == 0);
  const auto good = free.fitness({4, 0.5}), bad = free.fitness({4, 0.97});
  REQUIRE(good.size() == 2);
  CHECK(good[0] == Approx(-3));
  CHECK(bad[0] > 6);
  CHECK(bad[1] > 6);
}

TEST_CASE("with a guard the variables are those of the edge's scale") {
  const GuardedFormula objective;
  MemoryStore store;
  const auto ledger = std::make_shared<EvaluationLedger>(objective, store, 1);
  const auto space = std::make_shared<const SearchSpace>(objective.bounds());
  const pagmo::problem problem{FitProblem(ledger, space, true, objective.guard())};
  const auto [lower, upper] = problem.get_bounds();
  CHECK(lower == std::vector<double>{0, -4});
  CHECK(upper == std::vector<double>{1, 1});
  const EdgeScale scale(*space, objective.guard());
  for (const double w : {0., 0.3, 1.}) {
    const auto p = space->decode(scale.to_search({w, -1}));
    CHECK(objective.domain_margin(p) > 0);
    const auto f = problem.fitness({w, -1});
    CHECK(f[0] == Approx(beyond_the_guard(p).frequency_objective));
    CHECK(f[1] == Approx(beyond_the_guard(p).damping_objective));
  }
}
