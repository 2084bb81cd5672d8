#include "studies/study_reader.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "studies/key_lookup.hpp"

using namespace slipfront;

TEST_CASE("pointers escape slashes and tildes of names") {
  std::vector<Problem> problems;
  check_keys(StudyJson::parse(R"({"roms": {"a/b~c": {"fil": "x"}}})"), "x", problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].key == "/roms/a~1b~0c/fil");
}

TEST_CASE("defaults are merged key by key, and every entry of the table is filled in") {
  std::vector<Problem> problems;
  const StudyJson filled = resolve_keys(
      StudyJson::parse(R"({"defaults": {"viscous": false, "optimizer": {"population": 8}},
        "combinations": [{"id": "a", "optimizer": {"generations": 5}}, {"id": "b", "viscous": true}]})"),
      "x", problems);
  const StudyJson& a = filled.at("combinations").at(0);
  CHECK(a.at("viscous") == false);
  CHECK(a.at("optimizer").at("population") == 8);
  CHECK(a.at("optimizer").at("generations") == 5);
  CHECK(filled.at("combinations").at(1).at("viscous") == true);
  CHECK_FALSE(filled.contains("defaults"));
  for (const StudyKey* key : members_of("combinations[]"))
    if (!key->fallback.empty()) CHECK(a.contains(last_of(key->path)));
  // name, roms, experiment, and of each combination rom, model and fit_modes.
  CHECK(problems.size() == 3 + 2 * 3);
}

TEST_CASE("every default of the table obeys the rule of its own key") {
  for (const StudyKey& key : study_keys()) {
    if (key.fallback.empty()) continue;
    std::vector<Problem> problems;
    check_value(StudyJson::parse(key.fallback), key, "table", key.path, problems);
    CAPTURE(key.path);
    CHECK(problems.empty());
  }
}
