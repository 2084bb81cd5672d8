#include "models/declared_law.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "core/failure.hpp"
#include "models/laws.hpp"

using namespace slipfront;

TEST_CASE("values are checked before they are bound") {
  const auto law = make_jenkins();
  const Framework masing = Framework::masing;
  const std::vector<double> good = {1e5, 1e12}, few = {1e5}, negative = {-1, 1e12},
                            rigid = {1e5, std::numeric_limits<double>::infinity()};
  CHECK(law->domain_violation(masing, good).empty());
  CHECK(law->domain_violation(masing, few) == "needs 2 parameters");
  CHECK(law->domain_violation(masing, negative) == "slip_traction must not be negative");
  CHECK(law->domain_violation(masing, rigid) == "tangential_stiffness must be finite");
  CHECK(law->bind(masing, good)->parameter_count() == 2);
  try {
    law->bind(masing, negative);
    FAIL("no Failure");
  } catch (const Failure& failure) {
    const Problem& problem = failure.problems().at(0);
    CHECK(problem.where == "model 'jenkins'");
    CHECK(problem.found == "slip_traction = -1, tangential_stiffness = 1e+12");
    CHECK(problem.rule == "slip_traction must not be negative");
  }
}
