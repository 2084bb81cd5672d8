#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/mat_bytes.hpp"
#include "io/temporary_folder.hpp"
#include "program.hpp"

using Catch::Matchers::Contains;

namespace {

/// 1.2 s of a 178 Hz decay of 0.4 % damping at 8192 Hz, as CSV.
std::string decay_file(const TemporaryFolder& folder, const std::string& name,
                       const std::string& header, double scale = 1) {
  const std::string path = folder.file(name);
  std::ofstream file(path);
  file << header << "\n";
  constexpr double kOmega = 2 * 3.141592653589793 * 178;
  unsigned noise = 1;
  for (int i = 0; i < 9830; ++i) {
    const double t = i / 8192.0;
    noise = noise * 1664525u + 1013904223u;
    const double a = 100 * std::exp(-0.004 * kOmega * t) * std::cos(kOmega * t) +
                     0.02 * (noise / 4294967296.0 - 0.5);
    file << t << "," << scale * a << "\n";
  }
  return path;
}

}  // namespace

TEST_CASE("ringdown: points as a table, with what was chosen on stderr") {
  const TemporaryFolder folder;
  const std::string path = decay_file(folder, "a.csv", "time [s],acc [m/s^2]");
  const Printed printed = slipfront_run({"ringdown", path, "--band", "140:220"});
  CAPTURE(printed.error);
  CHECK(printed.code == 0);
  CHECK_THAT(printed.out,
             Catch::StartsWith("decay,time,response_amplitude,frequency_hz,damping\n"));
  CHECK_THAT(printed.error, Contains("channel acc: unit m/s^2"));
}

TEST_CASE("ringdown: a backbone with pictures from two hits in g") {
  const TemporaryFolder folder;
  const std::string a = decay_file(folder, "a.csv", "time [s],acc", 1 / 9.80665);
  const std::string b = decay_file(folder, "b.csv", "time [s],acc", 0.8 / 9.80665);
  const Printed printed =
      slipfront_run({"ringdown", a, "--with", b, "--band", "auto", "--unit", "g", "--mode-shape",
                     "2", "--smooth", "--plots", folder.file("p"), "--format", "json"});
  CAPTURE(printed.error);
  REQUIRE(printed.code == 0);
  const auto json = nlohmann::json::parse(printed.out);
  CHECK(json["decays"].size() == 2);
  const auto& f = json["backbone"]["frequency_hz"];
  const auto& q = json["backbone"]["amplitude"];
  CHECK(f[f.size() / 2].get<double>() == Approx(178).epsilon(1e-3));
  CHECK(q[q.size() - 1].get<double>() < 100 / std::pow(2 * 3.1416 * 178, 2) / 2);
  for (const char* name : {"points.svg", "decay-1.svg", "decay-2.svg", "spectrum-2.svg"})
    CHECK(std::filesystem::exists(folder.path / "p" / name));
}

TEST_CASE("ringdown: a struct of time and several accelerations from another tool") {
  const TemporaryFolder folder;
  constexpr int kSamples = 9830;
  std::vector<double> time, tip, middle;
  for (int i = 0; i < kSamples; ++i) {
    const double t = i / 8192.0, omega = 2 * 3.141592653589793 * 178;
    const double a = std::exp(-0.004 * omega * t) * std::cos(omega * t + 0.1);
    time.push_back(t);
    tip.push_back(100 * a + 0.01 * std::sin(1e5 * t * t));  // phi = 1.2, and 0.48 in the middle
    middle.push_back(40 * a + 0.01 * std::cos(1e5 * t * t));
  }
  // As MATLAB writes save('lab.mat', 'test') of struct('time', t, 'acc_tip', a, 'acc_middle', b).
  const std::vector<std::string> names = {"time", "acc_tip", "acc_middle"};
  std::string fields, values;
  for (const std::string& name : names) fields += name + std::string(32 - name.size(), '\0');
  for (const auto* column : {&time, &tip, &middle})
    values += double_matrix("", kSamples, 1,
                            std::string(reinterpret_cast<const char*>(column->data()),
                                        sizeof(double) * column->size()));
  put(folder.file("lab.mat"),
      header() +
          element(14, element(6, raw<std::uint32_t>({2, 0})) +
                          element(5, raw<std::int32_t>({1, 1})) + element(1, "test") +
                          raw<std::uint32_t>({(4u << 16) | 5u, 32}) + element(1, fields) + values));
  const Printed printed = slipfront_run(
      {"ringdown", folder.file("lab.mat"), "--channel", "acc_tip", "--channel", "acc_middle",
       "--unit", "g", "--band", "178", "--mode-shape", "1.2", "--mode-shape", "0.48", "--smooth",
       "--plots", folder.file("p"), "-o", folder.file("mode-1.csv")});
  CAPTURE(printed.error);
  REQUIRE(printed.code == 0);
  CHECK_THAT(Program::text_of(folder.file("mode-1.csv")),
             Catch::StartsWith("amplitude,frequency_hz,frequency_lower"));
  CHECK(std::filesystem::exists(folder.path / "p" / "points.svg"));
  CHECK_THAT(Program::text_of(folder.file("p") + "/points.svg"), Contains("2 decays, "));
  CHECK_REFUSED(({"ringdown", folder.file("lab.mat"), "--channel", "acc_tip", "--channel",
                  "acc_middle", "--unit", "g", "--band", "178", "--mode-shape", "1.2", "--smooth"}),
                "one per channel", "--mode-shape");
  CHECK_REFUSED(({"ringdown", folder.file("lab.mat"), "--channel", "acc_tip", "--channel",
                  "acc_middle", "--unit", "g", "--band", "178", "--smooth"}),
                "none for 2 channels", "--mode-shape");
  CHECK_REFUSED(({"ringdown", folder.file("lab.mat"), "--unit", "g", "--band", "178"}),
                "acc_middle, acc_tip", "--channel");
}

TEST_CASE("ringdown: records of different modes are not merged, times in ms are asked about") {
  const TemporaryFolder folder;
  const std::string good = decay_file(folder, "a.csv", "time [s],acc [m/s^2]");
  const std::string two = folder.file("two.csv"), ms = folder.file("ms.csv");
  std::ofstream(two) << "time [s],acc [m/s^2]\n";
  std::ofstream(ms) << "time,acc [m/s^2]\n";
  std::ofstream of_two(two, std::ios::app), of_ms(ms, std::ios::app);
  unsigned noise = 7;
  for (int i = 0; i < 9830; ++i) {
    const double t = i / 8192.0;
    noise = noise * 1664525u + 1013904223u;
    const auto mode = [t](double f, double size) {
      const double omega = 2 * 3.141592653589793 * f;
      return size * std::exp(-0.004 * omega * t) * std::cos(omega * t);
    };
    of_two << t << "," << mode(178, 100) + mode(595, 300) + 1e-11 * noise << "\n";
    of_ms << 1000 * t << "," << mode(178, 100) + 1e-11 * noise << "\n";
  }
  of_two.close();
  of_ms.close();
  CHECK_REFUSED(({"ringdown", two, "--with", good, "--band", "auto", "--smooth"}), good, "no mode");
  CHECK_REFUSED(({"ringdown", ms, "--band", "140:225"}), ms, "time [ms]");
}

TEST_CASE("ringdown: a backbone of one decay has bounds, and a warning") {
  const TemporaryFolder folder;
  const std::string good = decay_file(folder, "a.csv", "time [s],acc [m/s^2]");
  for (const std::string method : {"pff", "hilbert"}) {
    const Printed printed = slipfront_run({"ringdown", good, "--band", "140:220", "--smooth",
                                           "--method", method, "--format", "json"});
    CAPTURE(method, printed.error);
    REQUIRE(printed.code == 0);
    CHECK_THAT(printed.error, Contains("warning: one decay alone"));
    const auto json = nlohmann::json::parse(printed.out);
    CHECK(json["warnings"].size() == 1);
    CHECK(json["decays"][0]["points"]["frequency_deviation"][20].get<double>() > 0);
    const auto& b = json["backbone"];
    for (std::size_t i = 0; i < b["damping"].size(); ++i)
      CHECK(b["damping_upper"][i].get<double>() > b["damping"][i].get<double>() * (1 + 1e-5));
  }
}

TEST_CASE("ringdown: wrong input is refused") {
  const TemporaryFolder folder;
  const std::string good = decay_file(folder, "a.csv", "time [s],acc [m/s^2]");
  const std::string bare = decay_file(folder, "b.csv", "time [s],acc");
  CHECK_REFUSED(({"ringdown", bare, "--band", "140:220"}), "no unit", "--unit");
  CHECK_REFUSED(({"ringdown", good, "--band", "700:900"}), "no mode");
  CHECK_REFUSED(({"ringdown", good, "--band", "x:y"}), "--band");
  CHECK_REFUSED(({"ringdown", good, "--band", "225:140"}), "--band", "LO must lie below HI");
  CHECK_REFUSED(({"ringdown", good, "--band", "400"}), "no mode near 400 Hz", good);
  CHECK_REFUSED(
      ({"ringdown", good, "--band", "140:220", "--smooth", "--amplitude-range", "1e-4:1e-6"}),
      "--amplitude-range", "LO must lie below HI");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--degree", "4"}), "add --method hilbert");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--all-hits", "--start", "0.1"}),
                "--all-hits");
  CHECK_REFUSED(({"ringdown", good, "--with", good, "--band", "140:220"}), "a second time");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--channel", "acc", "--channel", "acc"}),
                "a second time");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--piecewise"}), "add --smooth");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--bounds", "log"}), "add --smooth");
  CHECK_REFUSED(({"ringdown", good, "--band", "140:220", "--channel", "ac"}), "did you mean");
  CHECK_REFUSED(({"ringdown", folder.file("absent.csv"), "--band", "140:220"}), "absent.csv");
}
