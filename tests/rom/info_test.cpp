#include "rom/info.hpp"

#include <catch2/catch.hpp>

#include "../shared_data.hpp"
#include "core/modal_solver.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "rom_test_files.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

TEST_CASE("the lap joint, inspected") {
  const RomInfo info = inspect(make_lap_joint());
  CHECK(info.dof == 42);
  CHECK(info.points == 5);
  CHECK(info.kind == "patches");
  CHECK(info.interface_area == Approx(0.12 * 0.0254));
  CHECK(*info.mass == Approx(7857.8 * 0.0254 * 0.0254 * 0.72));
  CHECK(*info.preload == 10000);
  CHECK(info.stiffness_asymmetry == 0);
  CHECK(info.mass_asymmetry == 0);
  CHECK(info.mass_smallest_eigenvalue > 0);
  CHECK(info.zero_modes == 1);
  CHECK(info.negative_modes == 0);
  CHECK(info.closure == Approx(3).epsilon(1e-6));
  CHECK_FALSE(info.penalty);
  CHECK(info.linear_frequencies_hz.empty());
}

TEST_CASE("matrices by hand: eigenvalues and asymmetry") {
  const MatFolder folder;
  SquareModel model;
  model.stiffness.setIdentity();
  model.stiffness *= 1e6;
  model.stiffness(12, 12) = -1e6;
  model.stiffness(11, 11) = 0;
  model.stiffness(0, 1) = 0.5;
  model.mass.setIdentity();
  model.mass(4, 4) = 0.25;
  write_mat(folder.file("a.mat"), model.with_maps("Q", "T"));
  const RomInfo info = inspect_file(folder.file("a.mat"));
  CHECK(info.layout == "Q T");
  CHECK(info.kind == "elements");
  CHECK(info.zero_modes == 1);
  CHECK(info.negative_modes == 1);
  CHECK(info.mass_smallest_eigenvalue == Approx(0.25));
  CHECK(info.stiffness_asymmetry == Approx(5e-7));
  CHECK_FALSE(info.mass);
}

TEST_CASE("linear frequencies agree with the dense eigenproblem") {
  const Structure joint = make_lap_joint();
  for (const double penalty : {1e9, 1e12, 1e14}) {
    const RomInfo info = inspect(joint, penalty);
    CHECK(*info.penalty == penalty);
    const Eigen::VectorXd dense = dense_frequencies(joint, penalty);
    REQUIRE(info.linear_frequencies_hz.size() == 12);
    for (int i = 0; i < 12; ++i)
      CHECK(info.linear_frequencies_hz[static_cast<std::size_t>(i)] ==
            Approx(dense[i]).epsilon(1e-7));
    CHECK(info.bending_hz.size() >= 3);
  }
}

TEST_CASE("without triples no bending modes are told, and free motion is a Failure") {
  Structure joint = make_lap_joint();
  joint.response_in_triples = false;
  CHECK(inspect(joint, 1e12).bending_hz.empty());
  joint.stiffness(41, 41) = -1;
  CHECK_THAT(complaint([&] { inspect(joint, 1e12); }), Contains("that no stiffness holds"));
}

TEST_CASE("a model in tonnes and millimetres is noticed") {
  Structure joint = make_lap_joint();
  CHECK(inspect(joint).warnings.empty());
  joint.interface.areas *= 1e6;
  REQUIRE(inspect(joint).warnings.size() == 1);
  CHECK_THAT(inspect(joint).warnings[0], Contains("tonnes, millimetres"));
}

TEST_CASE("bending far off the solid's means too few modes") {
  CHECK_FALSE(too_few_modes({}));
  CHECK_FALSE(too_few_modes({-0.6, -0.0259, 0.02}));
  const auto warning = too_few_modes({-0.01, 2.99, 4});
  REQUIRE(warning);
  CHECK_THAT(*warning, Contains("bending mode 2") && Contains("--modes"));
}

TEST_CASE("a penalty must be a stiffness") {
  CHECK_THAT(complaint([] { inspect(make_lap_joint(), -1.0); }),
             Contains("--penalty: found -1; must be a number above 0"));
}

// Values stated with the reference data.

TEST_CASE("bending frequencies of the reference models") {
  NEEDS_SHARED_DATA(patches, "brb_wjrom.mat")
  NEEDS_SHARED_DATA(elements, "brb_fjrom.mat")
  const auto agree = [](const RomInfo& info, const std::vector<double>& stated) {
    REQUIRE(info.bending_hz.size() >= 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(info.bending_hz[i] - stated[i]) < 0.006);
    CHECK(info.zero_modes == 1);
    CHECK(info.closure == Approx(3).epsilon(1e-4));
  };
  agree(inspect_file(patches, 1e13), {184.12, 599.94, 1210.82});
  const RomInfo info = inspect_file(elements, 1e13);
  agree(info, {190.71, 608.91, 1220.15});
  CHECK(info.interface_area == Approx(2.920584e-3).epsilon(1e-6));
}
