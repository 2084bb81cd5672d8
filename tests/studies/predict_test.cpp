#include "studies/predict.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "optimize/errors.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

PreparedCombination prepared_jenkins(const SmallStudy& small) {
  const Study study = small.load();
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  return prepare_combination(study, study.combinations[0], inputs, Registry::built_in(), "/x");
}

const std::vector<std::vector<double>> kPoints = {{2e5, 1e12, 1e13}, {1e5, 3e12, 2e13}};

}  // namespace

TEST_CASE("every point of a front is asked for every mode, with any number of threads") {
  const SmallStudy small;
  const PreparedCombination prepared = prepared_jenkins(small);
  const auto one = front_backbones(prepared, kPoints, 1).value();
  const auto two = front_backbones(prepared, kPoints, 2).value();
  REQUIRE(one.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(one[i].point == static_cast<int>(i / 2));
    CHECK(one[i].mode == (i % 2 == 0 ? 1 : 2));
    CHECK(one[i].backbone.frequency_hz == two[i].backbone.frequency_hz);
    CHECK(one[i].backbone.damping == two[i].backbone.damping);
  }
  const FitMode& mode = prepared.predicted[0];
  const Backbone direct = prepared.solver->backbone(prepared.contact, kPoints[1],
                                                    mode.measured.amplitude, mode.options);
  CHECK(one[3].backbone.frequency_hz == direct.frequency_hz);
}

TEST_CASE("a front has the errors of eq 41, and none where an amplitude failed") {
  const SmallStudy small;
  const PreparedCombination prepared = prepared_jenkins(small);
  auto records = front_backbones(prepared, kPoints, 1).value();
  const ErrorPair first = error_pair(records[0].backbone.frequency_hz, records[0].backbone.damping,
                                     prepared.fitted[0].measured);
  records[3].backbone.status[2] = PointStatus::not_converged;
  const Front front = front_with_errors(prepared, kPoints, records);
  CHECK(front.parameter_names ==
        std::vector<std::string>{"slip_traction", "tangential_stiffness", "normal_stiffness"});
  CHECK(front.modes == std::vector{1, 2});
  REQUIRE(front.points.size() == 2);
  CHECK(front.points[0].parameters == kPoints[0]);
  CHECK(front.points[0].errors.at(1).value() == first);
  CHECK(front.points[0].errors.at(2).has_value());
  CHECK_FALSE(front.points[1].errors.at(2).has_value());
}

TEST_CASE("predictions that were stopped go on with those that are left") {
  const SmallStudy small;
  const TemporaryFolder folder;
  const PreparedCombination prepared = prepared_jenkins(small);
  const auto straight = front_backbones(prepared, kPoints, 1).value();
  const std::string path = folder.path.string();
  const auto solved_again = [&](int most) {  // how often it was asked before it stopped, or not
    PredictionLog done(path);
    int asked = 0;
    return front_backbones(
        prepared, kPoints, 1, [&] { return ++asked > most; }, &done);
  };
  CHECK_FALSE(solved_again(1));
  CHECK_FALSE(solved_again(3));
  const PredictionLog log(path);
  for (std::size_t i = 0; i < straight.size(); ++i)
    CHECK(log.find(kPoints[i / 2], straight[i].mode).has_value() == (i < 3));
  const auto rest = solved_again(4);
  REQUIRE(rest);
  for (std::size_t i = 0; i < straight.size(); ++i) {
    CHECK((*rest)[i].point == straight[i].point);
    CHECK((*rest)[i].mode == straight[i].mode);
    CHECK((*rest)[i].backbone.frequency_hz == straight[i].backbone.frequency_hz);
    CHECK((*rest)[i].backbone.damping == straight[i].backbone.damping);
    CHECK((*rest)[i].backbone.residual == straight[i].backbone.residual);
  }
  // What stands in the log is not solved again.
  Backbone mark = straight[0].backbone;
  mark.damping[0] = 0.5;
  std::filesystem::remove(path + "/predictions.log");
  PredictionLog other(path);
  other.add(kPoints[0], straight[0].mode, mark);
  CHECK(front_backbones(prepared, kPoints, 2, {}, &other).value()[0].backbone.damping[0] == 0.5);
}

TEST_CASE("predictions stop when asked to") {
  const SmallStudy small;
  CHECK_FALSE(front_backbones(prepared_jenkins(small), kPoints, 2, [] { return true; }));
}
