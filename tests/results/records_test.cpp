// The CSV files of a combination: columns, exact doubles, empty cells, wrong input.
#include "results/records.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

namespace {

template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

Front example() {
  Front front;
  front.parameter_names = {"slip_traction", "chi"};
  front.modes = {1, 2};
  front.points = {{{1e5, -0.5}, {{1, ErrorPair{1.0 / 3, 0.1}}, {2, ErrorPair{0.25, 1e-300}}}},
                  {{0.1 + 0.2, 0}, {{1, ErrorPair{0.5, 0.0625}}, {2, std::nullopt}}}};
  return front;
}

}  // namespace

TEST_CASE("front.csv has the contract's columns; a failed mode is two empty cells", "[records]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("front.csv");
  write_front_csv(path, example());
  CHECK(read_file(path) ==
        "frequency_error_1,damping_error_1,frequency_error_2,damping_error_2,slip_traction,chi\n"
        "0.3333333333333333,0.1,0.25,1e-300,1e+05,-0.5\n"
        "0.5,0.0625,,,0.30000000000000004,0\n");
}

TEST_CASE("a front is read back bit for bit", "[records]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("front.csv");
  const Front written = example();
  write_front_csv(path, written);
  const Front read = read_front_csv(path);
  CHECK(read.parameter_names == written.parameter_names);
  CHECK(read.modes == written.modes);
  REQUIRE(read.points.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(read.points[i].parameters == written.points[i].parameters);
    CHECK(read.points[i].errors == written.points[i].errors);
  }
  CHECK(read.errors(2).size() == 1);

  SECTION("an empty front keeps its columns") {
    Front empty = written;
    empty.points.clear();
    write_front_csv(path, empty);
    CHECK(read_front_csv(path).parameter_names == written.parameter_names);
    CHECK(read_front_csv(path).points.empty());
  }
}

TEST_CASE("numbers that are not finite are never written", "[records]") {
  const TemporaryFolder folder;
  Front front = example();
  front.points[0].parameters[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(message_of([&] { write_front_csv(folder.file("f"), front); }).find("chi") !=
        std::string::npos);
  front = example();
  front.points[0].errors[2] = ErrorPair{std::numeric_limits<double>::infinity(), 0};
  CHECK(message_of([&] { write_front_csv(folder.file("f"), front); }).find("frequency_error_2") !=
        std::string::npos);
  front = example();
  front.points[1].parameters.pop_back();
  CHECK_THROWS_AS(write_front_csv(folder.file("f"), front), Failure);
  CHECK(folder.entries() == 0);
}

TEST_CASE("a wrong front file says what is wrong with which line", "[records]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("front.csv");
  const auto message = [&](const char* text) {
    write_atomically(path, text);
    return message_of([&] { read_front_csv(path); });
  };
  CHECK(message("frequency_error_1,chi\n0.1,2\n").find("no column damping_error_1") !=
        std::string::npos);
  CHECK(message("damping_error_3,chi\n0.1,2\n").find("no column frequency_error_3") !=
        std::string::npos);
  CHECK(message("chi,beta\n0.1,2\n").find("no column frequency_error_<mode>") != std::string::npos);
  CHECK(message("frequency_error_1,damping_error_1,chi\n0.1,0.2,\n").find("line 2") !=
        std::string::npos);
  CHECK(message("frequency_error_1,damping_error_1\n0.1,\n").find("two empty cells") !=
        std::string::npos);
  CHECK(message("frequency_error_1,damping_error_1\n0.1,-1\n").find("at least 0") !=
        std::string::npos);
}

TEST_CASE("error pairs come from named columns or from any two", "[records]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("pairs.csv");
  const auto pairs = [&](const char* text, int mode = 1) {
    write_atomically(path, text);
    return read_error_pairs(path, mode);
  };
  const std::vector<ErrorPair> expected = {{0.1, 0.5}, {0.2, 0.25}};
  CHECK(pairs("f,z\n0.1,0.5\n0.2,0.25\n") == expected);
  CHECK(pairs("f;z\r\n0,1;0,5\r\n0,2;0,25\r\n") == expected);
  CHECK(pairs("damping_error_1,frequency_error_1\n0.5,0.1\n0.25,0.2\n") == expected);
  const char* front =
      "frequency_error_1,damping_error_1,frequency_error_2,damping_error_2,chi\n"
      "9,9,0.1,0.5,1\n9,9,,,1\n9,9,0.2,0.25,1\n";
  CHECK(pairs(front, 2) == expected);
  CHECK(pairs(front, 1).size() == 3);
  CHECK(message_of([&] { pairs(front, 3); }).find("frequency_error_3") != std::string::npos);
  CHECK(message_of([&] { pairs("f,z\n0.1,inf\n"); }).find("finite") != std::string::npos);
}

TEST_CASE("backbones.csv leaves the numbers of a failed amplitude empty", "[records]") {
  const TemporaryFolder folder;
  Backbone good = Backbone::failed_everywhere({1e-6, 2e-6}, PointStatus::not_converged);
  good.status[0] = PointStatus::converged;
  good.frequency_hz[0] = 182.5;
  good.damping[0] = 0.001;
  good.residual[0] = 1e-12;
  good.residual[1] = 0.5;  // known, but it describes no solution
  const Backbone bad = Backbone::failed_everywhere({3e-6}, PointStatus::outside_domain);
  write_backbones_csv(folder.file("b.csv"), std::vector<BackboneRecord>{{0, 1, good}, {4, 2, bad}});
  CHECK(read_file(folder.file("b.csv")) ==
        "point,mode,amplitude,frequency_hz,damping,residual,status\n"
        "0,1,1e-06,182.5,0.001,1e-12,converged\n"
        "0,1,2e-06,,,,not converged\n"
        "4,2,3e-06,,,,parameters outside the model's domain\n");

  const std::vector<BackboneRecord> read = read_backbones_csv(folder.file("b.csv"));
  REQUIRE(read.size() == 2);
  CHECK(read[0].point == 0);
  CHECK(read[0].backbone.frequency_hz[0] == 182.5);
  CHECK(read[0].backbone.status == good.status);
  CHECK(std::isnan(read[0].backbone.damping[1]));
  CHECK(read[1].point == 4);
  CHECK(read[1].mode == 2);
  CHECK(read[1].backbone.amplitude == std::vector<double>{3e-6});
  CHECK(read[1].backbone.status[0] == PointStatus::outside_domain);

  const std::string head = "point,mode,amplitude,frequency_hz,damping,residual,status\n";
  for (const char* row : {"0,1,1e-6,1,1,1,sideways\n", "0,1,1e-6,1,1\n",
                          "0,,1e-6,1,1,1,converged\n", "0,1,1e-6,x,1,1,converged\n"}) {
    write_atomically(folder.file("bad.csv"), head + row);
    CHECK_THROWS_AS(read_backbones_csv(folder.file("bad.csv")), Failure);
    CHECK_THROWS_WITH(read_backbones_csv(folder.file("bad.csv")),
                      Catch::Contains("Compute this combination again"));
  }
}

TEST_CASE("backbones.csv keeps every status that a backbone can have", "[records]") {
  const TemporaryFolder folder;
  int kinds = 0;
  for (; to_text(static_cast<PointStatus>(kinds)) != "unknown"; ++kinds) {
    const auto status = static_cast<PointStatus>(kinds);
    INFO(to_text(status));
    Backbone one = Backbone::failed_everywhere({1e-6}, status);
    one.frequency_hz[0] = one.damping[0] = one.residual[0] = 1;
    write_backbones_csv(folder.file("b.csv"), std::vector<BackboneRecord>{{0, 1, one}});
    CHECK(read_backbones_csv(folder.file("b.csv")).at(0).backbone.status[0] == status);
  }
  CHECK(kinds == 10);
}

TEST_CASE("a converged amplitude that is not finite is refused", "[records]") {
  const TemporaryFolder folder;
  Backbone wrong = Backbone::failed_everywhere({1e-6}, PointStatus::converged);
  CHECK_THROWS_AS(
      write_backbones_csv(folder.file("b.csv"), std::vector<BackboneRecord>{{0, 1, wrong}}),
      Failure);
}

TEST_CASE("loops.csv", "[records]") {
  const TemporaryFolder folder;
  write_loops_csv(folder.file("l.csv"),
                  std::vector<LoopRecord>{{0, {0, 1e-6}, {0, 5}}, {7, {-0.5}, {-2}}});
  CHECK(read_file(folder.file("l.csv")) ==
        "point,displacement,traction\n0,0,0\n0,1e-06,5\n7,-0.5,-2\n");
  const std::vector<LoopRecord> read = read_loops_csv(folder.file("l.csv"));
  REQUIRE(read.size() == 2);
  CHECK(read[0].displacement == std::vector<double>{0, 1e-6});
  CHECK(read[0].traction == std::vector<double>{0, 5});
  CHECK(read[1].point == 7);
  CHECK_THROWS_AS(write_loops_csv(folder.file("l.csv"), std::vector<LoopRecord>{{0, {0, 1}, {0}}}),
                  Failure);
  CHECK_THROWS_AS(
      write_loops_csv(folder.file("l.csv"), std::vector<LoopRecord>{{0, {0}, {std::nan("")}}}),
      Failure);
}
