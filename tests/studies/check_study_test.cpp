#include "studies/check_study.hpp"

#include <catch2/catch.hpp>

#include "studies/small_study.hpp"

using namespace slipfront;

TEST_CASE("a study that is in order has no problems, and its combinations are listed") {
  const SmallStudy small;
  const StudyCheck check = check_study(small.file(), Registry::built_in());
  CHECK(check.problems.empty());
  REQUIRE(check.combinations.size() == 2);
  CHECK(check.combinations[0].id == "jenkins");
  CHECK(check.combinations[0].free_parameters == 3);
  CHECK(check.combinations[1].free_parameters == 5);
}

TEST_CASE("a parameter with equal bounds is held") {
  const SmallStudy small;
  const auto check = check_study(small.file(), Registry::built_in(),
                                 {"bounds.normal_stiffness={\"lower\":1e13,\"upper\":1e13}"});
  CHECK(check.problems.empty());
  CHECK(check.combinations.at(0).free_parameters == 2);
}

TEST_CASE("a combination with nothing left to search is named before anything is computed") {
  const SmallStudy small;
  // Held by logarithms that are equal, and by equal bounds; iwan4 has others that are free.
  const std::vector<std::string> settings = {
      R"(bounds.normal_stiffness={"lower":3e12,"upper":3000000000000.001})",
      R"(bounds.tangential_stiffness={"lower":1e12,"upper":1e12})",
      R"(bounds.slip_traction={"lower":1e5,"upper":1e5})"};
  const auto check = check_study(small.file(), Registry::built_in(), settings);
  REQUIRE(check.problems.size() == 1);
  CHECK_THAT(check.problems[0].where, Catch::Contains("/combinations/0, bounds"));
  CHECK(check.problems[0].found == "every parameter held");
}

TEST_CASE("problems of the file and of what it names come together") {
  const SmallStudy small;
  const auto check = check_study(small.file(), Registry::built_in(),
                                 {"roms.joint={\"file\":\"none.mat\"}", "experiment.3=none.csv",
                                  "combinations[jenkins].model=jenkin"});
  REQUIRE(check.problems.size() == 3);
  CHECK_THAT(check.problems[0].sentence(), Catch::Contains("did you mean 'jenkins'?"));
  CHECK_THAT(check.problems[1].sentence(), Catch::Contains("none.mat"));
  CHECK_THAT(check.problems[2].sentence(), Catch::Contains("none.csv"));
}

TEST_CASE("combinations that cannot be computed are all named") {
  const SmallStudy small;
  const auto check = check_study(
      small.file(), Registry::built_in(),
      {"combinations[jenkins].quadrature=9", "combinations[jenkins].framework=non_masing",
       "combinations[iwan4].quadrature=7", "combinations[iwan4].framework=non_masing"});
  REQUIRE(check.problems.size() == 2);
  CHECK(check.problems[0].key == "/combinations/0/quadrature");
  CHECK(check.problems[1].key == "/combinations/1/quadrature");
}

TEST_CASE("the shipped studies are in order") {
  // The other studies of the beam include brb26.json and change only how it is searched.
  for (const char* name :
       {"lap-joint-quick.json", "single-model.json", "brb26.json", "brb-sensitivity.json"}) {
    CAPTURE(name);
    const auto check =
        check_study(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/" + name, Registry::built_in());
    for (const Problem& problem : check.problems) FAIL_CHECK(problem.sentence());
    CHECK_FALSE(check.combinations.empty());
  }
}

TEST_CASE("what an engine asks of its population is checked before anything runs") {
  const SmallStudy small;
  const auto refused = [&](const std::string& optimizer, const std::string& key) {
    const auto check = check_study(small.file(), Registry::built_in(),
                                   {"combinations[iwan4].optimizer=" + optimizer});
    CAPTURE(optimizer);
    REQUIRE(check.problems.size() == 1);
    CHECK(check.problems[0].where == small.file());
    CHECK(check.problems[0].key == "/combinations/1/optimizer/" + key);
  };
  refused(R"({"engine":"pagmo_nsga2","population":75})", "population");
  refused(R"({"engine":"moead","population":4})", "population");
  refused(R"({"engine":"nspso","population":4})", "population");
  for (const char* engine : {"nsga2", "moead", "hybrid"})  // a hybrid may be NSGA-II alone
    refused(R"({"engine":")" + std::string(engine) +
                R"(","population":8,"seeds_from":{"combination":"jenkins","points":30}})",
            "seeds_from/points");
  refused(R"({"hybrid":{"population":16},"seeds_from":{"combination":"jenkins","points":30}})",
          "seeds_from/points");
  CHECK(check_study(small.file(), Registry::built_in(),
                    {R"(combinations[iwan4].optimizer={"engine":"pagmo_nsga2","population":76})"})
            .problems.empty());
}

TEST_CASE("a combination without a mode that others have is told before it counts for nothing") {
  const SmallStudy small;
  const auto check =
      check_study(small.file(), Registry::built_in(), {"combinations[iwan4].predict_modes=[2,3]"});
  CHECK(check.problems.empty());
  REQUIRE(check.combinations.size() == 2);
  REQUIRE(check.combinations[0].notes.size() == 1);
  CHECK_THAT(check.combinations[0].notes[0],
             Catch::StartsWith("mode 3") && Catch::Contains("not asked for"));
  CHECK(check.combinations[1].notes.empty());
}

TEST_CASE("points of nobody's front, and numbers beyond what is exact, are refused") {
  const SmallStudy small;
  const auto refused = [&](const std::string& setting, const std::string& key) {
    const auto check = check_study(small.file(), Registry::built_in(), {setting});
    REQUIRE(check.problems.size() == 1);
    CHECK_THAT(check.problems[0].sentence(), Catch::Contains(key));
  };
  refused(R"(combinations[iwan4].optimizer={"seeds_from":{"points":3}})", "seeds_from");
  refused("seed=9007199254740993", "seed");
}
