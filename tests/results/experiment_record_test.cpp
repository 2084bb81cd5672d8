#include "results/experiment_record.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

TEST_CASE("measured curves come back bit for bit", "[experiment_record]") {
  const TemporaryFolder folder;
  MeasuredBackbone m;
  m.source = "a <b>.csv";
  m.response_amplitude = true;
  m.amplitude = {1e-6, 0.1 + 0.2};
  m.frequency_hz = {180.1, 1.0 / 3};
  m.frequency_lower = {179, 0.3};
  m.frequency_upper = {181, 0.4};
  m.damping = {0.001, 0.002};
  m.damping_lower = {-0.001, 0};
  m.damping_upper = {0.003, 0.004};
  write_experiment(folder.file("e.json"), {{2, m}});
  const MeasuredModes read = read_experiment(folder.file("e.json"));
  REQUIRE(read.size() == 1);
  const MeasuredBackbone& r = read.at(2);
  CHECK(r.source == m.source);
  CHECK(r.response_amplitude);
  CHECK(r.amplitude == m.amplitude);
  CHECK(r.frequency_hz == m.frequency_hz);
  CHECK(r.frequency_lower == m.frequency_lower);
  CHECK(r.frequency_upper == m.frequency_upper);
  CHECK(r.damping == m.damping);
  CHECK(r.damping_lower == m.damping_lower);
  CHECK(r.damping_upper == m.damping_upper);
}

TEST_CASE("curves of single combinations stand beside those of the study", "[experiment_record]") {
  const TemporaryFolder folder;
  MeasuredBackbone m;
  m.amplitude = {1, 2};
  m.frequency_hz = m.frequency_lower = m.frequency_upper = {3, 4};
  m.damping = m.damping_lower = m.damping_upper = {5, 6};
  write_experiment(folder.file("plain.json"), {{1, m}});
  CHECK(read_own_experiments(folder.file("plain.json")).empty());
  MeasuredBackbone other = m;
  other.source = "other.csv";
  other.frequency_hz = {7, 8};
  write_experiment(folder.file("own.json"), {{1, m}}, {{"a.b/c", {{1, other}, {2, m}}}});
  CHECK(read_experiment(folder.file("own.json")).at(1).frequency_hz == m.frequency_hz);
  const OwnExperiments own = read_own_experiments(folder.file("own.json"));
  REQUIRE(own.size() == 1);
  CHECK(own.at("a.b/c").size() == 2);
  CHECK(own.at("a.b/c").at(1).frequency_hz == other.frequency_hz);
  CHECK(own.at("a.b/c").at(1).source == "other.csv");

  write_atomically(folder.file("bad.json"), R"({"modes":{},"combinations":{"a":{"1":{}}}})");
  CHECK_THROWS_WITH(read_own_experiments(folder.file("bad.json")),
                    Catch::Contains("/combinations/a/1"));
}

TEST_CASE("every fault of the file is told at once", "[experiment_record]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("e.json"),
                   R"({"modes":{"one":{},"2":{"source":"","response_amplitude":false,
    "amplitude":[2,1],"frequency_hz":[1],"frequency_lower":[1,1],"frequency_upper":[1,1],
    "damping":[1,1],"damping_lower":[1,1],"damping_upper":[1,1]}}})");
  try {
    read_experiment(folder.file("e.json"));
    FAIL("was read");
  } catch (const Failure& failure) {
    CHECK_THAT(failure.what(), Catch::Contains("must be a mode number"));
    CHECK_THAT(failure.what(), Catch::Contains("as many as there are amplitudes"));
    CHECK_THAT(failure.what(), Catch::Contains("ascending"));
  }
}
