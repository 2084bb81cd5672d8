#include "descents.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("SLSQP: scalar optima") { check_scalar_optima(DescentEngine::slsqp); }
TEST_CASE("SLSQP: eq 43 on rays") { check_rays(DescentEngine::slsqp); }
TEST_CASE("SLSQP: an optimum on a bound") { check_bound(DescentEngine::slsqp); }
TEST_CASE("SLSQP: failing parameter sets") { check_failures(DescentEngine::slsqp); }
TEST_CASE("SLSQP: limit of evaluations") { check_limit(DescentEngine::slsqp); }
