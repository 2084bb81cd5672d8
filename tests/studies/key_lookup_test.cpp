#include "studies/key_lookup.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("keys are found by path and by name in their group") {
  REQUIRE(find_key("combinations[].optimizer.seed"));
  CHECK(find_key("combinations[].optimizer.seed")->kind == KeyKind::whole_number);
  CHECK(find_key("combinations.optimizer") == nullptr);
  CHECK(member("", "amplitudes") == find_key("amplitudes"));
  CHECK(member("box_upper", "damping") == find_key("box_upper.damping"));
  CHECK(member("box_upper", "amplitudes") == nullptr);
  CHECK(last_of("combinations[].model") == "model");
  CHECK(last_of("seed") == "seed");
}

TEST_CASE("defaults have the keys of a combination but not its names") {
  const auto own = names_of(members_of("combinations[]")),
             defaults = names_of(members_of("defaults"));
  CHECK(own.size() == defaults.size() + 2);
  CHECK(member("defaults", "model") == find_key("combinations[].model"));
  CHECK(member("defaults", "id") == nullptr);
  CHECK(member("defaults", "title") == nullptr);
}
