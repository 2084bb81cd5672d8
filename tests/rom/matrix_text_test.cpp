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

TEST_CASE("a few bytes never ask for gigabytes") {
  // A diagonal of 2001 rows is a matrix; one entry in row 13444 is not one of 13444 rows.
  std::string diagonal;
  for (int i = 1; i <= 2001; ++i)
    diagonal += std::to_string(i) + " " + std::to_string(i) + " " + std::to_string(i) + "\n";
  CHECK(one(diagonal).diagonal() == Eigen::VectorXd::LinSpaced(2001, 1, 2001));
  const std::string market = "%%MatrixMarket matrix ";
  CHECK(one(market + "coordinate real symmetric\n2001 2001 2001\n" + diagonal).trace() ==
        2001 * 2002 / 2);
  CHECK(one("100, 13, 1.\n").rows() == 100);
  CHECK_THAT(refused("110, 13444, 3.\n"),
             Contains("13444 x 13444 out of 1 entries") && Contains("an entry in every row"));
  CHECK_THAT(refused(market + "coordinate real general\n13444 13444 1\n1 1 1\n"),
             Contains("line 2") && Contains("an entry in every row"));
  CHECK_THAT(refused(market + "coordinate real general\n13444 13444 13444\n1 1 1\n"),
             Contains("out of 1 entries"));
  CHECK_THAT(refused(market + "array real symmetric\n13444 13444\n1 1 1\n"),
             Contains("as many numbers"));
}

TEST_CASE("one triangle is completed, whichever it is") {
  Eigen::Matrix3d wanted;
  wanted << 1, 2, 4, 2, 3, 0, 4, 0, 6;
  CHECK(one("1 1 1\n2 1 2\n3 1 4\n2 2 3\n3 3 6\n") == wanted);
  CHECK(one("1 1 1\n1 2 2\n1 3 4\n2 2 3\n3 3 6\n") == wanted);
  wanted(1, 2) = -1;  // both: as they stand
  CHECK(one("1 1 1\n2 1 2\n1 2 2\n3 1 4\n1 3 4\n2 3 -1\n2 2 3\n3 3 6\n") == wanted);
}
