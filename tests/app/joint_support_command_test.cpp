#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

const std::string kBeam = "rom/specs/frictional-beam.json";

std::vector<std::string> support(std::vector<std::string> more) {
  std::vector<std::string> words = {"joint", "support", kBeam, "--force", "200"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string written(const TemporaryFolder& folder, const std::string& text) {
  std::ofstream(folder.file("beam.json")) << text;
  return folder.file("beam.json");
}

}  // namespace

TEST_CASE("the paper's beam, for people and for programs") {
  const Printed text = slipfront_run(support({}));
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("stick modes [Hz]") && Contains("35.27") && Contains("x = 0.05 m"));
  CHECK_THAT(text.error, Contains("the springs pull there"));
  const Json json = Json::parse(slipfront_run(support({"--format", "json"})).out);
  CHECK(json.at("stick_frequencies_hz")[1].get<double>() == Approx(220.83).epsilon(1e-3));
  CHECK(json.at("stiffness").get<double>() == Approx(49768).epsilon(1e-3));
  CHECK(json.at("onset").at("place") == 0.05);
  CHECK(json.at("loop_area").get<double>() == Approx(5.13e-4).epsilon(0.01));
  CHECK(json.at("masing_area").get<double>() == Approx(json.at("loop_area").get<double>()));
  CHECK(json.at("places").size() == json.at("pressure").size());
}

TEST_CASE("curves as a table and as a drawing") {
  const TemporaryFolder folder;
  const Printed csv = slipfront_run(support({"--format", "csv", "--steps", "10"}));
  CHECK_THAT(csv.out, Catch::StartsWith("curve,force,displacement\nfirst_loading,0,0\n"));
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 1 + 11 + 21 + 21);
  const Printed svg = slipfront_run(support({"--format", "svg", "-o", folder.file("support.svg")}));
  CHECK(svg.code == 0);
  CHECK(svg.out.empty());
  CHECK_THAT(Program::text_of(folder.file("support.svg")),
             Catch::StartsWith("<svg") && Contains("direct reversal") && Contains("Masing"));
}

TEST_CASE("following normal force says that Masing does not hold") {
  const Printed printed = slipfront_run(support({"--normal-force", "following", "--format=json"}));
  CHECK(printed.code == 0);
  CHECK_THAT(printed.error, Contains("Masing's rule does not hold"));
  CHECK(Json::parse(printed.out).at("onset").at("force").get<double>() < 0);
}

TEST_CASE("a support without contact and forces that are none") {
  const TemporaryFolder folder;
  const std::string open =
      written(folder, R"({"kind": "frictional_beam", "bolt": {"washer_width": 0.001}})");
  CHECK_REFUSED(({"joint", "support", open, "--force", "200"}),
                "leaves the support without contact", "wider washer");
  CHECK_REFUSED(({"joint", "support", kBeam, "--force", "-1"}), "--force");
  CHECK_REFUSED(({"joint", "support", kBeam}), "--force");
  CHECK_REFUSED(({"joint", "support", "rom/specs/brb.json", "--force", "1"}), "/kind");
  const std::string bare =
      written(folder, R"({"kind": "frictional_beam", "bolt": {"preload": 0}})");
  CHECK_REFUSED(({"joint", "support", bare, "--force", "200"}), "/bolt/preload");
  const std::string loose =
      written(folder, R"({"kind": "frictional_beam", "support": {"tangential_stiffness": 1e-12}})");
  CHECK_REFUSED(({"joint", "support", loose, "--force", "200"}), "/support/tangential_stiffness",
                "too soft to hold the beam");
}

TEST_CASE("both reduced models of a frictional beam, and a backbone of the first") {
  const TemporaryFolder folder;
  const Printed built = slipfront_run({"rom", "build", kBeam, "-o", folder.file("roms")});
  CAPTURE(built.error);
  REQUIRE(built.code == 0);
  for (const std::string name : {"wjrom.mat", "fjrom.mat"}) {
    const Json info = Json::parse(slipfront_run({"rom", "info", folder.file("roms/" + name),
                                                 "--penalty", "2e10", "--format", "json"})
                                      .out);
    CHECK(info.at("interface_area").get<double>() == Approx(0.0015));
    CHECK(info.at("bending_hz")[0].get<double>() > 30);
    CHECK(info.at("preload") == 5667);
  }
  const Printed backbone = slipfront_run(
      {"backbone", "--rom", folder.file("roms/wjrom.mat"), "--model", "jenkins", "--framework",
       "masing", "--mode", "2", "--amplitudes", "1e-6,1e-5", "--format", "json", "--params",
       R"({"slip_traction":1e5,"tangential_stiffness":1e12,"normal_stiffness":5.6667e10})"});
  CHECK(backbone.code == 0);
  CHECK(Json::parse(backbone.out).at("frequency_hz")[0].get<double>() == Approx(223).epsilon(0.01));
  CHECK_REFUSED(({"rom", "build", kBeam, "-o", folder.file("roms"), "--modes", "3"}), "--modes",
                "no meaning for a frictional beam");
}
