#include "rom/reduce/full_modes.hpp"

#include <catch2/catch.hpp>

#include "reduction_checks.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("modes of the whole model agree with the dense eigenproblem") {
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  const double penalty = 1e12;
  const Eigen::MatrixXd springs = interface_spring_matrix(joint, penalty, penalty, system.size());
  // All of the springs: penalty times area per direction.
  Eigen::VectorXd lift = Eigen::VectorXd::Zero(system.size());
  for (int i = 0; i < 21; ++i) lift[3 * i + 2] = 1;
  CHECK(lift.dot(springs * lift) == Approx(penalty * 0.06 * 0.02));
  const Eigen::VectorXd dense =
      dense_lambda(Eigen::MatrixXd(system.stiffness) + springs, Eigen::MatrixXd(system.mass));
  const FullModes modes = full_modes(joint, system, penalty, 5);
  for (int i = 0; i < 5; ++i)
    CHECK(modes.frequencies_hz[i] == Approx(std::sqrt(dense[6 + i]) / (2 * M_PI)).epsilon(1e-7));
  const FullModes bonded = full_modes(joint, system, {}, 5);
  CHECK(bonded.shapes.topRows(system.relative).norm() == 0);
  for (int i = 0; i < 5; ++i) CHECK(bonded.frequencies_hz[i] > modes.frequencies_hz[i]);
  const FullModes stiff = full_modes(joint, system, 1e17, 5);
  CHECK(stiff.frequencies_hz[0] == Approx(bonded.frequencies_hz[0]).epsilon(1e-4));
}

TEST_CASE("modes along z are told by their response") {
  Eigen::MatrixXd response(6, 4);
  response << 0, 1, 0, 0,  //
      0, 0, 0.1, 0,        //
      1, 0.5, 1, 0.05,     //
      0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 2, 0;
  CHECK(bending_along_z(response) == std::vector<int>{0, 2});
}
