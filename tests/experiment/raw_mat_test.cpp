#include <catch2/catch.hpp>

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
