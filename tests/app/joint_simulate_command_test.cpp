#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

std::string written(const TemporaryFolder& folder, const std::string& members) {
  std::ofstream(folder.file("case.json"))
      << R"({"stiffness": 1.4e5, "damping_ratio": 1e-4, "joint": {"model": "iwan4", "params":
             {"slip_traction": 40000, "tangential_stiffness": 2.5e5, "chi": -0.5, "beta": 1}}, )"
      << members << "}";
  return folder.file("case.json");
}

const std::string kBlow = R"("pulse": {"amplitude": 10000, "width": 0.02}, "duration": 1)";

}  // namespace

TEST_CASE("three methods tell the same decay") {
  const TemporaryFolder folder;
  const std::string file = written(folder, kBlow);
  double last[3];
  int k = 0;
  for (const std::string method : {"newmark", "averaging", "newmark+averaging"}) {
    const Printed printed =
        slipfront_run({"joint", "simulate", file, "--method", method, "--format", "json"});
    CAPTURE(printed.error);
    REQUIRE(printed.code == 0);
    const Json json = Json::parse(printed.out);
    CHECK(json.at("method") == method);
    CHECK(json.at("stuck_frequency_hz").get<double>() == Approx(99.392).epsilon(1e-4));
    CHECK(json.at("amplitude").size() == json.at("damping").size());
    last[k++] = json.at("frequency_hz").back();
  }
  CHECK(last[1] == Approx(last[0]).epsilon(2e-3));
  CHECK(last[2] == Approx(last[0]).epsilon(1e-3));
}

TEST_CASE("summary, table, drawing and response") {
  const TemporaryFolder folder;
  const std::string file = written(folder, kBlow);
  const Printed text = slipfront_run({"joint", "simulate", file});
  CHECK_THAT(text.out, Contains("frequency, stuck [Hz]") && Contains("amplitude [m]"));
  const Printed csv = slipfront_run({"joint", "simulate", file, "--method", "averaging", "--format",
                                     "csv", "--response", folder.file("response.csv")});
  CHECK_THAT(csv.out, Catch::StartsWith("time,amplitude,frequency_hz,damping\n"));
  const std::string response = Program::text_of(folder.file("response.csv"));
  CHECK_THAT(response, Catch::StartsWith("time,displacement,velocity,acceleration\n0,0,0,0\n"));
  CHECK(std::count(response.begin(), response.end(), '\n') == Approx(99.39 * 200).epsilon(1e-3));
  CHECK_THAT(response, !Contains("nan"));
  CHECK_THAT(slipfront_run({"joint", "simulate", file, "--format", "svg"}).out,
             Catch::StartsWith("<svg") && Contains("damping"));
}

TEST_CASE("cases that cannot be simulated end with a sentence") {
  const TemporaryFolder folder;
  CHECK_REFUSED(({"joint", "simulate",
                  written(folder, R"("pulse": {"amplitude": 1, "width": 2}, "duration": 1)")}),
                "/pulse/width", "must be shorter than the record", "lengthen the duration");
  CHECK_REFUSED(({"joint", "simulate",
                  written(folder, R"("pulse": {"amplitude": 1, "width": 1e-9}, "duration": 1)")}),
                "/pulse/width", "ten are needed");
  CHECK_REFUSED(({"joint", "simulate", written(folder, R"("duration": 1)")}), "/pulse");
  CHECK_REFUSED(({"joint", "simulate", folder.file("none.json")}), "none.json");
  CHECK_REFUSED(({"joint", "simulate", written(folder, kBlow), "--method", "euler"}), "--method");
  std::ofstream(folder.file("chi.json"))
      << R"({"stiffness": 1, "joint": {"model": "iwan4", "params": {"slip_traction": 1,
             "tangential_stiffness": 1, "chi": -1, "beta": 9}}, )"
      << kBlow << "}";
  CHECK_REFUSED(({"joint", "simulate", folder.file("chi.json")}), "/joint/params/chi",
                "must be above -1");
}
