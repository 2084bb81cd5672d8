#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"

using Json = nlohmann::json;

TEST_CASE("rom info tells sizes and frequencies, for people and for programs") {
  const Printed json =
      slipfront_run({"rom", "info", "built-in:lap-joint", "--penalty", "1e13", "--format", "json"});
  REQUIRE(json.code == 0);
  const Json info = Json::parse(json.out);
  const slipfront::LapJointSpec spec;
  CHECK(info.at("points") == spec.patches);
  CHECK(info.at("interface_area").get<double>() == Approx(spec.lap * spec.width));
  CHECK(info.at("dof").get<int>() > 6 * spec.patches);
  CHECK(info.at("linear_frequencies_hz").size() >= 3);
  CHECK(info.at("bending_hz").size() >= 3);
  CHECK(info.contains("mass"));
  const Printed text = slipfront_run({"rom", "info", "built-in:lap-joint"});
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Catch::Contains("lap-joint"));
}

TEST_CASE("rom convert writes a file that tells the same") {
  const TemporaryFolder folder;
  const std::string file = folder.file("joint.mat");
  const Printed convert = slipfront_run({"rom", "convert", "built-in:lap-joint", file});
  CHECK(convert.code == 0);
  CHECK(convert.out.empty());
  const auto frequencies = [](const std::string& rom) {
    const auto words = {std::string("rom"), std::string("info"), rom, std::string("--penalty=1e13"),
                        std::string("--format=json")};
    return Json::parse(slipfront_run(words).out).at("linear_frequencies_hz");
  };
  CHECK(frequencies(file) == frequencies("built-in:lap-joint"));
}

TEST_CASE("wrong reduced models are refused, and nothing is half-written") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("text.mat")) << "not a MATLAB file";
  CHECK_REFUSED(({"rom", "info", folder.file("none.mat")}), "none.mat");
  CHECK_REFUSED(({"rom", "info", folder.file("text.mat")}), "text.mat");
  CHECK_REFUSED(({"rom", "info", "built-in:lap-joint", "--penalty", "-1"}), "--penalty");
  CHECK_REFUSED(({"rom", "convert", "built-in:lap-joint", folder.file("no/such/joint.mat")}),
                "no/such");
  CHECK_REFUSED(({"rom", "convert", folder.file("text.mat"), folder.file("out.mat")}), "text.mat");
  CHECK(folder.entries() == 1);
}

TEST_CASE("rom info tells the asymmetry that the file had") {
  const TemporaryFolder folder;
  const std::string file = folder.file("joint.mat");
  REQUIRE(slipfront_run({"rom", "convert", "built-in:lap-joint", file}).code == 0);
  slipfront::Structure joint = slipfront::load_structure(file);
  joint.stiffness(0, 1) += 5e-7 * std::sqrt(joint.stiffness(0, 0) * joint.stiffness(1, 1));
  slipfront::save_structure(joint, file);
  const Printed printed = slipfront_run({"rom", "info", file, "--format", "json"});
  REQUIRE(printed.code == 0);
  CHECK(Json::parse(printed.out).at("stiffness_asymmetry").get<double>() ==
        Approx(5e-7).epsilon(1e-6));
}
