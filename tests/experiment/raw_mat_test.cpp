#include <matio.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"
#include "experiment/raw_records.hpp"
#include "io/mat_file.hpp"
#include "io/temporary_folder.hpp"

using namespace slipfront;

TEST_CASE("vectors of a mat file: time, channels, unit, rate") {
  const TemporaryFolder folder;
  const std::string path = folder.file("m.mat");
  const Eigen::VectorXd time = Eigen::VectorXd::LinSpaced(64, 0, 0.063);
  const Eigen::MatrixXd two = Eigen::MatrixXd::Random(64, 2);
  write_mat(path,
            {{"time", time},
             {"acc", two},
             {"mass", Eigen::MatrixXd::Constant(1, 1, 3)},
             {"short", Eigen::VectorXd::Ones(20)}},
            {{"units", "m/s^2"}});
  RawRecord r = raw_from_mat(path);
  CHECK(r.time.size() == 64);
  REQUIRE(r.channels.size() == 2);
  CHECK(r.channels[1].name == "acc(:,2)");
  CHECK(r.channels[1].values[5] == two(5, 1));
  CHECK(r.channels[0].unit == "m/s^2");
  CHECK(r.notes.size() == 1);  // "short" is left out

  write_mat(path, {{"fs", Eigen::MatrixXd::Constant(1, 1, 2048)},
                   {"acc", Eigen::MatrixXd::Random(1, 64)}});
  r = raw_from_mat(path);
  CHECK(r.sampling_hz == 2048.0);
  CHECK(r.channels[0].name == "acc");
  CHECK(r.channels[0].unit.empty());

  write_mat(path, {{"x", time}, {"y", two.col(0)}});  // an axis is known by its equal steps
  CHECK(raw_from_mat(path).time.size() == 64);
  write_mat(path, {{"a", Eigen::MatrixXd::Constant(1, 1, 1)}});
  CHECK_THROWS_AS(raw_from_mat(path), Failure);
}

namespace {

Eigen::MatrixXd one(double value) { return Eigen::MatrixXd::Constant(1, 1, value); }
Eigen::VectorXd signal() { return Eigen::VectorXd::Random(64); }

struct Member {
  std::string name;
  Eigen::MatrixXd matrix;
  std::string text = {};  // in place of the matrix
};

/// A file of structs.
void write_structs(const std::string& path,
                   const std::vector<std::pair<std::string, std::vector<Member>>>& structs) {
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5);
  for (const auto& [name, members] : structs) {
    std::vector<const char*> names;
    for (const Member& member : members) names.push_back(member.name.c_str());
    std::size_t single[2] = {1, 1};
    matvar_t* whole = Mat_VarCreateStruct(name.c_str(), 2, single, names.data(),
                                          static_cast<unsigned>(names.size()));
    for (const Member& member : members) {
      std::size_t size[2] = {static_cast<std::size_t>(member.matrix.rows()),
                             static_cast<std::size_t>(member.matrix.cols())};
      std::size_t length[2] = {1, member.text.size()};
      matvar_t* variable = member.text.empty()
                               ? Mat_VarCreate(member.name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2,
                                               size, const_cast<double*>(member.matrix.data()), 0)
                               : Mat_VarCreate(member.name.c_str(), MAT_C_CHAR, MAT_T_UTF8, 2,
                                               length, const_cast<char*>(member.text.data()), 0);
      Mat_VarSetStructFieldByName(whole, member.name.c_str(), 0, variable);
    }
    Mat_VarWrite(file, whole, MAT_COMPRESSION_NONE);
    Mat_VarFree(whole);
  }
  Mat_Close(file);
}

}  // namespace

TEST_CASE("structs of one file keep their own unit, rate and time") {
  const TemporaryFolder folder;
  const std::string path = folder.file("m.mat");
  write_structs(path, {{"a1", {{"y", signal()}, {"fs", one(25600)}, {"unit", {}, "g"}}},
                       {"a2", {{"y", signal()}, {"fs", one(51200)}, {"unit", {}, "m/s^2"}}}});
  RawRecord r = raw_from_mat(path);
  REQUIRE(r.channels.size() == 2);
  CHECK(r.channels[0].unit == "g");
  CHECK(r.channels[1].unit == "m/s^2");
  REQUIRE(r.channels[0].own);
  CHECK(r.channels[0].own->sampling_hz == 25600);
  CHECK(r.channels[1].own->sampling_hz == 51200);

  write_structs(path, {{"a1", {{"y", signal()}, {"t", Eigen::VectorXd::LinSpaced(64, 0, 0.063)}}},
                       {"a2", {{"y", signal()}, {"t", Eigen::VectorXd::LinSpaced(64, 1, 1.126)}}}});
  r = raw_from_mat(path);
  REQUIRE(r.channels.size() == 2);
  CHECK(r.channels[0].own->time.back() == Approx(0.063));
  CHECK(r.channels[1].own->time.back() == Approx(1.126));

  // A unit beside the time is the time's; the one beside the signal the signal's.
  write_structs(path,
                {{"acc", {{"data", signal()}, {"unit", {}, "m/s^2"}}},
                 {"time", {{"data", Eigen::VectorXd::LinSpaced(64, 0, 63)}, {"unit", {}, "ms"}}}});
  r = raw_from_mat(path);
  REQUIRE(r.channels.size() == 1);
  CHECK(r.channels[0].unit == "m/s^2");
  CHECK(r.time_unit == "ms");
  CHECK(r.time.size() == 64);
}

TEST_CASE("two answers to one question are refused") {
  const TemporaryFolder folder;
  const std::string path = folder.file("m.mat");
  write_mat(path, {{"y", signal()}, {"dt", one(1e-3)}, {"fs", one(2048)}});
  CHECK_THROWS_WITH(raw_from_mat(path),
                    Catch::Contains("dt, fs") && Catch::Contains("two different"));
  write_mat(path, {{"y", signal()}, {"fs", one(2048)}}, {{"acc_unit", "g"}, {"yunit", "m/s^2"}});
  CHECK_THROWS_WITH(raw_from_mat(path), Catch::Contains("acc_unit, yunit"));
  write_mat(path, {{"y", signal()}, {"dt", one(1.0 / 2048)}, {"fs", one(2048)}},
            {{"acc_unit", "m/s^2"}, {"yunit", "m/s2"}});
  CHECK(raw_from_mat(path).channels.size() == 1);  // two words for the same
}
