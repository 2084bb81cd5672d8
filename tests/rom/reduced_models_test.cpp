#include "rom/reduce/reduced_models.hpp"

#include <catch2/catch.hpp>

#include "reduction_checks.hpp"
#include "rom/info.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/patches.hpp"
#include "rom/reduce/remesh.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("averages of patches see rigid motion of a patch exactly") {
  const JointModel joint = two_bricks();
  const Eigen::MatrixXd averages = patch_averages(joint);
  // r = t + theta x (x - c) with the centre of the middle patch at the origin.
  Eigen::VectorXd motion(6), r(63);
  motion << 1, -2, 3, 0.5, -0.7, 0.9;
  const auto places = joint.interface_places();
  for (Eigen::Index i = 0; i < 21; ++i) {
    const Eigen::Vector3d arm(places(i, 0), places(i, 1), 0);
    r.segment<3>(3 * i) = motion.head<3>() + Eigen::Vector3d(motion.tail<3>()).cross(arm);
  }
  CHECK((averages.middleRows<6>(6) * r - motion).norm() < 1e-11);
  // The outer patches have their own centres, 20 mm away: the same turn, another shift.
  CHECK((averages.middleRows<3>(15) * r - motion.tail<3>()).norm() < 1e-11);
  const Eigen::Vector3d shift =
      motion.head<3>() + Eigen::Vector3d(motion.tail<3>()).cross(Eigen::Vector3d(0.02, 0, 0));
  CHECK((averages.middleRows<3>(12) * r - shift).norm() < 1e-11);
}

TEST_CASE("reduced models of two bricks: sound, and near the full model") {
  const JointModel joint = two_bricks(true, 12, 4, 2);
  const RelativeSystem system = relative_system(joint);
  const double penalty = 1e13;
  const FullModes full = full_modes(joint, system, penalty, 3);
  const auto lowest = [&](const Structure& rom) {
    const RomInfo info = inspect(rom, penalty);
    CHECK(info.zero_modes == 1);
    CHECK(info.negative_modes == 0);
    CHECK(info.closure == Approx(1).epsilon(1e-6));
    CHECK(info.interface_area == Approx(0.06 * 0.02).epsilon(1e-9));
    CHECK(*info.mass == Approx(7800 * 0.06 * 0.02 * 0.02));
    return info.linear_frequencies_hz[0];
  };
  const Structure whole = whole_joint_model(joint, system, 10);
  CHECK(whole.dof() == 6 * 3 + 10);
  CHECK(whole.interface.points() == 3);
  CHECK(lowest(whole) == Approx(full.frequencies_hz[0]).epsilon(0.1));
  const InterfaceMesh fine = fine_interface(joint);
  const Structure exact = full_joint_model(joint, system, fine, PointRule::gauss, 10);
  CHECK(lowest(exact) == Approx(full.frequencies_hz[0]).epsilon(1e-4));
  double error[2];
  int at = 0;
  for (const int elements : {10, 30}) {
    const InterfaceMesh mesh = remesh(fine, Eigen::VectorXd::Ones(fine.nodes.rows()), elements);
    error[at++] = std::abs(lowest(full_joint_model(joint, system, mesh, PointRule::gauss, 10)) /
                               full.frequencies_hz[0] -
                           1);
  }
  CAPTURE(error[0], error[1]);
  CHECK(error[0] < 0.05);
  CHECK(error[1] < error[0]);
}

TEST_CASE("a bolt load that opens the joint, or is zero, is refused") {
  JointModel joint = two_bricks();
  for (auto& entry : joint.bolt_load) entry.second *= -1;
  CHECK_THAT(problem_of([&] { whole_joint_model(joint, relative_system(joint), 3); }),
             Contains("a load that opens the joint"));
  joint.bolt_load.clear();
  CHECK_THAT(problem_of([&] { whole_joint_model(joint, relative_system(joint), 3); }),
             Contains("must load the interface"));
}

TEST_CASE("an interface mesh finer than the solid's is refused") {
  const JointModel coarse = two_bricks(), fine = two_bricks(true, 12, 4, 1);
  CHECK_THAT(problem_of([&] { mesh_shapes(coarse, fine_interface(fine)); }),
             Contains("must be coarser"));
}
