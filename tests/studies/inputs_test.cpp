#include "studies/inputs.hpp"

#include <catch2/catch.hpp>

#include "core/hash.hpp"
#include "io/atomic_file.hpp"
#include "rom/built_in.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

TEST_CASE("the inputs of a study are loaded with fingerprints of their numbers") {
  const SmallStudy small;
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(small.load(), problems);
  CHECK(problems.empty());
  CHECK(inputs.roms.at("joint").structure->name == "lap-joint");
  CHECK(inputs.roms.at("joint").fingerprint == fingerprint(built_in_recipe("lap-joint")));
  CHECK(inputs.experiment.size() == 3);
  CHECK(inputs.file_bytes.size() == 3);
}

TEST_CASE("a measurement written otherwise is the same measurement") {
  const SmallStudy small;
  std::vector<Problem> problems;
  const auto before = load_inputs(small.load(), problems);
  const std::string csv = small.folder.file("mode-1.csv");
  write_atomically(csv, "# a comment\n" + read_file(csv));
  const auto commented = load_inputs(small.load(), problems);
  CHECK(commented.experiment.at(1).fingerprint == before.experiment.at(1).fingerprint);
  CHECK(commented.file_bytes.at("mode-1.csv") != before.file_bytes.at("mode-1.csv"));

  MeasuredBackbone changed = before.experiment.at(1).measured;
  changed.damping[3] *= 1 + 1e-12;
  write_backbone(csv, changed);
  const auto other = load_inputs(small.load(), problems);
  CHECK(other.experiment.at(1).fingerprint != before.experiment.at(1).fingerprint);
  CHECK(problems.empty());
}

TEST_CASE("a reduced model in a file is found beside the study") {
  const SmallStudy small;
  save_structure(make_lap_joint(), small.folder.file("joint.mat"));
  Study study = small.load({"roms.joint={\"file\":\"joint.mat\"}"});
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  CHECK(problems.empty());
  CHECK(inputs.roms.at("joint").structure->dof() == make_lap_joint().dof());
  CHECK(inputs.roms.at("joint").fingerprint == fingerprint(structure_bytes(make_lap_joint())));
  CHECK(inputs.file_bytes.count("joint.mat") == 1);
}

TEST_CASE("everything that cannot be loaded is named at once, with the study's key") {
  const SmallStudy small;
  const Study study = small.load({"roms.joint={\"file\":\"none.mat\"}", "experiment.2=none.csv"});
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].sentence(), Catch::Contains("none.mat (/roms/joint of the study)"));
  CHECK_THAT(problems[1].sentence(), Catch::Contains("none.csv (/experiment/2 of the study)"));
  CHECK(inputs.roms.empty());
  CHECK(inputs.experiment.size() == 2);
}
