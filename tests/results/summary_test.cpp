// summary.json: round trip, stable keys, ranges over a front, wrong files.
#include "results/summary.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

namespace {

CombinationSummary example() {
  CombinationSummary s;
  s.id = "iwan4-kp-wj";
  s.title = "4-Parameter Iwan + kp*u (WJ, \"Masing\")";
  s.model = "iwan4";
  s.framework = "masing";
  s.rom = "brb";
  s.interface = "patches";
  s.normal = "spring";
  s.prestress = "full";
  s.dissipation = "local";
  s.optimizer = "nsga2";
  s.seed = 0xFFFFFFFFFFFFFFFF;
  s.identity = "00ff";
  s.fitted_modes = {1};
  s.predicted_modes = {2, 3};
  s.zeta0 = {{1, 1.0 / 3e3}, {10, 0}};
  s.mode_index = {{1, 0}, {2, 2}};
  s.amplitude_factor = {{1, 0.7}};
  s.variability = {{1, {3.55e-3, 0.129}}};
  s.parameters = {{"chi", "1", Scale::linear, -2, 2, -0.25, 1.5, 0, 3},
                  {"slip_traction", "N/m^2", Scale::log10, 3162.27766, 5e6, {}, {}, 1, 0}};
  s.front_points = 35;
  s.evaluations = 123456789012;
  s.failed_evaluations = 12;
  s.generations = 300;
  s.stop_reason = "limit reached: 300 generations";
  s.left_out = {{2, 4}};
  s.notes = {"dissipation: closed form", ""};
  s.files = {{"front.csv", "00ff"}};
  return s;
}

}  // namespace

TEST_CASE("a summary is read back as it was written", "[summary]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("summary.json");
  for (const CombinationSummary& summary : {example(), CombinationSummary()}) {
    write_summary(path, summary);
    CHECK(read_summary(path) == summary);
    const std::string first = read_file(path);
    write_summary(path, read_summary(path));
    CHECK(read_file(path) == first);  // same bytes
  }
}

TEST_CASE("a wrong summary names every key that is wrong", "[summary]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("summary.json");
  write_summary(path, example());
  std::string text = read_file(path);
  const auto replace = [&](const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"iwan4\"", "4");
  replace("\"fitted_modes\"", "\"fitted\"");
  replace("\"log10\"", "\"log2\"");
  replace("\"front_points\": 35", "\"front_points\": 35.5");
  replace("\"2\": 4", "\"two\": 4");
  write_atomically(path, text);
  try {
    read_summary(path);
    FAIL("no failure");
  } catch (const Failure& failure) {
    const std::string message = failure.what();
    CHECK(failure.problems().size() == 5);
    for (const char* part : {"/model", "/fitted_modes", "/parameters/1/scale", "/front_points",
                             "/points_left_out", "summary.json"})
      CHECK(message.find(part) != std::string::npos);
  }
  write_atomically(path, "{\"id\": \"a\"");
  CHECK_THROWS_AS(read_summary(path), Failure);
  CHECK_THROWS_AS(read_summary(folder.file("none")), Failure);
}

TEST_CASE("ranges over the front and points on a bound", "[summary]") {
  const std::vector<Parameter> bounds = {
      {"chi", "chi", "1", Scale::linear, -2, 2, false},
      {"slip_traction", "ts", "N/m^2", Scale::log10, 1e3, 1e7, true}};
  Front front;
  front.parameter_names = {"chi", "slip_traction"};
  front.modes = {1};
  // On a bound: within a thousandth of the range, 0.004 for chi and 0.004 decades.
  const double near_top = 1e7 * std::pow(10, -0.003), below_top = 1e7 * std::pow(10, -0.005);
  for (const auto& [chi, traction] : std::vector<std::pair<double, double>>{
           {-2, 1e3}, {-1.9965, near_top}, {-1.99, below_top}, {0.5, 1e5}})
    front.points.push_back({{chi, traction}, {{1, ErrorPair{0.1, 0.1}}}});
  const std::vector<ParameterRange> ranges = parameter_ranges(front, bounds);
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0].front_lower == -2);
  CHECK(ranges[0].front_upper == 0.5);
  CHECK(ranges[0].points_on_lower == 2);
  CHECK(ranges[0].points_on_upper == 0);
  CHECK(ranges[1].front_lower == 1e3);
  CHECK(ranges[1].front_upper == near_top);
  CHECK(ranges[1].points_on_lower == 1);
  CHECK(ranges[1].points_on_upper == 1);
  CHECK(ranges[1].lower == 1e3);
  CHECK(ranges[1].upper == 1e7);

  front.points.clear();
  CHECK_FALSE(parameter_ranges(front, bounds)[0].front_lower);
  front.parameter_names = {"slip_traction", "chi"};
  CHECK_THROWS_AS(parameter_ranges(front, bounds), Failure);
}

TEST_CASE("points without errors are counted per mode", "[summary]") {
  Front front;
  front.modes = {1, 2};
  front.points = {{{}, {{1, ErrorPair{}}, {2, std::nullopt}}}, {{}, {{1, ErrorPair{}}}}};
  CHECK(points_left_out(front) == std::map<int, int>{{1, 0}, {2, 2}});
}
