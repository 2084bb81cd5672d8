#include "experiment/backbone_file.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

/// A folder with the files of one test, gone after it.
struct Folder {
  Folder() {
    static int count = 0;
    path = std::filesystem::temp_directory_path() /
           ("slipfront-backbone-" + std::to_string(getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(path);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string file(const std::string& text) const {
    const std::string name = (path / "b.csv").string();
    std::ofstream(name, std::ios::binary) << text;
    return name;
  }
  std::filesystem::path path;
};

std::string complaint(const std::string& text) {
  const Folder folder;
  try {
    read_backbone(folder.file(text));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

const std::string kHeader =
    "amplitude,frequency_hz,frequency_lower,frequency_upper,damping,damping_lower,"
    "damping_upper\n";
const std::string kGood = kHeader +
                          "1e-6,180,179,181,0.001,-0.0005,0.002\n"
                          "1e-5,175,174,176,0.004,0.003,0.005\n"
                          "1e-4,170,169,171,0.02,0.015,0.025\n";
}  // namespace

TEST_CASE("a backbone is read with its bounds, in any order of columns and spelling") {
  const Folder folder;
  const MeasuredBackbone b = read_backbone(folder.file(kGood));
  CHECK(b.amplitude == std::vector<double>{1e-6, 1e-5, 1e-4});
  CHECK(b.frequency_lower == std::vector<double>{179, 174, 169});
  CHECK(b.damping_lower == std::vector<double>{-0.0005, 0.003, 0.015});
  CHECK(b.damping_upper == std::vector<double>{0.002, 0.005, 0.025});
  CHECK_FALSE(b.response_amplitude);
  CHECK_THAT(b.source, Contains("b.csv"));

  const MeasuredBackbone turned =
      read_backbone(folder.file("# specimen 7\ndamping; frequency_hz ;response_amplitude\r\n"
                                "0,001;180;1e-6\r\n0,004;175;1e-5\r\n0,02;170;1e-4\r\n"));
  CHECK(turned.response_amplitude);
  CHECK(turned.amplitude == b.amplitude);
  CHECK(turned.damping == b.damping);
  CHECK(turned.frequency_lower == b.frequency_hz);  // bounds left out: the backbone itself
  CHECK(turned.damping_upper == b.damping);
}

TEST_CASE("what is written reads back to the same numbers") {
  const Folder folder;
  MeasuredBackbone b = read_backbone(folder.file(kGood));
  b.frequency_hz[0] = 180 + 1.0 / 3;
  b.response_amplitude = true;
  const std::string path = (folder.path / "out.csv").string();
  write_backbone(path, b);
  const MeasuredBackbone back = read_backbone(path);
  CHECK(back.response_amplitude);
  CHECK(back.amplitude == b.amplitude);
  CHECK(back.frequency_hz == b.frequency_hz);
  CHECK(back.frequency_lower == b.frequency_lower);
  CHECK(back.frequency_upper == b.frequency_upper);
  CHECK(back.damping == b.damping);
  CHECK(back.damping_lower == b.damping_lower);
  CHECK(back.damping_upper == b.damping_upper);
  b.damping[1] = std::nan("");
  CHECK_THROWS_WITH(write_backbone(path, b), Contains("missing or not finite values"));
  b.damping.pop_back();
  CHECK_THROWS_AS(write_backbone(path, b), Failure);
}

TEST_CASE("small damping in percent is told by its lowest amplitude") {
  CHECK_THAT(
      complaint("amplitude,frequency_hz,damping\n1e-6,180,0.05\n1e-5,175,0.1\n1e-4,170,0.3\n"),
      Contains("b.csv, column damping: found 0.05 at the lowest amplitude; damping is a "
               "ratio of critical damping, below 0.04 where a bolted structure hardly "
               "slips. this looks like percent: divide by 100."));
}

TEST_CASE("damping in percent is refused") {
  const std::string text =
      complaint("amplitude,frequency_hz,damping\n1e-6,180,0.1\n1e-5,175,0.4\n1e-4,170,2\n");
  CHECK_THAT(text, Contains("b.csv, column damping: found 1 values of 0.5 or more, 2 at most; "
                            "damping is a ratio of critical damping, below 0.5 in any bolted "
                            "structure. this looks like percent: divide by 100."));
}

TEST_CASE("a frequency in another unit is told by its name") {
  const auto with_name = [](const std::string& name) {
    return complaint("amplitude," + name +
                     ",damping\n1e-6,1130,0.001\n1e-5,1100,0.004\n1e-4,1070,0.02\n");
  };
  for (const char* name : {"frequency_rad_s", "omega"}) {
    CHECK_THAT(with_name(name), Contains("column " + std::string(name)) &&
                                    Contains("must be frequency_hz. divide by 2 pi"));
    CHECK_THAT(with_name(name), Contains("column frequency_hz: found no such column"));
  }
  CHECK_THAT(with_name("frequency"), Contains("if it is in Hz, name the column frequency_hz"));
  CHECK_THAT(complaint("amplitude,frequency_hz,damping_percent\n1,2,3\n"),
             Contains("divide by 100 and name the column damping"));
}

TEST_CASE("amplitudes ascend, once each, above zero") {
  const auto with_rows = [](const std::string& rows) {
    return complaint("amplitude,frequency_hz,damping\n" + rows);
  };
  CHECK_THAT(with_rows("1e-6,180,1e-3\n1e-4,175,2e-3\n1e-5,170,3e-3\n"),
             Contains("column amplitude, line 4: found 1e-05 after 1e-04; amplitudes must ascend. "
                      "sort the rows by amplitude."));
  CHECK_THAT(with_rows("1e-6,180,1e-3\n1e-6,175,2e-3\n1e-5,170,3e-3\n"),
             Contains("line 3: found 1e-06 after 1e-06; no amplitude may stand twice"));
  CHECK_THAT(with_rows("0,180,1e-3\n1e-6,175,2e-3\n1e-5,170,3e-3\n"),
             Contains("column amplitude, line 2: found 0; must be above 0"));
  CHECK_THAT(with_rows("-1e-6,180,1e-3\n1e-6,175,2e-3\n1e-5,170,3e-3\n"),
             Contains("line 2: found -1e-06; must be above 0"));
  CHECK_THAT(with_rows("1e-6,180,1e-3\n,175,2e-3\n1e-5,170,3e-3\n"),
             Contains("column amplitude, line 3: found an empty or not finite cell; must be a "
                      "finite number. leave out the whole row."));
}

TEST_CASE("cells, bounds and rows that are wrong, all in one Failure") {
  const std::string text = complaint(kHeader +
                                     "1e-6,180,181,182,0.001,0.0005,0.0008\n"
                                     "1e-5,nan,174,176,-0.004,-0.005,0.005\n");
  CHECK_THAT(text, Contains("found 2 rows; must have at least 3"));
  CHECK_THAT(text, Contains("column frequency_lower, line 2: found 181 for a value of 180; must "
                            "not be above the value itself"));
  CHECK_THAT(text, Contains("column damping_upper, line 2: found 8e-04 for a value of 0.001; must "
                            "not be below the value itself"));
  CHECK_THAT(text, Contains("column frequency_hz, line 3: found an empty or not finite cell"));
  CHECK_THAT(text, Contains("column damping, line 3: found -0.004; must be above 0"));
  CHECK_THAT(complaint("amplitude,frequency_hz,damping\n1e-6,180,1e-3\n1e-5,0,2e-3\n"
                       "1e-4,170,3e-3\n"),
             Contains("column frequency_hz, line 3: found 0; must be above 0"));
}

TEST_CASE("columns that are missing, unknown or one too many") {
  CHECK_THAT(complaint("amplitud,frequency_hz,damping\n1,2,3\n"),
             Contains("column amplitud: found a column of unknown meaning") &&
                 Contains("did you mean 'amplitude'?") &&
                 Contains("column amplitude: found no such column"));
  CHECK_THAT(complaint("amplitude,response_amplitude,frequency_hz,damping\n1,1,2,0.1\n"),
             Contains("only one of them says what the amplitude is"));
  CHECK_THAT(complaint("amplitude,frequency_hz,frequency_lower,damping\n1,2,2,0.1\n"),
             Contains("column frequency_upper: found no such column"));
  CHECK_THAT(complaint("amplitude,frequency_hz,damping\n1,x,0.1\n"),
             Contains("line 2, column frequency_hz: found 'x'; must be a number"));
  CHECK_THROWS_AS(read_backbone("there-is-no-such-file.csv"), Failure);
}

TEST_CASE("of many bad cells the first are listed and the rest counted") {
  std::string text = "amplitude,frequency_hz,damping\n";
  for (int i = 1; i <= 40; ++i) text += std::to_string(i) + ",-1,0.01\n";
  CHECK_THAT(complaint(text), Contains("column frequency_hz, line 11: found -1") &&
                                  !Contains("line 12") && Contains("found 30 more of these"));
}
