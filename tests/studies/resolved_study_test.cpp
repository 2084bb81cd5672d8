#include "studies/resolved_study.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

std::string resolved(const SmallStudy& small) {
  const Study study = small.load({"area_rule=staircase", "title=A title"});
  std::vector<Problem> problems;
  return resolved_study_json(study, load_inputs(study, problems));
}

}  // namespace

TEST_CASE("the resolved study names its inputs and no place of this machine") {
  const SmallStudy small, elsewhere;
  const auto json = nlohmann::json::parse(resolved(small));
  CHECK(json.at("study").at("roms").at("joint").at("built_in") == "lap-joint");
  CHECK(json.at("study").at("experiment").at("1") == "mode-1.csv");
  CHECK(json.at("study").at("combinations").at(0).at("framework") == "masing");
  CHECK(json.at("inputs").at("roms").at("joint").get<std::string>().size() == 32);
  CHECK(json.at("inputs").at("experiment").size() == 3);
  CHECK(resolved(small) == resolved(elsewhere));
}

TEST_CASE("a folder knows what it was asked for") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunFolder folder = RunFolder::open(out.path.string());
  folder.write_resolved_study(resolved(small));
  const ResolvedStudy study = read_resolved_study(folder);
  CHECK(study.title == "A title");
  CHECK(study.area_rule == AreaRule::staircase);
  CHECK(study.box_upper == ErrorPair{0.17, 0.5});
  CHECK(study.fitted_modes == std::vector{1});
  CHECK(study.predicted_modes == std::vector{2});
  REQUIRE(study.combinations.size() == 2);
  CHECK(study.combinations[1].first == "iwan4");
}

TEST_CASE("a damaged resolved study is a failure that names it") {
  const TemporaryFolder out;
  const RunFolder folder = RunFolder::open(out.path.string());
  CHECK_THROWS_AS(read_resolved_study(folder), Failure);
  const std::string key_without_mode =
      R"({"study": {"title": "", "box_upper": {"frequency": 1, "damping": 1},
                    "area_rule": "staircase", "combinations": [
           {"id": "a", "title": "", "fit_modes": [1], "predict_modes": [],
            "experiment": {"first": "a.csv"}}]}})";
  for (const std::string& text : {std::string("{}"), std::string("{\"study\": {\"title\": 3}}"),
                                  std::string("{\"study\""), key_without_mode}) {
    write_atomically(out.file("study.resolved.json"), text);
    CHECK_THROWS_WITH(read_resolved_study(folder), Catch::Contains("study.resolved.json"));
  }
}
