#include "rom/joint_facts.hpp"

#include <catch2/catch.hpp>

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
  write_mat(folder.file("d.mat"), {{"K", nodes}});
  CHECK_FALSE(read_facts(folder.file("d.mat")).mesh);
}
