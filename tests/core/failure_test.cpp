#include "core/failure.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("a problem reads as a sentence with where, key, found, rule and remedy") {
  const Problem full{"study.json", "/seed", "-1", "must be a whole number from 0", "use 1"};
  CHECK(full.sentence() == "study.json, /seed: found -1; must be a whole number from 0. use 1.");
  const Problem bare{"", "", "", "nothing is left", ""};
  CHECK(bare.sentence() == "nothing is left.");
  const Problem keyed{"", "--mode", "9", "must exist", ""};
  CHECK(keyed.sentence() == "--mode: found 9; must exist.");
  const Problem asking{"a.csv", "", "nothing", "must ring", "is the channel connected?"};
  CHECK(asking.sentence() == "a.csv: found nothing; must ring. is the channel connected?");
}

TEST_CASE("a failure carries all its problems, one per line") {
  const std::vector<Problem> two{{"a", "", "", "first", ""}, {"b", "", "", "second", ""}};
  const Failure failure(two);
  CHECK(failure.problems().size() == 2);
  CHECK(std::string(failure.what()) == "a: first.\nb: second.");
  CHECK_THROWS_AS(throw_if_any(two), Failure);
  CHECK_NOTHROW(throw_if_any({}));
}
