#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

const std::string kParams = R"({"slip_traction":1e5,"tangential_stiffness":1e12})";

std::vector<std::string> jenkins(std::vector<std::string> more) {
  std::vector<std::string> words = {"joint",    "loop",  "--model",     "jenkins",
                                    "--params", kParams, "--amplitude", "5e-7"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("the loop of Jenkins as a table") {
  const Printed printed = slipfront_run(jenkins({}));
  CHECK(printed.code == 0);
  CHECK(printed.error.empty());
  std::istringstream lines(printed.out);
  std::string line;
  std::getline(lines, line);
  CHECK(line == "curve,displacement,traction");
  std::getline(lines, line);
  CHECK(line == "first_loading,0,0");
  int rows = 1;
  std::string last;
  for (; std::getline(lines, line); ++rows) last = line;
  CHECK(rows == 51 + 101);
  CHECK(last.starts_with("loop,5e-07,"));
}

TEST_CASE("both frameworks, as data: the area is 4 ts (U - ts/kt)") {
  for (const std::string framework : {"masing", "non_masing"}) {
    const Printed printed = slipfront_run(jenkins({"--framework", framework, "--format", "json"}));
    REQUIRE(printed.code == 0);
    const Json json = Json::parse(printed.out);
    CHECK(json.at("framework") == framework);
    CHECK(json.at("loop_area").get<double>() == Approx(4 * 1e5 * 4e-7));
    CHECK(json.at("loop").at("traction").size() == 101);
  }
}

TEST_CASE("a post-slip stiffness and a normal traction") {
  const Printed post = slipfront_run(
      {"joint", "loop", "--model", "jenkins", "--post-slip", "--amplitude", "5e-7", "--format",
       "json", "--params",
       R"({"slip_traction":1e5,"tangential_stiffness":1e12,"post_slip_stiffness":1e10})"});
  REQUIRE(post.code == 0);
  CHECK(Json::parse(post.out).at("first_loading").at("traction").back() == Approx(1.05e5));
  const std::vector<std::string> pressed = {
      "joint",       "loop",
      "--model",     "elastic_dry_friction",
      "--amplitude", "5e-7",
      "--params",    R"({"friction_coefficient":0.5,"tangential_stiffness":1e12})"};
  CHECK_REFUSED((pressed), "--normal-traction", "is needed");
  std::vector<std::string> complete = pressed;
  complete.insert(complete.end(), {"--normal-traction", "2e5", "--format", "json"});
  const Printed drawn = slipfront_run(complete);
  REQUIRE(drawn.code == 0);
  CHECK(Json::parse(drawn.out).at("first_loading").at("traction").back() == Approx(1e5));
}

TEST_CASE("a drawing into a file") {
  const TemporaryFolder folder;
  const Printed printed =
      slipfront_run(jenkins({"--format", "svg", "-o", folder.file("loop.svg")}));
  CHECK(printed.code == 0);
  CHECK(printed.out.empty());
  const std::string svg = Program::text_of(folder.file("loop.svg"));
  CHECK_THAT(svg, Catch::StartsWith("<svg ") && Contains("Jenkins") && Contains("[nm]"));
}

TEST_CASE("an Iwan law with chi at -1 or below is refused: it is no joint") {
  const auto words = [](const std::string& chi) {
    return std::vector<std::string>{
        "joint",
        "loop",
        "--model",
        "iwan4",
        "--amplitude",
        "1e-7",
        "--params",
        R"({"slip_traction":1e5,"tangential_stiffness":1e12,"beta":1,"chi":)" + chi + "}"};
  };
  CHECK_REFUSED((words("-1")), "chi", "must be above -1", "not a joint");
  CHECK_REFUSED((words("-1.2")), "chi", "must be above -1");
  CHECK(slipfront_run(words("-0.9")).code == 0);
}

TEST_CASE("wrong input is refused") {
  CHECK_REFUSED((jenkins({"--normal-traction", "1e5"})), "does not depend on it");
  CHECK_REFUSED(({"joint", "loop", "--model", "jenkin", "--params", kParams, "--amplitude", "1"}),
                "did you mean 'jenkins'?");
  CHECK_REFUSED(({"joint", "loop", "--model", "jenkins", "--params", "{}", "--amplitude", "1"}),
                "slip_traction");
  CHECK_REFUSED(({"joint", "loop", "--model", "jenkins", "--params", kParams, "--amplitude", "-1"}),
                "--amplitude", "above 0");
  CHECK_REFUSED(({"joint", "identify"}), "joint identify");
}
