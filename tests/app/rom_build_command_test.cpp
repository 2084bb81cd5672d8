#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "rom/deck_test_text.hpp"
#include "shared_data.hpp"

using Json = nlohmann::json;

namespace {

/// A short beam with one bolt: a coarse mesh of which both models are made in a second.
std::string short_beam(const TemporaryFolder& folder) {
  std::ofstream(folder.file("beam.json"))
      << R"({"name": "short", "length": 0.3, "lap": 0.05, "bolts": {"count": 1}, "preload": 8000,
             "refinement": 2, "reduction": {"modes": 8, "elements": 30}})";
  return folder.file("beam.json");
}

Printed build(std::vector<std::string> words) {
  words.insert(words.begin(), {"rom", "build"});
  const Printed printed = slipfront_run(words);
  CAPTURE(printed.error);
  REQUIRE(printed.code == 0);
  CHECK(printed.out.empty());
  return printed;
}

/// The frequency of a backbone of the model as it is, at two small amplitudes.
double backbone(const std::string& rom, const std::string& amplitudes = "1e-8,1e-7") {
  const Printed printed = slipfront_run(
      {"backbone", "--rom", rom, "--model", "jenkins", "--framework", "non_masing", "--mode", "1",
       "--params", R"({"slip_traction":1e6,"tangential_stiffness":3e12,"normal_stiffness":1e13})",
       "--amplitudes", amplitudes, "--format", "json"});
  CAPTURE(rom, printed.error);
  REQUIRE(printed.code == 0);
  const Json json = Json::parse(printed.out);
  for (const auto& status : json.at("status")) CHECK(status == "converged");
  return json.at("frequency_hz").at(0).get<double>();
}

}  // namespace

TEST_CASE("rom build from dimensions leads to backbones; so does the file that it wrote") {
  const TemporaryFolder folder;
  build({short_beam(folder), "-o", folder.file("roms"), "--svg"});
  for (const char* name : {"mesh", "patches", "interface", "bending1"})
    CHECK(std::filesystem::exists(folder.path / "roms" / (std::string(name) + ".svg")));
  const double whole = backbone(folder.file("roms/wjrom.mat"));
  const double full = backbone(folder.file("roms/fjrom.mat"));
  CHECK(whole == Approx(full).epsilon(0.1));
  // From the FJROM's file again: the same FJROM, and a WJROM of strips.
  build({folder.file("roms/fjrom.mat"), "-o", folder.file("again"), "--patches", "5"});
  CHECK(backbone(folder.file("again/fjrom.mat")) == full);
  CHECK(backbone(folder.file("again/wjrom.mat")) == Approx(full).epsilon(0.05));

  const Printed info = slipfront_run({"rom", "info", folder.file("roms/fjrom.mat"), "--svg",
                                      folder.file("pictures"), "--format", "json"});
  REQUIRE(info.code == 0);
  const Json json = Json::parse(info.out);
  CHECK(std::abs(json.at("solid").at("deviation").at(0).get<double>()) < 0.05);
  CHECK(std::filesystem::exists(folder.path / "pictures" / "interface.svg"));
  const Printed patches = slipfront_run(
      {"rom", "info", folder.file("roms/wjrom.mat"), "--svg", folder.file("pictures")});
  CHECK_THAT(patches.out, Catch::Contains("deviation from it [%]"));
  CHECK(std::filesystem::exists(folder.path / "pictures" / "patches.svg"));
}

TEST_CASE("rom build from a deck leads to backbones") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("bars.inp")) << slipfront::bar_deck().whole();
  const Printed printed = build({"--deck", folder.file("bars.inp"), "-o", folder.file("roms"),
                                 "--patches", "3", "--elements", "8", "--modes", "10"});
  CHECK_THAT(printed.error, Catch::Contains("incompatible modes"));
  CHECK(backbone(folder.file("roms/wjrom.mat"), "1e-11,1e-10") ==
        Approx(backbone(folder.file("roms/fjrom.mat"), "1e-11,1e-10")).epsilon(0.1));
}

TEST_CASE("rom build says that modes are missing, and that units are odd") {
  const TemporaryFolder folder;
  const std::string beam = short_beam(folder), out = folder.file("roms");
  CHECK(build({beam, "-o", out}).error.find("note: ") == std::string::npos);
  CHECK_THAT(build({beam, "-o", out, "--modes", "1"}).error,
             Catch::Contains("note: fjrom.mat: bending mode") && Catch::Contains("--modes"));
  CHECK_THAT(slipfront_run({"rom", "info", out + "/fjrom.mat"}).out,
             Catch::Contains("too few modes"));
}

TEST_CASE("rom build: the whole beam, its deck and its file each lead to a backbone", "[long]") {
  NEEDS_SHARED_DATA(packed, "brb_deck.inp.xz");
  NEEDS_SHARED_DATA(elements, "brb_fjrom.mat");
  const TemporaryFolder folder;
  REQUIRE(std::system(("xz -dc '" + packed + "' > '" + folder.file("deck.inp") + "'").c_str()) ==
          0);
  build({"rom/specs/brb.json", "-o", folder.file("geometry")});
  build({"--deck", folder.file("deck.inp"), "--preload", "12845", "-o", folder.file("deck")});
  build({elements, "-o", folder.file("mat")});
  for (const char* model : {"wjrom.mat", "fjrom.mat"}) {
    const double stated = backbone(folder.file(std::string("deck/") + model), "1e-7,1e-6");
    CHECK(backbone(folder.file(std::string("geometry/") + model), "1e-7,1e-6") ==
          Approx(stated).epsilon(0.01));
    // A file tells of no patches: five equal strips in place of those at the bolts, which are
    // softer by 3 to 4 % in the first mode.
    const bool patches = std::string(model) == "wjrom.mat";
    CHECK(backbone(folder.file(std::string("mat/") + model), "1e-7,1e-6") ==
          Approx(stated).epsilon(patches ? 0.05 : 0.01));
  }
}

TEST_CASE("rom build: wrong input is refused, each with its sentence") {
  const TemporaryFolder folder;
  // What has been done until then stands before the sentence.
  const auto refused = [](const std::vector<std::string>& words, const std::string& one,
                          const std::string& other = "") {
    const Printed printed = slipfront_run(words);
    CAPTURE(printed.error);
    CHECK(printed.code == 2);
    CHECK_THAT(printed.error,
               Catch::Contains("slipfront: ") && Catch::Contains(one) && Catch::Contains(other));
  };
  const std::string beam = short_beam(folder), out = folder.file("o");
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder.file(name)) << text;
    return folder.file(name);
  };
  refused({"rom", "build", "-o", out}, "no input", "--deck");
  refused({"rom", "build", beam, "--deck", beam, "-o", out}, "two inputs");
  refused({"rom", "build", beam, "-o", out, "--elements", "2"}, "/reduction/elements");
  refused({"rom", "build", beam, "-o", out, "--elements", "4000"}, "the 56 facets");
  refused({"rom", "build", beam, "-o", out, "--modes", "0"}, "--modes");
  for (const char* option : {"--elements", "--refinement"})
    refused({"rom", "build", folder.file("rom.mat"), "-o", out, option, "20"}, option,
            "no meaning for a MATLAB file");
  refused({"rom", "build", "--deck", folder.file("beam.inp"), "-o", out, "--refinement", "3"},
          "--refinement", "no meaning for a deck");
  refused({"rom", "build", beam, "-o", out, "--refinement", "40"}, "e+06 hexahedra");
  refused({"rom", "build", beam, "-o", out, "--preload", "-5"}, "--preload");
  refused({"rom", "build", beam, "-o", out, "--patches", "5000"}, "patches");
  refused({"rom", "build", write("hole.json", R"({"bolts": {"hole_diameter": 0.03}})"), "-o", out},
          "hole_diameter", "smaller than the section's width");
  refused({"rom", "build", write("lap.json", R"({"bolts": {"pitch": 0.05}})"), "-o", out},
          "inside the lap");
  refused({"rom", "build", write("zero.json", R"({"material": {"young": 0}})"), "-o", out},
          "/material/young", "above 0");
  refused({"rom", "build", write("text.mat", "K = eye(3)"), "-o", out}, "text.mat");
  refused({"rom", "build", write("deck.json", "*Heading\n"), "-o", out}, "not valid JSON");
  refused({"rom", "build", write("beam.inp", "*Heading\n"), "-o", out}, "--deck");
  refused({"rom", "build", "--deck", write("set.inp", "*Nset, nset=A\nB\n"), "-o", out}, "line 2",
          "'B'");
  refused({"rom", "build", "--deck", folder.file("none.inp"), "-o", out}, "none.inp");
  refused({"rom", "build", beam, "-o", beam}, "beam.json");
  CHECK_FALSE(std::filesystem::exists(out));
}
