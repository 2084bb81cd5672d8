#include "experiment/record.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "core/failure.hpp"
#include "io/mat_file.hpp"
#include "io/temporary_folder.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

RawRecord raw(std::size_t samples = 100) {
  RawRecord r;
  r.source = "file";
  r.channels.push_back({"acc", "m/s^2", std::vector<double>(samples, 1.5)});
  for (std::size_t i = 0; i < samples; ++i) r.time.push_back(0.001 * static_cast<double>(i) + 2);
  return r;
}

std::string complaint(const RawRecord& r, const RecordOptions& options = {}) {
  try {
    make_record(r, options);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("units become m/s^2, time becomes a rate") {
  RawRecord r = raw();
  r.channels[0].unit = "g";
  const Record record = make_record(r, {});
  CHECK(record.sampling_hz == Approx(1000));
  CHECK(record.start == Approx(2));
  CHECK(record.time(10) == Approx(2.01));
  CHECK(record.channels[0].acceleration[0] == Approx(1.5 * 9.80665));
  r.time_unit = "ms";
  CHECK(make_record(r, {}).sampling_hz == Approx(1e6));
}

TEST_CASE("what a file does not state is asked for") {
  RawRecord r = raw();
  r.channels[0].unit.clear();
  CHECK_THAT(complaint(r), Contains("no unit") && Contains("--unit"));
  CHECK(complaint(r, {.unit = "g"}).empty());
  CHECK_THAT(complaint(r, {.unit = "volt"}), Contains("'volt'"));
  r = raw();
  CHECK_THAT(complaint(r, {.unit = "g"}), Contains("both must be the same"));
  r.time.clear();
  CHECK_THAT(complaint(r), Contains("--sampling"));
  CHECK(make_record(r, {.sampling_hz = 500}).sampling_hz == 500);
  CHECK_THAT(complaint(r, {.sampling_hz = -1}), Contains("above 0"));
  r = raw();
  r.channels.push_back({"acc2", "g", std::vector<double>(100, 1.0)});
  CHECK_THAT(complaint(r), Contains("2 channels: acc, acc2") && Contains("--channel acc"));
  CHECK(make_record(r, {.channels = {"acc2", "acc"}}).channels.size() == 2);
  CHECK(make_record(r, {.all_channels = true}).channels.size() == 2);
  CHECK_THAT(complaint(r, {.channels = {"acd"}}), Contains("did you mean"));
}

TEST_CASE("time that is no uniform grid is refused by name") {
  RawRecord r = raw();
  r.time[50] = r.time[48];
  CHECK_THAT(complaint(r), Contains("backwards") && Contains("sample 51"));
  r = raw();
  r.time[50] = r.time[49];
  CHECK_THAT(complaint(r), Contains("stand still"));
  r = raw();
  for (std::size_t i = 50; i < 100; ++i) r.time[i] += 0.004;
  CHECK_THAT(complaint(r), Contains("equal steps"));
  r = raw();
  r.time[3] = std::nan("");
  CHECK_THAT(complaint(r), Contains("sample 4") && Contains("not finite"));
  r = raw();
  CHECK_THAT(complaint(r, {.sampling_hz = 2000}), Contains("the file says 1000 Hz"));
  // The step that is off is named, not the first that drifts from the mean.
  r = raw();
  for (std::size_t i = 60; i < 100; ++i) r.time[i] += 0.02;
  CHECK_THAT(complaint(r), Contains("a step of 0.021 at sample 61"));
  // Rate and time of one file must agree.
  r = raw();
  r.sampling_hz = 1000;
  CHECK(complaint(r).empty());
  r.sampling_hz = 6250;
  r.rate_name = "fs";
  CHECK_THAT(complaint(r), Contains("fs: found 6250 Hz") && Contains("time says 1000 Hz"));
  // Times of day in seconds need all their digits to be told apart.
  r = raw();
  for (double& t : r.time) t += 1.7e9;
  r.time[50] = r.time[49];
  CHECK_THAT(complaint(r), Contains("1700000002.049 after 1700000002.049"));
}

TEST_CASE("values that are no numbers, lengths that differ, too few samples") {
  RawRecord r = raw();
  r.channels[0].values[7] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(complaint(r), Contains("1 of 100 samples") && Contains("first sample 8"));
  r = raw();
  r.channels[0].values.pop_back();
  CHECK_THAT(complaint(r), Contains("99 samples"));
  CHECK_THAT(complaint(raw(5)), Contains("5 samples"));
  r = raw();
  r.channels.clear();
  CHECK_THAT(complaint(r), Contains("no channel"));
}

TEST_CASE("files are told apart by their contents") {
  const TemporaryFolder folder;
  std::string csv = "t [ms];acc [g]\r\n";
  for (int i = 0; i < 32; ++i) csv += std::to_string(i) + ";0,5\r\n";
  std::ofstream(folder.file("a.txt"), std::ios::binary) << "\xEF\xBB\xBF" << csv;
  const Record a = read_record(folder.file("a.txt"));
  CHECK(a.sampling_hz == Approx(1000));
  CHECK(a.channels[0].acceleration[3] == Approx(0.5 * 9.80665));
  write_mat(folder.file("m.mat"),
            {{"t", Eigen::VectorXd::LinSpaced(32, 0, 0.031)}, {"a", Eigen::VectorXd::Random(32)}});
  CHECK(read_record(folder.file("m.mat"), {.unit = "g"}).channels[0].name == "a");
  std::ofstream(folder.file("broken.mat")) << "no mat file";
  CHECK_THROWS_AS(read_record(folder.file("broken.mat")), Failure);
  CHECK_THROWS_AS(read_record(folder.file("absent.csv")), Failure);
  std::ofstream(folder.file("s.json")) << R"({"a":[1,2],"b":3})";
  CHECK_THROWS_WITH(read_record(folder.file("s.json")), Contains("a JSON text"));
}

TEST_CASE("channels with samplings of their own are taken one at a time") {
  RawRecord r = raw();
  RawSampling own;
  own.sampling_hz = 500;
  own.start = 0.25;
  r.channels.push_back(
      {"other", "g", r.channels[0].values, std::make_shared<const RawSampling>(own)});
  const Record record = make_record(r, {.channels = {"other"}});
  CHECK(record.sampling_hz == 500);
  CHECK(record.start == 0.25);
  CHECK_THAT(complaint(r, {.all_channels = true}), Contains("another sampling"));
}
