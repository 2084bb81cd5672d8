#include "rom/mat_models.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "rom/info.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/reduced_models.hpp"
#include "rom_test_files.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("the WJROM of an element model is that of the solid it came from") {
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  const InterfaceMesh fine = fine_interface(joint);
  const Structure elements = full_joint_model(joint, system, fine, PointRule::gauss, 25);
  const Structure direct = whole_joint_model(joint, system, 10);
  const Structure through =
      whole_joint_from_elements(elements, interface_points(fine, PointRule::gauss).places, 3, 10);
  CHECK((through.interface.areas - direct.interface.areas).norm() < 1e-12);
  CHECK((through.stiffness.topLeftCorner(18, 18) - direct.stiffness.topLeftCorner(18, 18)).norm() <
        1e-6 * direct.stiffness.topLeftCorner(18, 18).norm());
  const RomInfo one = inspect(through, 1e12), other = inspect(direct, 1e12);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(one.linear_frequencies_hz[i] == Approx(other.linear_frequencies_hz[i]).epsilon(1e-3));
  CHECK(one.zero_modes == 1);
}

TEST_CASE("files: patches, elements with places, elements without") {
  const MatFolder folder;
  save_structure(make_lap_joint(), folder.file("patches.mat"));
  const MatModels patches = models_from_mat(folder.file("patches.mat"), {}, 5, 77.0);
  CHECK(patches.whole_joint);
  CHECK(*patches.whole_joint->preload == 77);
  CHECK_FALSE(patches.full_joint);
  CHECK_THAT(patches.notes.at(0), Contains("no FJROM"));

  const JointModel joint = two_bricks();
  const InterfaceMesh fine = fine_interface(joint);
  const Structure elements =
      full_joint_model(joint, relative_system(joint), fine, PointRule::middle, 8);
  save_structure(elements, folder.file("elements.mat"));
  const MatModels bare = models_from_mat(folder.file("elements.mat"), {}, 5, {});
  CHECK(bare.full_joint);
  CHECK_FALSE(bare.whole_joint);
  CHECK_THAT(bare.notes.at(0), Contains("node_coords"));

  const InterfacePoints points = interface_points(fine, PointRule::middle);
  write_mat(folder.file("published.mat"), {{"K", elements.stiffness},
                                           {"M", elements.mass},
                                           {"Fv", elements.bolt_load},
                                           {"R", elements.response},
                                           {"Qm", Eigen::MatrixXd(points.to_points)},
                                           {"Tm", Eigen::MatrixXd(points.to_nodes())},
                                           {"node_coords", Eigen::MatrixXd(fine.nodes)}});
  const MatModels both = models_from_mat(folder.file("published.mat"), 3, 5, {});
  CHECK(both.full_joint);
  REQUIRE(both.whole_joint);
  CHECK(both.whole_joint->dof() == 23);
  const auto with_places = [&](double value) {
    write_mat(folder.file("places.mat"),
              {{"K", elements.stiffness},
               {"M", elements.mass},
               {"Fv", elements.bolt_load},
               {"R", elements.response},
               {"Qm", Eigen::MatrixXd(points.to_points)},
               {"Tm", Eigen::MatrixXd(points.to_nodes())},
               {"node_coords", Eigen::MatrixXd::Constant(fine.nodes.rows(), 2, value)}});
    return problem_of([&] { models_from_mat(folder.file("places.mat"), 3, 5, {}); });
  };
  CHECK_THAT(with_places(0), Contains("node_coords: found points that all have one x"));
  CHECK_THAT(with_places(std::nan("")), Contains("node_coords: found places that are no finite"));
  // 21 nodes of the interface and 8 modes; three patches take 18, the separation one.
  CHECK_THAT(problem_of([&] { models_from_mat(folder.file("published.mat"), 3, 5000, {}); }),
             Contains("modes: found 5000; must be at most 52") && Contains("fewer modes"));
}
