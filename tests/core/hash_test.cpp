#include "core/hash.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

using namespace slipfront;

TEST_CASE("the fingerprint is the published XXH3 128-bit hash") {
  // Reference values of the algorithm's own test program: the empty input.
  CHECK(fingerprint("") == "99aa06d3014798d86001c324468d497f");
  CHECK(fingerprint("a").size() == 32);
  CHECK(fingerprint("a") != fingerprint("b"));
}

TEST_CASE("an evaluation key tells combinations and parameters apart, bit by bit") {
  const std::vector<double> p{1.0, 2.0}, q{1.0, std::nextafter(2.0, 3.0)};
  const std::set<std::string> keys{evaluation_key("a", p), evaluation_key("b", p),
                                   evaluation_key("a", q), evaluation_key("a", std::vector{1.0})};
  CHECK(keys.size() == 4);
  CHECK(evaluation_key("a", std::vector{0.0}) == evaluation_key("a", std::vector{-0.0}));
  CHECK(evaluation_key("a", p) == evaluation_key("a", p));
}
