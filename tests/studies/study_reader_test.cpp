#include "studies/study_reader.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace slipfront;

namespace {

std::string syntax_sentence(const std::string& text) {
  try {
    parse_json(text, "study.json");
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

std::vector<Problem> set(StudyJson& document, const std::string& setting) {
  std::vector<Problem> problems;
  apply_setting(document, setting, problems);
  return problems;
}

}  // namespace

TEST_CASE("wrong syntax is found by line and column") {
  // The seventh line; the word that is none of JSON's begins at column 6 and is known to
  // be wrong at its third letter.
  const std::string text = "{\n\"a\": 1,\n\"b\": [\n  1,\n  2\n],\n\"c\":trie}\n";
  CHECK_THAT(syntax_sentence(text), Catch::Contains("study.json, line 7, column 7"));
  CHECK_THAT(syntax_sentence(text), Catch::Contains("'\"c\":trie}'"));
  CHECK_THAT(syntax_sentence("{\"a\": \"\xff\"}"), Catch::Contains("is not valid JSON"));
  CHECK_THAT(syntax_sentence(std::string("{\"a\"\0: 1}", 9)), Catch::Contains("line 1, column 5"));
}

TEST_CASE("a byte order mark and Windows line ends are read") {
  CHECK(parse_json("\xEF\xBB\xBF{\"a\":\r\n1}\r\n", "x").at("a") == 1);
}

TEST_CASE("keys that stand twice are found at any depth") {
  CHECK_THAT(syntax_sentence("{\"a\":{\"b\":1,\"b\":2}}"),
             Catch::Contains("\"b\": found the same"));
  CHECK(syntax_sentence("{\"a\":{\"b\":1},\"c\":{\"b\":2}}") == "accepted");
}

TEST_CASE("long values are cut in sentences, never inside a letter") {
  const std::string shown = excerpt(StudyJson(std::string(58, 'x') + "\xC3\xA4\xC3\xB6"));
  CHECK(shown.size() < 70);
  CHECK_NOTHROW(StudyJson(shown).dump());  // dump refuses broken UTF-8
}

TEST_CASE("pointers escape slashes and tildes of names") {
  std::vector<Problem> problems;
  check_keys(StudyJson::parse(R"({"roms": {"a/b~c": {"fil": "x"}}})"), "x", problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].key == "/roms/a~1b~0c/fil");
}

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
