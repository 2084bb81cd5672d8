#include "rom/reduce/shaped_reduction.hpp"

#include <catch2/catch.hpp>

#include "reduction_checks.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("Craig-Bampton with all shapes and all modes equals the full model") {
  const JointModel joint = two_bricks(true, 3, 1, 1);
  const RelativeSystem system = relative_system(joint);
  const Eigen::Index relative = system.relative, others = system.size() - relative;
  // Lanczos gives all but the last few of the bonded structure's elastic modes.
  const auto modes = static_cast<int>(others - 6 - 2);
  const JointReduction reduced =
      reduce_to_shapes(system, Eigen::MatrixXd::Identity(relative, relative), modes);
  const double k = 1e8;
  const Eigen::VectorXd full =
      dense_lambda(Eigen::MatrixXd(system.stiffness) + relative_springs(system.size(), relative, k),
                   Eigen::MatrixXd(system.mass));
  const Eigen::VectorXd own = dense_lambda(
      reduced.stiffness + relative_springs(relative + modes, relative, k), reduced.mass);
  for (int i = 0; i < 20; ++i) CHECK(own[i] == Approx(full[6 + i]).epsilon(1e-5));
}

TEST_CASE("static answers, separation and loads of the reduced model are exact") {
  const RelativeSystem system = relative_system(two_bricks());
  const Eigen::Index relative = system.relative;
  const JointReduction reduced =
      reduce_to_shapes(system, Eigen::MatrixXd::Identity(relative, relative), 5);
  Eigen::VectorXd apart = Eigen::VectorXd::Zero(relative + 5);
  apart.head(relative) = system.separation.col(0).head(relative);
  CHECK((reduced.stiffness * apart).norm() < 1e-11 * reduced.stiffness.norm() * apart.norm());
  // Static: springs on r and the bolt load; all modes of the closed interface add nothing
  // to r under loads... the full answer is the dense one.
  const Eigen::MatrixXd springs = relative_springs(system.size(), relative, 1e8);
  Eigen::MatrixXd held = Eigen::MatrixXd(system.stiffness) + springs;
  held += 1e9 * (system.mass * system.rigid) * (system.mass * system.rigid).transpose();
  const Eigen::VectorXd full = held.ldlt().solve(system.bolt_load);
  const Eigen::VectorXd own = (reduced.stiffness + relative_springs(relative + 5, relative, 1e8))
                                  .ldlt()
                                  .solve(reduced.bolt_load);
  CHECK((own.head(relative) - full.head(relative)).norm() < 1e-7 * full.head(relative).norm());
}
