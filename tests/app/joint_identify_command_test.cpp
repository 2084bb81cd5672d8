#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "io/atomic_file.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

std::vector<std::string> identify(const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"joint", "identify", "--data", file, "--slip-force", "504"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::string kLeg = "studies/data/aff1-1.csv";

}  // namespace

TEST_CASE("the report's example as text and as data") {
  const Printed text = slipfront_run(identify(kLeg));
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("-0.57505") && Contains("0.00075856") && Contains("0.00270193") &&
                           Contains("only bounded below; quoted at its bound"));
  const Printed data = slipfront_run(identify(kLeg, {"--format", "json"}));
  REQUIRE(data.code == 0);
  const Json set = Json::parse(data.out).at("sets").at(0);
  CHECK(set.at("report").at("chi").get<double>() == Approx(-0.57505).epsilon(1e-4));
  CHECK(set.at("report").at("objective").get<double>() == Approx(2.70193e-3).epsilon(1e-4));
  CHECK(set.at("least_squares").at("parameters").at("beta").at("upper").is_null());
}

TEST_CASE("a known stiffness, several sets, pictures") {
  const TemporaryFolder folder;
  const Printed printed = slipfront_run(
      identify(kLeg, {"--stiffness", "1e6", "--plots", folder.file("p"), "--data", kLeg}));
  CHECK(printed.code == 0);
  CHECK_THAT(printed.out, Contains("Variability") && Contains("follows from K_T"));
  CHECK_THAT(Program::text_of(folder.file("p/identified-2.svg")), Catch::StartsWith("<svg"));
  CHECK_THAT(Program::text_of(folder.file("p/profiles-1.svg")), Catch::StartsWith("<svg"));
}

TEST_CASE("data that no joint explains end with a sentence and code 2") {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& rows) {
    slipfront::write_atomically(folder.file("d.csv"), "force,dissipation\n" + rows);
    return identify(folder.file("d.csv"));
  };
  CHECK_REFUSED((with("10,1\n20,8\n30,7\n")), "falls with force");
  CHECK_REFUSED((with("10,1\n20,8\n600,70000\n")), "above the slip force");
  CHECK_REFUSED((with("10,1\n")), "one force");
  CHECK_REFUSED((with("10,1\n20,3.5\n30,7\n")), "chi > -1");
  CHECK_REFUSED((with("10,1\n20,100\n30,1000\n40,9000\n")), "no four-parameter Iwan joint");
  CHECK_REFUSED((with("10,1e300\n20,1e301\n30,1e302\n")), "in any unit");
  CHECK_REFUSED((identify(kLeg, {"--stiffness", "1e30"})), "leave the stiffness out");
  CHECK_REFUSED((identify("no-such-file.csv")), "no-such-file.csv");
  CHECK_REFUSED(({"joint", "identify", "--data", kLeg, "--slip-force", "-1"}), "--slip-force");
  CHECK_REFUSED((identify(kLeg, {"--stiffness", "0"})), "--stiffness");
}
