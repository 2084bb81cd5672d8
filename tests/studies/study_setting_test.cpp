#include "studies/study_setting.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace slipfront;

namespace {

std::vector<Problem> set(StudyJson& document, const std::string& setting) {
  std::vector<Problem> problems;
  apply_setting(document, setting, problems);
  return problems;
}

}  // namespace

TEST_CASE("a setting reaches groups, tables and entries of lists") {
  StudyJson document = StudyJson::parse(
      R"({"combinations": [{"id": "a.b"}, {"id": "c", "optimizer": {"seed": 1}}]})");
  CHECK(set(document, "box_upper.frequency=0.2").empty());
  CHECK(set(document, "roms.joint.file=x=y.mat").empty());
  CHECK(set(document, "bounds.slip_traction={\"lower\":1}").empty());
  CHECK(set(document, "combinations[a.b].fit_modes=[1,2]").empty());
  CHECK(set(document, "combinations[1].optimizer.generations=9").empty());
  CHECK(set(document, "combinations[].viscous=false").empty());
  CHECK(document == StudyJson::parse(R"({
    "combinations": [{"id": "a.b", "fit_modes": [1, 2], "viscous": false},
                     {"id": "c", "optimizer": {"seed": 1, "generations": 9}, "viscous": false}],
    "box_upper": {"frequency": 0.2}, "roms": {"joint": {"file": "x=y.mat"}},
    "bounds": {"slip_traction": {"lower": 1}}})"));
}

TEST_CASE("a setting with a problem says so and changes nothing") {
  const StudyJson before = StudyJson::parse(R"({"amplitudes": 20, "combinations": [{"id": "a"}]})");
  const std::pair<const char*, const char*> cases[] = {
      {"amplitudes", "must be path=value"},
      {"=3", "must be path=value"},
      {"amplitude=3", "did you mean 'amplitudes'?"},
      {"amplitudes=many", "must be a whole number"},
      {"amplitudes.x=1", "has no keys inside"},
      {"box_upper.frequenzy=1", "did you mean 'frequency'?"},
      {"combinations[b].viscous=true", "is no combination of this study"},
      {"combinations[a].modle=jenkins", "did you mean 'model'?"},
      {"combinations[a]={}", "is a whole entry"},
      {"combinations.model=jenkins", "has no keys inside"},
      {"amplitudes[0]=3", "is no key of a study here"},
      {"include=[\"other.json\"]", "is read before any setting"},
  };
  for (const auto& [setting, says] : cases) {
    StudyJson document = before;
    const auto problems = set(document, setting);
    CAPTURE(setting);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].where == "--set");
    CHECK_THAT(problems[0].sentence(), Catch::Contains(says));
    CHECK(document == before);
  }
}

TEST_CASE("an entry is named by its id; by its position only where no id is that number") {
  StudyJson document = StudyJson::parse(R"({"combinations": [{"id": "a"}, {"id": "0"}]})");
  CHECK(set(document, "combinations[0].loops=7").empty());
  CHECK(set(document, "combinations[1].loops=8").empty());
  CHECK(document ==
        StudyJson::parse(R"({"combinations": [{"id": "a"}, {"id": "0", "loops": 8}]})"));
}
