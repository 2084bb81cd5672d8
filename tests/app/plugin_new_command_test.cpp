// From nothing to a backbone and a loop of a new model: no edit of slipfront's tree, no
// rebuild of slipfront.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

/// Runs a shell command; fails the test with what it printed if it fails.
void shell(const std::string& command, const std::string& folder) {
  CAPTURE(command);
  const Printed printed = Program({"-c", command}, folder, "/bin/sh").wait();
  INFO(printed.out << printed.error);
  REQUIRE(printed.code == 0);
}

/// Configures and builds a plugin's folder as its author would. -O1: compiles faster.
void build(const std::string& folder, const std::string& options = "") {
  shell("cmake -B build -DCMAKE_CXX_FLAGS_RELEASE=-O1 " + options +
            " && cmake --build build --parallel 2",
        folder);
}

const std::string kParams =
    R"({"slip_traction":1e5,"tangential_stiffness":1e12,"normal_stiffness":1e13})";

Json backbone(const std::string& plugin, const std::string& model) {
  const Printed printed =
      slipfront_run({"backbone", "--plugin", plugin, "--rom", "built-in:lap-joint", "--model",
                     model, "--framework", "masing", "--mode", "1", "--amplitudes",
                     "1e-6,1e-5,1e-4", "--params", kParams, "--gradient", "--format", "json"});
  INFO(printed.error);
  REQUIRE(printed.code == 0);
  return Json::parse(printed.out);
}

}  // namespace

TEST_CASE("plugin new, cmake, plugin test, backbone, loop") {
  const TemporaryFolder folder;
  const Printed made = slipfront_run({"plugin", "new", "my_law"}, folder.path.string());
  CHECK(made.code == 0);
  CHECK_THAT(made.out, Contains("cmake -B build && cmake --build build"));
  build(folder.file("my_law"));
  const std::string plugin = folder.file("my_law/build/libmy_law.so");

  const Printed tested = slipfront_run({"plugin", "test", plugin});
  INFO(tested.error);
  CHECK(tested.code == 0);
  CHECK(tested.out == "my_law, masing: conforms\nmy_law, non_masing: conforms\n");

  const Json b = backbone(plugin, "my_law");
  CHECK(b.at("status") == Json({"converged", "converged", "converged"}));
  CHECK(b.at("frequency_hz")[0] > b.at("frequency_hz")[2]);  // it softens
  CHECK(b.at("damping")[0] > 0);
  // At amplitudes as small as the first the derivative of the frequency says that stiffness
  // matters and slip hardly does.
  CHECK(b.at("d_frequency").at("tangential_stiffness")[0] > 0);

  // The loop of t = kt u/(1 + kt u/ts) at u = ts/kt: tip at ts/2, area by its closed form.
  const Printed loop =
      slipfront_run({"joint", "loop", "--plugin", plugin, "--model", "my_law", "--params", kParams,
                     "--amplitude", "1e-7", "--format", "json"});
  INFO(loop.error);
  REQUIRE(loop.code == 0);
  const Json drawn = Json::parse(loop.out);
  CHECK(drawn.at("first_loading").at("traction").back() == Approx(5e4));
  CHECK(drawn.at("loop_area") == Approx(1e10 / 1e12 * (8 * (1 - std::log(2.0)) - 2)));
}

TEST_CASE("a rate, the worked example and an installed SDK", "[long]") {
  const TemporaryFolder folder;
  const std::string root = folder.path.string();
  const std::string tree = std::filesystem::path(SLIPFRONT_BINARY).parent_path().string();
  shell("cmake --install " + tree + " --prefix '" + root + "/prefix'", root);
  const std::string installed = root + "/prefix/bin/slipfront";

  CHECK(Program({"plugin", "new", "my_rate", "--rate"}, root, installed).wait().code == 0);
  build(folder.file("my_rate"));
  shell("ctest --test-dir build", folder.file("my_rate"));
  CHECK(backbone(folder.file("my_rate/build/libmy_rate.so"), "my_rate").at("status")[2] ==
        "converged");

  std::filesystem::copy(std::string(SLIPFRONT_SOURCE_DIR) + "/plugins/ramberg_osgood",
                        folder.file("ramberg_osgood"));
  build(folder.file("ramberg_osgood"), "-Dslipfront_DIR='" + root + "/prefix/lib/cmake/slipfront'");
  shell("ctest --test-dir build", folder.file("ramberg_osgood"));
  const std::string example = folder.file("ramberg_osgood/build/libramberg_osgood.so");
  // At t = ty half of the displacement is slip: u = 2 ty/k. Area 4 t u/2 (n-1)/(n+1).
  const Printed loop = slipfront_run(
      {"joint", "loop", "--plugin", example, "--model", "ramberg_osgood", "--amplitude", "2e-7",
       "--params", R"({"initial_stiffness":1e12,"yield_traction":1e5,"exponent":4})", "--format",
       "json"});
  REQUIRE(loop.code == 0);
  const Json drawn = Json::parse(loop.out);
  CHECK(drawn.at("first_loading").at("traction").back() == Approx(1e5));
  CHECK(drawn.at("loop_area") == Approx(4 * 1e5 * 1e-7 * 3 / 5));
}

TEST_CASE("names and folders that cannot be are refused") {
  const TemporaryFolder folder;
  CHECK_REFUSED(({"plugin", "new", "My-Law"}), "My-Law", "small letters");
  CHECK_REFUSED(({"plugin", "new", "jenkins"}), "jenkins", "built-in model");
  CHECK_REFUSED(({"plugin", "new", "test"}), "'test'", "CMake keeps for itself");
  CHECK_REFUSED(({"plugin", "new", "mine", "-o", folder.path.string()}), folder.path.string(),
                "a new folder");
  CHECK_REFUSED(({"plugin", "new", "mine", "-o", "/proc/mine"}), "/proc/mine", "cannot be made");
  CHECK_REFUSED(({"plugin", "new"}), "NAME", "is needed");
  CHECK_REFUSED(({"plugin", "make", "mine"}), "plugin make", "plugin new");
}
