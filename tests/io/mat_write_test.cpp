#include <catch2/catch.hpp>
#include <limits>

#include "core/failure.hpp"
#include "io/mat_file.hpp"
#include "mat_bytes.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

TEST_CASE("matrices and texts come back bit for bit") {
  const MatFolder folder;
  const std::string path = folder.file("a.mat");
  Eigen::MatrixXd odd(2, 3);
  odd << 0.1, -0.0, 1e-310, std::numeric_limits<double>::max(), 1.0 / 3, 2;
  write_mat(path, {{"odd", odd}, {"none", Eigen::MatrixXd(0, 3)}, {"one", odd.topLeftCorner(1, 1)}},
            {{"text", "two\nlines"}, {"empty", ""}});
  const MatFile file = read_mat(path);
  const Eigen::MatrixXd& back = file.matrix("odd");
  REQUIRE(back.size() == odd.size());
  CHECK(std::memcmp(back.data(), odd.data(), sizeof(double) * 6) == 0);
  CHECK(file.matrix("none").rows() == 0);
  CHECK(file.matrix("none").cols() == 3);
  CHECK(file.matrix("one")(0, 0) == 0.1);
  CHECK(*file.find_text("text") == "two\nlines");
  CHECK(file.find_text("empty")->empty());
}

TEST_CASE("the same contents give the same bytes, and nothing is left beside the file") {
  const MatFolder folder;
  for (const char* name : {"a.mat", "b.mat"})
    write_mat(folder.file(name), {{"K", Eigen::MatrixXd::Identity(40, 40)}}, {{"t", "x"}});
  CHECK(get(folder.file("a.mat")) == get(folder.file("b.mat")));
  const auto entries = std::filesystem::directory_iterator(folder.path);
  CHECK(std::distance(begin(entries), end(entries)) == 2);
}

TEST_CASE("a place or a name that cannot be written is a Failure") {
  const MatFolder folder;
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(1, 1);
  CHECK_THROWS_WITH(write_mat(folder.file("none/a.mat"), {{"K", one}}),
                    Contains("the folder must exist and be writable"));
  CHECK_THROWS_WITH(write_mat(folder.file("a.mat"), {{"gjp-wj", one}}),
                    Contains("gjp-wj: found a name that MATLAB cannot read"));
  CHECK_FALSE(std::filesystem::exists(folder.file("a.mat")));
}
