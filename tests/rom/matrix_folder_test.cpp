#include "rom/matrix_folder.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "io/atomic_file.hpp"
#include "rom_test_files.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
std::string market(const Eigen::MatrixXd& matrix) {
  std::ostringstream text;
  text.precision(17);
  text << "%%MatrixMarket matrix array real general\n"
       << matrix.rows() << " " << matrix.cols() << "\n";
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) text << matrix(i, j) << "\n";
  return text.str();
}
}  // namespace

TEST_CASE("matrices in text files are the model of the same matrices in a MATLAB file") {
  const MatFolder folder;
  const SquareModel model;
  std::string json = "{";
  for (const auto& [name, matrix] : model.with_maps("Q", "T")) {
    write_atomically(folder.file(name + ".mtx"), market(matrix));
    json += "\"" + name + "\": \"" + name + ".mtx\", ";
  }
  write_atomically(folder.file("model.json"), json + "\"Prestress\": 50}");
  const Structure read = load_matrix_folder(folder.file("model.json"));
  CHECK(read.stiffness.isApprox(model.stiffness, 1e-15));
  CHECK(read.interface.points() == 2);
  CHECK(*read.preload == 50);
  CHECK(read.source == folder.file("model.json"));
}

TEST_CASE("missing files, wrong values and missing matrices are named") {
  const MatFolder folder;
  write_atomically(folder.file("a.json"), "[1]");
  CHECK_THAT(complaint([&] { load_matrix_folder(folder.file("a.json")); }),
             Contains("must be a JSON object"));
  write_atomically(folder.file("deep.json"),
                   "{\"K\":" + std::string(200000, '[') + std::string(200000, ']') + "}");
  CHECK_THAT(complaint([&] { load_matrix_folder(folder.file("deep.json")); }),
             Contains("deep.json") && Contains("nested"));
  write_atomically(folder.file("names.json"), R"({"1abc": 3})");
  CHECK_THAT(complaint([&] { load_matrix_folder(folder.file("names.json")); }),
             Contains("names.json") && !Contains("/bad.mat"));
  write_atomically(folder.file("b.json"), R"({"K": "none.mtx", "M": true})");
  const std::string text = complaint([&] { load_matrix_folder(folder.file("b.json")); });
  CHECK_THAT(text, Contains("none.mtx"));
  CHECK_THAT(text, Contains("/M: found true; must be a file or a number"));
  write_atomically(folder.file("k.mtx"), market(Eigen::MatrixXd::Identity(3, 3)));
  write_atomically(folder.file("c.json"), R"({"K": "k.mtx"})");
  CHECK_THAT(complaint([&] { load_matrix_folder(folder.file("c.json")); }),
             Contains("c.json, M: found no such variable"));
}
