#include "optimize/front_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

/// Gains of ten batches after one descent, and all that was seen.
std::vector<double> ten_batches(int threads, std::vector<Evaluation>& seen) {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, threads, {});
  const SearchSpace& space = session.space();
  RandomEngine random(1);
  std::vector<std::vector<double>> first;
  for (int k = 0; k < 20; ++k) first.push_back(uniform_point(random, space.lower(), space.upper()));
  session.evaluate(first);
  session.evaluate_with_gradient({first.front()});
  FrontSearch search(session, 0.01, 7);
  std::vector<double> gains;
  for (int k = 0; k < 10; ++k) gains.push_back(search.batch(30).value());
  CHECK(session.ledger()->cost() <= 20 + 3 + 10 * 30);
  seen = session.seen();
  return gains;
}

}  // namespace

TEST_CASE("batches around a front better it, and are the same on any number of threads") {
  std::vector<Evaluation> one, two;
  const auto gains = ten_batches(1, one);
  CHECK(gains == ten_batches(2, two));
  REQUIRE(one.size() == two.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i].parameters == two[i].parameters);
  CHECK(gains.front() > 0.01);
}
