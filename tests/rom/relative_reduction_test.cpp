#include "rom/relative_reduction.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "rom/lap_joint.hpp"

using namespace slipfront;

namespace {
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& k, const Eigen::MatrixXd& m) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(k, m, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

/// Springs between relative unknowns, so that all parts take part.
Eigen::MatrixXd with_springs(Eigen::MatrixXd stiffness, Eigen::Index relative, double spring) {
  stiffness.topLeftCorner(relative, relative).diagonal().array() += spring;
  return stiffness;
}
}  // namespace

TEST_CASE("two free bodies by hand: a chain of three masses cut in the middle") {
  // Masses 1, 2, 3 on a line; a spring k between 2 and 3; 1 and 2 joined by the interface
  // r = u1 - u2. Unknowns (r, u2, u3); rigid motion (0, 1, 1).
  const double k = 10;
  Eigen::Matrix3d stiffness, mass;
  stiffness << 0, 0, 0, 0, k, -k, 0, -k, k;
  mass << 1, 1, 0, 1, 3, 0, 0, 0, 3;
  const Eigen::MatrixXd rigid = Eigen::Vector3d(0, 1, 1);
  const RelativeReduction reduced = reduce_relative(stiffness, mass, 1, rigid, 1);
  REQUIRE(reduced.stiffness.rows() == 2);
  // With the spring s at the interface: the chain m1 -s- m2 -k- m3 without its rigid motion.
  const double s = 7;
  Eigen::Matrix3d chain;
  chain << s, -s, 0, -s, s + k, -k, 0, -k, k;
  const Eigen::Matrix3d masses = Eigen::Vector3d(1, 2, 3).asDiagonal();
  const Eigen::VectorXd exact = eigenvalues(chain, masses);
  const Eigen::VectorXd found = eigenvalues(with_springs(reduced.stiffness, 1, s), reduced.mass);
  CHECK(found[0] == Approx(exact[1]));
  CHECK(found[1] == Approx(exact[2]));
  CHECK(exact[0] == Approx(0).margin(1e-9));
}

TEST_CASE("all fixed-interface modes together are the full model without rigid motion") {
  LapJointSpec spec;
  spec.arm_elements = 3;
  const LapJointModel model = assemble_lap_joint(spec);
  const Eigen::Index most = model.stiffness.rows() - model.relative - 6;
  const RelativeReduction reduced =
      reduce_relative(model.stiffness, model.mass, model.relative, model.rigid, most);
  const double spring = 1e8;
  const Eigen::VectorXd full =
      eigenvalues(with_springs(model.stiffness, model.relative, spring), model.mass);
  const Eigen::VectorXd found =
      eigenvalues(with_springs(reduced.stiffness, model.relative, spring), reduced.mass);
  REQUIRE(found.size() == full.size() - 6);
  for (Eigen::Index i = 0; i < found.size(); ++i)
    CHECK(found[i] == Approx(full[i + 6]).epsilon(1e-6));
}

TEST_CASE("kept motion is coupled to rigid motion neither in M nor in K, and r stays r") {
  const LapJointModel model = assemble_lap_joint();
  const RelativeReduction reduced =
      reduce_relative(model.stiffness, model.mass, model.relative, model.rigid, 12);
  const Eigen::MatrixXd momentum = model.rigid.transpose() * model.mass * reduced.basis;
  CHECK(momentum.cwiseAbs().maxCoeff() < 1e-12);
  CHECK((model.stiffness * model.rigid).cwiseAbs().maxCoeff() <
        1e-12 * model.stiffness.cwiseAbs().maxCoeff());
  CHECK(reduced.basis.topLeftCorner(30, 30).isIdentity(0));
  CHECK(reduced.basis.topRightCorner(30, 12).isZero(0));
  CHECK(reduced.stiffness == reduced.stiffness.transpose());
  CHECK(reduced.mass == reduced.mass.transpose());
  // Fixed-interface modes are mass-normalised, and statically apart from r.
  CHECK(reduced.mass.bottomRightCorner(12, 12).isIdentity(1e-9));
  CHECK(reduced.stiffness.topRightCorner(30, 12).cwiseAbs().maxCoeff() <
        1e-9 * reduced.stiffness.cwiseAbs().maxCoeff());
}
