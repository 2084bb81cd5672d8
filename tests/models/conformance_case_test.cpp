#include "models/conformance_case.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"

using namespace slipfront;

namespace {

struct Fixture {
  std::unique_ptr<FrictionLaw> law = make_jenkins();
  ConformanceOptions options;
  std::mt19937_64 random{7};
  Findings findings;
  ConformanceCase at{*law, Framework::masing, {1e5, 1e12}, 0, options, random, findings};
};

}  // namespace

TEST_CASE("findings keep the first failure of a kind and count the rest") {
  Findings findings;
  findings.add("b", "first");
  findings.add("b", "second");
  findings.add("a", "only");
  CHECK(findings.sentences() == std::vector<std::string>{"a: only", "b: first (and 1 more)"});
}

TEST_CASE("a case finds where its law bends") {
  Fixture fixture;  // slips at 1e-7 m
  CHECK(fixture.at.knee() == Approx(1e-7).epsilon(0.2));
  CHECK(fixture.at.slip() == fixture.at.knee());
  CHECK(fixture.at.with(0, -1) == nullptr);
  CHECK(fixture.at.with(0, 1) != nullptr);
}

TEST_CASE("a derivative may be that of either side of a kink, but no other") {
  Fixture fixture;
  const auto kink = [](double x) { return x < 1 ? 2 * x : 2 + 5 * (x - 1); };
  for (const double claimed : {2.0, 5.0})
    fixture.at.expect_derivative(kink, 1, 1, claimed, 2, "kink", "x = 1");
  fixture.at.expect_derivative([](double x) { return std::exp(x); }, 1, 1, std::exp(1), 3, "exp",
                               "");
  // defined on one side only
  fixture.at.expect_derivative([](double x) { return x < 0 ? NAN : x; }, 0, 1, 1, 1, "edge", "");
  CHECK(fixture.findings.sentences().empty());
  fixture.at.expect_derivative(kink, 1, 1, 3, 2, "wrong", "x = 1");
  fixture.at.expect_derivative(kink, 2, 1, NAN, 2, "nan", "x = 2");
  CHECK(fixture.findings.sentences().size() == 2);
}

TEST_CASE("values that are not finite are never near") {
  Fixture fixture;
  fixture.at.expect_near(1, 1 + 1e-12, 1, 1e-9, "near", "");
  CHECK(fixture.findings.sentences().empty());
  fixture.at.expect_near(NAN, NAN, 1, 1e-9, "nan", "");
  fixture.at.expect_near(1, 2, 1, 1e-9, "far", "");
  CHECK(fixture.findings.sentences().size() == 2);
}
