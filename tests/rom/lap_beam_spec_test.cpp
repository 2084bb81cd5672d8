#include "rom/mesh/lap_beam_spec.hpp"

#include <catch2/catch.hpp>

#include "io/atomic_file.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
const std::string kBrb = std::string(SLIPFRONT_SOURCE_DIR) + "/rom/specs/brb.json";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = read_file(kBrb);
  const auto at = text.find(from);
  REQUIRE(at != text.npos);
  text.replace(at, from.size(), to);
  return problem_of([&] { parse_lap_beam(text, "beam.json"); });
}
}  // namespace

TEST_CASE("the shipped file is the built-in specification") {
  CHECK(lap_beam_text(read_lap_beam(kBrb)) == lap_beam_text(LapBeamSpec()));
  LapBeamSpec other;
  other.bolts.nut.height *= 1.0001;
  CHECK(lap_beam_text(other) != lap_beam_text(LapBeamSpec()));
}

TEST_CASE("a preload that is not given is not known") {
  CHECK_FALSE(parse_lap_beam("{}", "x").preload);
  CHECK(*parse_lap_beam(R"({"preload": 5})", "x").preload == 5);
}

TEST_CASE("wrong specifications, each with its sentence") {
  CHECK_THAT(changed("\"lap\"", "\"lapp\""),
             Contains("/lapp: found an unknown key") && Contains("did you mean 'lap'"));
  CHECK_THAT(changed("\"pitch\": 0.030353", "\"pitch\": 0.05"),
             Contains("bolts must stand inside the lap"));
  CHECK_THAT(changed("\"hole_diameter\": 0.0084328", "\"hole_diameter\": 0.03"),
             Contains("must be smaller than the section's width"));
  CHECK_THAT(changed("\"hole_diameter\": 0.0084328", "\"hole_diameter\": 0.007"),
             Contains("must be larger than the bolt's diameter"));
  CHECK_THAT(changed("\"outer_diameter\": 0.0174625", "\"outer_diameter\": 0.026"),
             Contains("/bolts/washer/outer_diameter: found 0.026; must be smaller"));
  CHECK_THAT(changed("1.9285e11", "0"), Contains("/material/young: found 0; must be above 0"));
  CHECK_THAT(changed("0.720852", "720.852"), Contains("give all lengths in metres"));
  CHECK_THAT(changed("0.720852", "0.1"), Contains("/lap: found 0.121412; must be shorter"));
  CHECK_THAT(changed("0.0432594", "0.038"), Contains("must reach through head, washers"));
  CHECK_THAT(changed("\"modes\": 13", "\"modes\": 0"), Contains("/reduction/modes: found 0"));
  CHECK_THAT(changed("\"pressure\"", "\"presure\""), Contains("must be one of: uniform, pressure"));
  CHECK_THAT(changed("\"count\": 3", "\"count\": 2.5"),
             Contains("/bolts/count: found 2.5; must be a whole"));
  CHECK_THAT(changed("\"name\": \"brb\"", "\"name\": 3"), Contains("must be a text"));
  CHECK_THAT(changed("12845", "null"), Contains("/preload: found null; must be a number"));
  CHECK_THAT(problem_of([] { parse_lap_beam("{", "beam.json"); }), Contains("not valid JSON"));
  CHECK_THAT(problem_of([] { parse_lap_beam("[]", "beam.json"); }),
             Contains("must be a JSON object"));
  CHECK_THAT(problem_of([] { parse_lap_beam(std::string(5000, '['), "x"); }),
             Contains("nested more than"));
  LapBeamSpec coarse;
  coarse.refinement = 1;
  CHECK_THAT(problem_of([&] { check_lap_beam(coarse); }), Contains("/refinement: found 1"));
}
