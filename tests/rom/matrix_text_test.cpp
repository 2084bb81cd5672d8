#include "rom/matrix_text.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
Eigen::MatrixXd one(const std::string& text) {
  return parse_matrix_text(text, "a.mtx").at(0).matrix;
}
std::string refused(const std::string& text) {
  return problem_of([&] { one(text); });
}
}  // namespace

TEST_CASE("Matrix Market: coordinate and array, general and symmetric") {
  Eigen::MatrixXd wanted(2, 2);
  wanted << 1, 2.5, 2.5, -3;
  CHECK(one("%%MatrixMarket matrix coordinate real symmetric\n% a comment\n2 2 3\n1 1 1\n2 1 2.5\n"
            "2 2 -3e0\n") == wanted);
  CHECK(one("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2.5\n-3\n") == wanted);
  CHECK(one("%%MatrixMarket matrix array real general\n2 2\n1\n2.5\n2.5\n-3\n") == wanted);
  Eigen::MatrixXd wide(1, 3);
  wide << 0, 7, 0;
  CHECK(one("%%MatrixMarket matrix coordinate integer general\n1 3 1\n1 2 7\n") == wide);
  Eigen::MatrixXd skew(2, 2);
  skew << 0, -4, 4, 0;
  CHECK(one("%%MatrixMarket matrix array real skew-symmetric\n2 2\n4\n") == skew);
}

TEST_CASE("Abaqus: a substructure's triangles, matrix input, coordinates") {
  const auto all = parse_matrix_text(
      "** made by\n*USER ELEMENT, NODES=2\n1, 2\n*MATRIX,TYPE=STIFFNESS\n1.,\n2., 3.,\n4.,5.\n6.\n"
      "*MATRIX,TYPE=MASS\n 7.D0,\n",
      "Z1.mtx");
  REQUIRE(all.size() == 2);
  Eigen::Matrix3d wanted;
  wanted << 1, 2, 4, 2, 3, 5, 4, 5, 6;
  CHECK(all[0].name == "STIFFNESS");
  CHECK(all[0].matrix == wanted);
  CHECK(all[1].name == "MASS");
  CHECK(all[1].matrix(0, 0) == 7);
  Eigen::Matrix2d two;
  two << 1, 2, 2, 3;
  CHECK(one("10,1, 10,1, 1.\n10,1, 10,2, 2.\n10,2, 10,2, 3.\n") == two);
  CHECK(one("1 1 1\n2 1 2\n2 2 3\n") == two);
}

TEST_CASE("text that is no matrix is refused with its line") {
  CHECK_THAT(refused(""), Contains("an empty file"));
  CHECK_THAT(refused("hello world again\n"), Contains("line 1") && Contains("'hello'"));
  CHECK_THAT(refused("1 1 1\n1 2\n"), Contains("line 2: found 2 numbers"));
  CHECK_THAT(refused("%%MatrixMarket matrix coordinate complex general\n1 1 1\n"),
             Contains("real matrix"));
  CHECK_THAT(refused("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n"),
             Contains("line 3: found 3; must be a whole number from 1 to 2"));
  CHECK_THAT(refused("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n"),
             Contains("entries"));
  CHECK_THAT(refused("%%MatrixMarket matrix array real general\n1e9 1e9\n"),
             Contains("rows and columns"));
  CHECK_THAT(refused("*MATRIX,TYPE=MASS\n1.,2.\n"), Contains("lower triangle"));
  CHECK_THAT(refused("1 1 nan\n"), Contains("finite"));
  CHECK_THAT(problem_of([] { read_matrix_text("/no/such/file.mtx"); }),
             Contains("/no/such/file.mtx"));
}
