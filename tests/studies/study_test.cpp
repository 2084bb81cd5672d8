#include "studies/study.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("paths of a study are relative to its file") {
  Study study;
  study.file = "studies/a.json";
  CHECK(study.path_of("data/m.csv") == "studies/data/m.csv");
  CHECK(study.path_of("/abs/m.csv") == "/abs/m.csv");
  study.file = "a.json";
  CHECK(study.path_of("m.csv") == "m.csv");
}

TEST_CASE("a mode that some combination fits is no predicted mode") {
  Study study;
  study.combinations.resize(2);
  study.combinations[0].fit_modes = {2};
  study.combinations[0].predict_modes = {1, 5, 3};
  study.combinations[1].fit_modes = {3, 2};
  CHECK(fitted_modes(study) == std::vector{2, 3});
  CHECK(predicted_modes(study) == std::vector{1, 5});
}
