#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "io/atomic_file.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

/// K0 = 578000, R = 4.86871e8, chi = -0.178, C = 3.96 in microslip, as a steady cycle; written
/// out with the closed forms of Deaner et al.
std::string backbone(int count) {
  std::string csv = "amplitude,frequency_hz,damping\n";
  const double k0 = 578000, R = 4.86871e8, chi = -0.178, C = 3.96;
  for (int i = 0; i < count; ++i) {
    const double q = 1e-7 * std::pow(100.0, double(i) / (count - 1));
    const double k = k0 - R * std::pow(q, chi + 1) / ((chi + 1) * (chi + 2));
    const double d = 4 * R * std::pow(q, chi + 3) / ((chi + 3) * (chi + 2));
    const double f = std::sqrt(k) / (2 * M_PI);
    const double z = d / (2 * M_PI * k * q * q) + C / (2 * std::sqrt(k));
    char line[100];
    std::snprintf(line, sizeof line, "%.17g,%.17g,%.17g\n", q, f, z);
    csv += line;
  }
  return csv;
}

}  // namespace

TEST_CASE("a microslip backbone: four parameters, the others with bounds; a prediction") {
  const TemporaryFolder folder;
  slipfront::write_atomically(folder.file("mode-1.csv"), backbone(16));
  const Printed printed = slipfront_run(
      {"joint", "fit", "--backbone", folder.file("mode-1.csv"), "--format", "json", "--force",
       "studies/data/two-beam-hammer.csv", "--duration", "0.2", "--drive-shape", "0.2",
       "--prediction", folder.file("p.csv"), "--plots", folder.file("pictures")});
  CAPTURE(printed.error);
  REQUIRE(printed.code == 0);
  const Json json = Json::parse(printed.out), fit = json.at("fits").at(0);
  CHECK(fit.at("reading") == "cycle");
  CHECK(fit.at("macroslip") == false);
  CHECK(fit.at("quantities").at("K0").at("value").get<double>() == Approx(578000).epsilon(1e-6));
  CHECK(fit.at("quantities").at("C").at("value").get<double>() == Approx(3.96).epsilon(1e-4));
  for (const char* name : {"F_S", "K_T", "K_inf", "beta"})
    CHECK(fit.at("quantities").at(name).at("identifiable") == false);
  CHECK(json.at("prediction").at("peaks").size() == 4);
  CHECK_THAT(Program::text_of(folder.file("p.csv")), Catch::StartsWith("time,acceleration\n"));
  CHECK_THAT(Program::text_of(folder.file("pictures/zeroed.svg")), Catch::StartsWith("<svg"));
  CHECK_THAT(Program::text_of(folder.file("pictures/fit-1.svg")), Catch::StartsWith("<svg"));
}

TEST_CASE("two modes in one table") {
  const TemporaryFolder folder;
  slipfront::write_atomically(folder.file("a.csv"), backbone(8));
  slipfront::write_atomically(folder.file("b.csv"), backbone(9));
  const Printed printed = slipfront_run({"joint", "fit", "--reading", "cycle", "--backbone",
                                         folder.file("a.csv"), "--backbone", folder.file("b.csv")});
  CHECK(printed.code == 0);
  CHECK_THAT(printed.out, Contains("zeta [%]") && Contains("microslip only"));
}

TEST_CASE("wrong input ends with a sentence and code 2") {
  const TemporaryFolder folder;
  slipfront::write_atomically(folder.file("m.csv"), backbone(8));
  slipfront::write_atomically(folder.file("few.csv"), backbone(5));
  std::string response = backbone(8);
  response.replace(0, 9, "response_amplitude");
  slipfront::write_atomically(folder.file("response.csv"), response);
  const std::string good = folder.file("m.csv"), hammer = "studies/data/two-beam-hammer.csv";
  const auto fit = [](const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"joint", "fit", "--reading", "cycle", "--backbone", file};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  CHECK_REFUSED((fit(folder.file("few.csv"))), "5 amplitudes");
  CHECK_REFUSED((fit(folder.file("response.csv"))), "--mode-shape");
  CHECK_REFUSED((fit(good, {"--duration", "1"})), "add --force");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--duration", "0.001"})),
                "longer than the response");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--drive-shape", "1,2"})),
                "one for each --backbone");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--duration", "0.1", "--zero-before", "3"})),
                "outside of the record");
  CHECK_REFUSED((fit(good, {"--force", good})), "time");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--duration", "1e9"})),
                "ask for a shorter response");
  slipfront::write_atomically(folder.file("still.csv"), "time,acceleration\n0,0\n1e-3,0\n2e-3,0\n");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--measured", folder.file("still.csv")})),
                "zero at every time");
  slipfront::write_atomically(folder.file("late.csv"),
                              "time,acceleration\n100,1\n100.001,2\n100.002,1\n");
  CHECK_REFUSED((fit(good, {"--force", hammer, "--measured", folder.file("late.csv")})),
                "must overlap the force", "one clock");
}
