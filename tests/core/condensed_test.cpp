#include "core/condensed.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

TEST_CASE("the condensed modes diagonalise structure and reference springs") {
  const Structure s = test::random_joint(4, 7, 2);
  const CondensedStructure c(s);
  const Eigen::MatrixXd& d = s.interface.displacement;
  const Eigen::MatrixXd held = s.stiffness + d.transpose() * c.reference_springs().asDiagonal() * d;
  const Eigen::MatrixXd phi = c.shapes();
  const double top = c.omega().maxCoeff();
  CHECK((phi.transpose() * s.mass * phi - Eigen::MatrixXd::Identity(19, 19)).norm() < 1e-10);
  CHECK((phi.transpose() * held * phi - Eigen::MatrixXd(c.omega().asDiagonal())).norm() <
        1e-10 * top);
  CHECK((c.psi() - d * phi).norm() < 1e-12);
  // The static compliance is that of the held structure, by a direct solve.
  CHECK((c.static_compliance() - d * held.inverse() * d.transpose()).norm() <
        1e-10 * c.static_compliance().norm());
}

TEST_CASE("unknowns take the row displacements exactly") {
  const Structure s = test::random_joint(2, 3, 4);
  const CondensedStructure c(s);
  const Eigen::VectorXd eta = Eigen::VectorXd::LinSpaced(9, -1, 1);
  Eigen::VectorXd z = c.psi() * eta;
  CHECK((c.unknowns(eta, z) - c.shapes() * eta).norm() < 1e-14);
  z[0] += 1e-9;
  CHECK((s.interface.displacement * c.unknowns(eta, z) - z).norm() < 1e-22);
}

TEST_CASE("dependent rows are lifted as far as they agree") {
  // Two points that move together: their maps are the same rows.
  Structure s = test::single_mass(1e6, 2e6, 1e-4);
  s.interface.displacement = s.interface.displacement.replicate(2, 1).eval();
  s.interface.force = s.interface.displacement.transpose();
  s.interface.areas = Eigen::Vector2d(1e-4, 1e-4);
  const CondensedStructure c(s);
  const Eigen::VectorXd eta = Eigen::Vector3d(1, -2, 3);
  const Eigen::VectorXd z = c.psi() * eta;
  CHECK((c.unknowns(eta, z) - c.shapes() * eta).norm() < 1e-14);
}

TEST_CASE("a structure that moves freely with its interface held is refused") {
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  // A fourth unknown that nothing holds.
  const auto grow = [](Eigen::MatrixXd& m, int rows, int columns, double corner) {
    m.conservativeResizeLike(Eigen::MatrixXd::Zero(rows, columns));
    if (rows == columns) m(3, 3) = corner;
  };
  grow(s.stiffness, 4, 4, 0);
  grow(s.mass, 4, 4, 1);
  grow(s.interface.displacement, 3, 4, 0);
  grow(s.interface.force, 4, 3, 0);
  grow(s.response, 3, 4, 0);
  s.bolt_load.conservativeResizeLike(Eigen::VectorXd::Zero(4));
  CHECK_THROWS_WITH(CondensedStructure(s),
                    Catch::Contains("a motion of the structure that no stiffness holds"));
}

TEST_CASE("maps that do not do the same work are refused") {
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  s.interface.force(0, 0) = 2;
  CHECK_THROWS_WITH(CondensedStructure(s), Catch::Contains("the two must do the same work"));
  s = test::single_mass(1e6, 1e6, 1e-4);
  s.interface.displacement.row(1).setZero();
  s.interface.force.col(1).setZero();
  CHECK_THROWS_WITH(CondensedStructure(s), Catch::Contains("found a row of zeros"));
}
