#include "rom/joint_facts.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "rom/info.hpp"
#include "rom/load.hpp"
#include "rom/mat_models.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/reduced_models.hpp"
#include "rom_test_files.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("a model with its facts in a file: the same model, the same facts, and its own WJROM") {
  const MatFolder folder;
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  JointFacts facts;
  facts.mesh = fine_interface(joint);
  facts.full_penalty = 1e12;
  facts.full_bending_hz = {10, 20.5};
  const Structure elements = full_joint_model(joint, system, *facts.mesh, PointRule::gauss, 20);
  save_structure(elements, folder.file("fj.mat"), facts_as_matrices(facts, PointRule::gauss));
  const Structure read = load_structure(folder.file("fj.mat"));
  CHECK(read.layout == "slipfront");
  CHECK(structure_bytes(read) == structure_bytes(elements));
  const JointFacts again = read_facts(folder.file("fj.mat"));
  REQUIRE(again.mesh);
  CHECK(again.mesh->nodes == facts.mesh->nodes);
  CHECK(again.mesh->elements == facts.mesh->elements);
  CHECK(*again.full_penalty == 1e12);
  CHECK(again.full_bending_hz == facts.full_bending_hz);
  JointFacts zero = facts;
  zero.full_bending_hz[1] = 0;
  save_structure(elements, folder.file("zero.mat"), facts_as_matrices(zero, PointRule::gauss));
  CHECK_THAT(problem_of([&] { read_facts(folder.file("zero.mat")); }),
             Catch::Contains("full_bending_hz: found 0; must be above 0"));
  const MatModels models = models_from_mat(folder.file("fj.mat"), 3, 5, {});
  REQUIRE(models.whole_joint);
  CHECK(models.whole_joint->interface.total_area() == Approx(elements.interface.total_area()));

  facts.patch_of = joint.patch_of;
  save_structure(elements, folder.file("wj.mat"), facts_as_matrices(facts, {}));
  CHECK(read_facts(folder.file("wj.mat")).patch_of == joint.patch_of);
}

TEST_CASE("the deviation of a model from its solid is told") {
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  JointFacts facts;
  facts.full_penalty = 1e13;
  const FullModes full = full_modes(joint, system, 1e13, 6);
  for (const int i : full.bending) facts.full_bending_hz.push_back(full.frequencies_hz[i]);
  const Structure rom =
      full_joint_model(joint, system, fine_interface(joint), PointRule::gauss, 20);
  const std::vector<double> deviation = deviation_from_solid(rom, facts);
  REQUIRE(!deviation.empty());
  CHECK(std::abs(deviation[0]) < 5e-4);
  facts.full_bending_hz[0] *= 2;
  CHECK(deviation_from_solid(rom, facts)[0] == Approx(-0.5).margin(5e-4));
  CHECK(deviation_from_solid(rom, {}).empty());
}

TEST_CASE("published meshes are read; those that contradict themselves are refused") {
  const MatFolder folder;
  Eigen::MatrixXd nodes(4, 2), quad(1, 5), wrong(1, 4), patches(2, 1);
  nodes << 0, 0, 1, 0, 1, 1, 0, 1;
  quad << 7, 1, 2, 3, 4;
  wrong << 1, 2, 3, 9;
  patches << 1, 2;
  write_with_mesh(folder.file("a.mat"), {{"K", nodes}}, {{"Nds", nodes}, {"Quad", quad}});
  const JointFacts facts = read_facts(folder.file("a.mat"));
  REQUIRE(facts.mesh);
  CHECK(facts.mesh->area() == Approx(1));
  write_mat(folder.file("b.mat"), {{"node_coords", nodes}, {"interface_elements", wrong}});
  CHECK_THAT(problem_of([&] { read_facts(folder.file("b.mat")); }),
             Contains("interface_elements: found 9") && Contains("from 1 to 4"));
  write_mat(
      folder.file("c.mat"),
      {{"node_coords", nodes}, {"interface_elements", quad.rightCols(4)}, {"patch_of", patches}});
  CHECK_THAT(problem_of([&] { read_facts(folder.file("c.mat")); }), Contains("patch_of"));
  for (const double patch : {std::nan(""), 1e300, 1.5, 2.0}) {
    write_mat(folder.file("e.mat"), {{"node_coords", nodes},
                                     {"interface_elements", quad.rightCols(4)},
                                     {"patch_of", Eigen::MatrixXd::Constant(1, 1, patch)}});
    CHECK_THAT(problem_of([&] { read_facts(folder.file("e.mat")); }), Contains("patch_of"));
  }
  write_mat(folder.file("d.mat"), {{"K", nodes}});
  CHECK_FALSE(read_facts(folder.file("d.mat")).mesh);
}

TEST_CASE("what a file tells of its joint is carried to another, whatever its layout") {
  const MatFolder folder;
  const SquareModel model;
  const auto places_of = [&](const std::string& path) {
    const Structure structure = load_structure(folder.file(path));
    save_structure(structure, folder.file("copy.mat"), carried_facts(folder.file(path)));
    CHECK(structure_bytes(load_structure(folder.file("copy.mat"))) == structure_bytes(structure));
    const MatFile copy = read_mat(folder.file("copy.mat"));
    return Eigen::MatrixXd(copy.matrix("Qm") * copy.matrix("node_coords").leftCols(2));
  };
  write_with_mesh(folder.file("mesh.mat"), model.common(),
                  {{"Nds", model.nodes}, {"Quad", model.quad}});
  CHECK((places_of("mesh.mat") - Eigen::RowVector2d(0.5, 0.5)).norm() < 1e-15);
  CHECK(read_facts(folder.file("copy.mat")).mesh->elements.size() == 1);
  Matrices maps = model.with_maps("Q", "T");
  maps.emplace_back("node_coords", model.nodes);
  write_mat(folder.file("maps.mat"), maps);
  CHECK(places_of("maps.mat").row(0).isApprox(Eigen::RowVector2d(0.5, 0)));
}

TEST_CASE("points of a mesh whose element numbers repeat or begin elsewhere have their places") {
  const MatFolder folder;
  // Four columns of two cells along the beam, the last one twice as wide and cut into triangles:
  // areas of 4 and 6 in the halves of the interface.
  const double xs[] = {0, 1, 2, 3, 5};
  Eigen::MatrixXd nodes(15, 2), quads(6, 5), triangles(4, 4);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 3; ++j) nodes.row(3 * i + j) << xs[i], j;
  const int dof = 46;
  Eigen::MatrixXd load = Eigen::MatrixXd::Zero(dof, 1);
  for (int node = 0; node < 15; ++node) load(3 * node + 2, 0) = 1.0 / 15;
  // Numbers that repeat, begin elsewhere, or run through.
  for (const auto& [first, second] : {std::pair(1, 1), std::pair(1001, 1007), std::pair(1, 7)}) {
    for (int cell = 0; cell < 8; ++cell) {
      const int i = cell / 2, j = cell % 2, corner = 3 * i + j + 1;
      if (i < 3) {
        quads.row(cell) << first + cell, corner, corner + 3, corner + 4, corner + 1;
      } else {
        triangles.row(2 * j) << second + 2 * j, corner, corner + 3, corner + 4;
        triangles.row(2 * j + 1) << second + 2 * j + 1, corner, corner + 4, corner + 1;
      }
    }
    write_with_mesh(folder.file("m.mat"),
                    {{"K", Eigen::MatrixXd(1e6 * (2 * Eigen::MatrixXd::Identity(dof, dof) +
                                                  0.1 * Eigen::MatrixXd::Ones(dof, dof)))},
                     {"M", Eigen::MatrixXd::Identity(dof, dof)},
                     {"Fv", load},
                     {"R", Eigen::MatrixXd::Identity(6, dof)}},
                    {{"Nds", nodes}, {"Quad", quads}, {"Tri", triangles}});
    const MatModels models = models_from_mat(folder.file("m.mat"), 2, 2, 10.0);
    REQUIRE(models.whole_joint);
    CHECK(models.whole_joint->interface.areas[0] == Approx(4));
    CHECK(models.whole_joint->interface.areas[1] == Approx(6));
  }
}
