#include "core/linear_modes.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "simple_structures.hpp"

using namespace slipfront;

TEST_CASE("modes with springs are those of a direct eigenproblem") {
  const Structure s = test::random_joint(3, 8, 6);
  const CondensedStructure c(s);
  const Eigen::MatrixXd& d = s.interface.displacement;
  for (const double scale : {1e-3, 1.0, 30.0}) {
    const Eigen::VectorXd k = scale * c.reference_springs();
    const Eigen::MatrixXd stiffness = s.stiffness + d.transpose() * k.asDiagonal() * d;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> direct(stiffness, s.mass);
    const ModalBasis basis = modes_with_springs(c, k, 10);
    REQUIRE(basis.lambda.size() == 10);
    for (int i = 0; i < 10; ++i) {
      CHECK(basis.lambda[i] == Approx(direct.eigenvalues()[i]).epsilon(1e-9));
      const Eigen::VectorXd phi = c.shapes() * basis.eta.col(i);
      CHECK(std::abs(phi.dot(s.mass * direct.eigenvectors().col(i))) == Approx(1).epsilon(1e-6));
    }
  }
}

TEST_CASE("springs of 1e21 N/m^3 give the modes of the blocked interface") {
  const Structure s = test::random_joint(3, 8, 6);
  const CondensedStructure c(s);
  // Blocked: the interface unknowns (the first nine) are struck out.
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> blocked(
      s.stiffness.bottomRightCorner(8, 8), s.mass.bottomRightCorner(8, 8));
  const ModalBasis basis = modes_with_springs(c, 1e21 * c.row_areas(), 17);
  REQUIRE(basis.lambda.size() >= 8);  // above these, the nine almost blocked motions
  for (int i = 0; i < 8; ++i)
    CHECK(basis.lambda[i] == Approx(blocked.eigenvalues()[i]).epsilon(1e-8));
}

TEST_CASE("bending modes are found by their response along the bolts") {
  // Three free masses: x, y, and the normal, which is z of the response.
  Structure s = test::single_mass(1e6, 4e6, 1e-4);
  const CondensedStructure c(s);
  const ModalBasis basis = modes_with_springs(c, Eigen::Vector3d(0, 0, 9e6), 12);
  const std::vector<int> bending = bending_modes(c, basis, true);
  REQUIRE(bending == std::vector<int>{2});
  CHECK(choose_mode({.bending = 1, .index = {}}, bending, basis) == 2);
  CHECK(choose_mode({.bending = 2, .index = {}}, bending, basis) == -1);
  CHECK(choose_mode({.bending = 2, .index = 1}, bending, basis) == 1);
  CHECK(choose_mode({.bending = 1, .index = 3}, bending, basis) == -1);
  CHECK(bending_modes(c, basis, false).empty());
}
