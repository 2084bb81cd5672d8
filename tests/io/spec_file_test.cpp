#include "io/spec_file.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::vector<Problem> problems_of(SpecFile& file) {
  try {
    file.finish();
  } catch (const Failure& failure) {
    return failure.problems();
  }
  return {};
}

}  // namespace

TEST_CASE("values are read with their kinds; what is absent stays") {
  SpecFile file(R"({"length": 0.3, "name": "beam", "mesh": {"elements": 12},
                    "params": {"b": 2, "a": 1}})",
                "beam.json");
  SpecGroup root = file.root();
  double length = 0, width = 7;
  std::optional<double> load;
  std::string name;
  root.number("length", length, {.low = 0, .open = true});
  root.number("width", width);
  root.number("load", load);
  root.text("name", name);
  int elements = 0;
  root.group("mesh").whole("elements", elements, 1, 100);
  const auto params = root.numbers("params");
  file.finish();
  CHECK(length == 0.3);
  CHECK(width == 7);
  CHECK_FALSE(load);
  CHECK(name == "beam");
  CHECK(elements == 12);
  REQUIRE(params.size() == 2);
  CHECK(params[0] == std::pair<std::string, double>("b", 2));
  CHECK_FALSE(root.has("width"));
}

TEST_CASE("everything wrong is reported together, by its place") {
  SpecFile file(R"({"length": -1, "lenght": 3, "count": 2.5, "kind": "stel", "mesh": 3,
                    "params": {"a": "x"}})",
                "beam.json");
  SpecGroup root = file.root();
  double length = 1, needed = 0;
  int count = 0;
  std::string kind;
  root.number("length", length, {.low = 0, .open = true});
  root.number("mass", needed, {.low = 0, .high = 2}, Presence::required);
  root.whole("count", count, 1, 9);
  root.choice("kind", kind, {"steel", "brass"});
  root.group("mesh");
  root.numbers("params");
  const auto problems = problems_of(file);
  std::vector<std::string> keys;
  for (const Problem& problem : problems) keys.push_back(problem.key);
  CHECK(keys == std::vector<std::string>{"/length", "/mass", "/count", "/kind", "/mesh",
                                         "/params/a", "/lenght"});
  CHECK(problems[0].rule == "must be a number above 0");
  CHECK(problems[1].rule == "is needed: it must be a number from 0 to 2");
  CHECK_THAT(problems[3].remedy, Contains("did you mean 'steel'"));
  CHECK_THAT(problems[6].remedy, Contains("did you mean 'length'"));
  CHECK(length == 1);
}

TEST_CASE("text that is no object is refused at once") {
  CHECK_THROWS_WITH(SpecFile("{\"a\": ", "x.json"), Contains("not valid JSON"));
  CHECK_THROWS_WITH(SpecFile("[1]", "x.json"), Contains("must be a JSON object"));
  CHECK_THROWS_WITH(SpecFile(std::string(100, '['), "x.json"), Contains("nested more than"));
  CHECK_THROWS_WITH(SpecFile(R"({"big": 1e999})", "x.json"), Contains("no computer can hold"));
  CHECK_THROWS_WITH(SpecFile(R"({"mass": 1, "mass": 2})", "x.json"),
                    Contains("the same key twice"));
  SpecFile file(R"({"none": null})", "x.json");
  double none = 0;
  file.root().number("none", none);
  CHECK(problems_of(file).size() == 1);
}

TEST_CASE("the rule of a number tells its range") {
  SpecFile file(R"({"a": 9, "b": -9, "c": 9})", "x.json");
  SpecGroup root = file.root();
  double value = 0;
  root.number("a", value, {.low = 0, .high = 1, .open = true});
  root.number("b", value, {.low = 0});
  root.number("c", value, {.high = 1});
  const auto problems = problems_of(file);
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].rule == "must be a number above 0 and at most 1");
  CHECK(problems[1].rule == "must be a number of at least 0");
  CHECK(problems[2].rule == "must be a number of at most 1");
}
