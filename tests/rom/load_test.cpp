#include "rom/load.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "../shared_data.hpp"
#include "rom/lap_joint.hpp"
#include "rom_test_files.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
std::string load_complaint(const std::string& path) {
  return complaint([&] { load_structure(path); });
}

Matrices without(Matrices all, const std::string& name) {
  std::erase_if(all, [&](const auto& entry) { return entry.first == name; });
  return all;
}

Matrices with(Matrices all, const std::string& name, const Eigen::MatrixXd& matrix) {
  all = without(std::move(all), name);
  all.emplace_back(name, matrix);
  return all;
}

Eigen::MatrixXd number(double value) { return Eigen::MatrixXd::Constant(1, 1, value); }
}  // namespace

TEST_CASE("save and load give the same numbers exactly") {
  const MatFolder folder;
  Structure joint = make_lap_joint();
  joint.response_names[2] = "accelerometer";
  save_structure(joint, folder.file("joint.mat"));
  const Structure back = load_structure(folder.file("joint.mat"));
  CHECK(structure_bytes(back) == structure_bytes(joint));
  CHECK(back.name == "lap-joint");
  CHECK(back.response_names == joint.response_names);
  CHECK(back.total_mass == joint.total_mass);
  CHECK(back.layout == "slipfront");
  CHECK(back.source == folder.file("joint.mat"));

  joint.preload.reset();
  joint.total_mass.reset();
  joint.response_in_triples = false;
  save_structure(joint, folder.file("joint.mat"));
  const Structure again = load_structure(folder.file("joint.mat"));
  CHECK_FALSE(again.preload);
  CHECK_FALSE(again.total_mass);
  CHECK_FALSE(again.response_in_triples);
}

TEST_CASE("an element model survives the round trip too") {
  const MatFolder folder;
  write_mat(folder.file("a.mat"), SquareModel().with_maps("Q", "T"));
  const Structure model = load_structure(folder.file("a.mat"));
  save_structure(model, folder.file("b.mat"));
  CHECK(structure_bytes(load_structure(folder.file("b.mat"))) == structure_bytes(model));
}

TEST_CASE("layouts Qm Tm and Q T are the same maps under two names") {
  const MatFolder folder;
  const SquareModel model;
  write_mat(folder.file("q.mat"), model.with_maps("Q", "T"));
  write_mat(folder.file("qm.mat"), with(model.with_maps("Qm", "Tm"), "Prestress", number(12845)));
  const Structure q = load_structure(folder.file("q.mat"));
  const Structure qm = load_structure(folder.file("qm.mat"));
  CHECK(q.layout == "Q T");
  CHECK(qm.layout == "Qm Tm");
  CHECK(q.interface.kind == InterfaceKind::elements);
  CHECK(q.interface.displacement == qm.interface.displacement);
  CHECK(q.interface.force == qm.interface.force);
  CHECK(q.interface.areas == Eigen::Vector2d(0.5, 0.5));
  CHECK_FALSE(q.preload);
  CHECK(*qm.preload == 12845);
  CHECK(q.response_in_triples);
  CHECK(q.response_names[4] == "end2_y");
}

TEST_CASE("a matrix L maps the unknowns onto the nodes") {
  const MatFolder folder;
  const SquareModel model;
  // The same model in the basis x = B y.
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(13, 13);
  basis(0, 3) = 0.5;
  basis(7, 12) = -2;
  Matrices turned = model.with_maps("Q", "T");
  turned = with(turned, "K", basis.transpose() * model.stiffness * basis);
  turned = with(turned, "M", basis.transpose() * model.mass * basis);
  turned = with(turned, "Fv", basis.transpose() * model.load);
  turned = with(turned, "R", model.response * basis);
  turned = with(turned, "L", basis);
  write_mat(folder.file("plain.mat"), model.with_maps("Q", "T"));
  write_mat(folder.file("turned.mat"), turned);
  const Structure plain = load_structure(folder.file("plain.mat"));
  const Structure dense = load_structure(folder.file("turned.mat"));
  CHECK(dense.interface.displacement.isApprox(plain.interface.displacement * basis));
  CHECK(dense_frequencies(dense, 1e7).isApprox(dense_frequencies(plain, 1e7), 1e-9));
}

TEST_CASE("a patch model takes Qxyn' where Txyn is missing") {
  const MatFolder folder;
  const Structure joint = make_lap_joint();
  const Interface& interface = joint.interface;
  Matrices file = {{"K", joint.stiffness},
                   {"M", joint.mass},
                   {"Fv", joint.bolt_load.transpose()},
                   {"R", joint.response},
                   {"PatchAreas", interface.areas.transpose()},
                   {"Qxyn", interface.displacement}};
  write_mat(folder.file("patch.mat"), file);
  const Structure model = load_structure(folder.file("patch.mat"));
  CHECK(model.layout == "patches");
  CHECK(model.interface.kind == InterfaceKind::patches);
  CHECK(model.interface.force == interface.force);
  CHECK(model.bolt_load == joint.bolt_load);
  CHECK(model.name == "patch");
  write_mat(folder.file("patch.mat"), with(file, "Txyn", 2 * interface.force));
  CHECK(load_structure(folder.file("patch.mat")).interface.force == 2 * interface.force);
}

TEST_CASE("matrices are made symmetric after the check, and the lack is told") {
  const MatFolder folder;
  SquareModel model;
  model.stiffness(0, 1) += 0.42;  // 2e-7 of the largest entry, 2.1e6
  write_mat(folder.file("a.mat"), model.with_maps("Q", "T"));
  Asymmetry asymmetry;
  const Structure loaded = load_structure(folder.file("a.mat"), &asymmetry);
  CHECK(loaded.stiffness == loaded.stiffness.transpose());
  CHECK(loaded.stiffness(0, 1) == Approx(1e5 + 0.21).epsilon(1e-15));
  CHECK(asymmetry.stiffness == Approx(0.42 / 2.1e6).epsilon(1e-6));
  CHECK(asymmetry.mass == 0);
}

TEST_CASE("response rows that are no triples get plain names") {
  const MatFolder folder;
  const SquareModel model;
  const Matrices all = model.with_maps("Q", "T");
  write_mat(folder.file("a.mat"), with(all, "R", model.response.topRows(2)));
  const Structure two = load_structure(folder.file("a.mat"));
  CHECK_FALSE(two.response_in_triples);
  CHECK(two.response_names == std::vector<std::string>{"row1", "row2"});
  write_mat(folder.file("a.mat"), with(all, "response_in_triples", number(0)));
  CHECK_FALSE(load_structure(folder.file("a.mat")).response_in_triples);
  write_mat(folder.file("a.mat"),
            with(with(all, "R", model.response.topRows(2)), "response_in_triples", number(1)));
  CHECK_THAT(load_complaint(folder.file("a.mat")),
             Contains("response_in_triples: found 1 with 2 rows in R"));
}

TEST_CASE("rows of R without numbers ask for no names, and too many rows are refused") {
  const MatFolder folder;
  const std::string path = folder.file("a.mat");
  const Matrices all = SquareModel().with_maps("Q", "T");
  write_mat(path, with(all, "R", Eigen::MatrixXd(2000000000, 0)));
  CHECK(load_structure(path).response_names.empty());
  CHECK(load_structure(path).response.rows() == 0);
  write_mat(path, with(all, "R", Eigen::MatrixXd::Ones(100001, 1)));
  CHECK_THAT(load_complaint(path), Contains("R: found 100001 rows; must have at most 100000"));
}

TEST_CASE("missing variables: the nearest layout and what it lacks, all at once") {
  const MatFolder folder;
  const std::string path = folder.file("a.mat");
  const SquareModel model;
  const Matrices all = model.with_maps("Q", "T");
  Eigen::MatrixXd torn = model.stiffness;
  torn(0, 0) = std::numeric_limits<double>::quiet_NaN();
  write_mat(path, with(without(without(all, "T"), "Fv"), "K", torn));
  const std::string text = load_complaint(path);
  CHECK_THAT(text, Contains("a.mat, Fv: found no such variable; the nearest layout, 'Q T' (K M Fv "
                            "R Q T), needs it."));
  CHECK_THAT(text, Contains("a.mat, T: found no such variable; the nearest layout"));
  CHECK_THAT(text, Contains("K: found 1 entries that are NaN or infinite"));
  CHECK_THAT(text, !Contains("displacement map"));

  write_mat(path, with(with(model.common(), "PatchAreas", number(1)), "Qxy", model.load));
  CHECK_THAT(load_complaint(path), Contains("Qxyn: found no such variable") &&
                                       Contains("did you mean 'Qxy'? rename or export it"));
  write_mat(path, with(model.common(), "PatchAreas", number(1)));
  CHECK_THAT(load_complaint(path), Contains("Qxyn: found no such variable; the nearest layout, "
                                            "'patches' (K M Fv R PatchAreas Qxyn)"));
  write_mat(path, model.common());
  CHECK_THAT(load_complaint(path), Contains("found a model without an interface map; must have Qm "
                                            "Tm, Q T, MESH.Nds with MESH.Quad or MESH.Tri, or "
                                            "PatchAreas Qxyn. the file has: Fv K M R."));
  write_mat(path, {{"x", number(1)}});
  CHECK_THAT(load_complaint(path), Contains("K: found no such variable; every layout needs it"));
  write_with_mesh(path, model.common(), {{"Nds", model.nodes}});
  CHECK_THAT(load_complaint(path), Contains("MESH.Quad: found no such variable"));
}

TEST_CASE("wrong matrices are named") {
  const MatFolder folder;
  const std::string path = folder.file("a.mat");
  const SquareModel model;
  const Matrices all = model.with_maps("Q", "T");
  const auto with_only = [&](const std::string& name, const Eigen::MatrixXd& matrix) {
    write_mat(path, with(all, name, matrix));
    return load_complaint(path);
  };
  CHECK_THAT(with_only("K", model.stiffness.leftCols(12)),
             Contains("K: found a 13 x 12 matrix; must be square"));
  Eigen::MatrixXd skewed = model.stiffness;
  skewed(0, 1) *= 2;
  CHECK_THAT(with_only("K", skewed), Contains("K: found an asymmetry of 0.0476"));
  CHECK_THAT(with_only("M", -model.mass), Contains("M: found an indefinite matrix"));
  CHECK_THAT(with_only("Fv", Eigen::MatrixXd::Ones(13, 3)), Contains("Fv: found 13 x 3 numbers"));
  CHECK_THAT(with_only("Prestress", number(-1)), Contains("Prestress: found -1; must be above 0"));
  CHECK_THAT(with_only("Prestress", Eigen::MatrixXd::Ones(3, 1)),
             Contains("Prestress: found 3 numbers; must be one number"));
  CHECK_THAT(with_only("R", Eigen::MatrixXd::Ones(3, 12)),
             Contains("R: found a 3 x 12 matrix; must be 3 x 13"));
  CHECK_THAT(with_only("Fv", 0 * model.load), Contains("Fv: found a bolt load of zero"));
  CHECK_THAT(
      with_only("Fv", -model.load),
      Contains("Fv: found a bolt load that opens the interface") && Contains("top minus bottom"));
  write_mat(path, without(all, "K"), {{"K", "stiff"}});
  CHECK_THAT(load_complaint(path), Contains("K: found a text, 'stiff'; must be a real matrix"));
}

TEST_CASE("a file of slipfront's own layout that somebody changed") {
  const MatFolder folder;
  const std::string path = folder.file("a.mat");
  Matrices all = SquareModel().common();
  all.emplace_back("D", Eigen::MatrixXd::Identity(3, 13));
  all.emplace_back("F", Eigen::MatrixXd::Identity(13, 3));
  all.emplace_back("areas", number(-1));
  all.emplace_back("slipfront_layout", number(7));
  write_mat(path, all, {{"kind", "patch"}, {"response_names", "one\ntwo"}});
  const std::string text = load_complaint(path);
  CHECK_THAT(text, Contains("slipfront_layout: found 7; must be 1"));
  CHECK_THAT(text, Contains("kind: found 'patch'; must be 'patches' or 'elements'"));
  CHECK_THAT(text, Contains("response_names: found 2 names; must be one per row of R, 6"));
  CHECK_THAT(text, Contains("areas: found -1; every area must be finite and above 0"));
}

TEST_CASE("a truncated model file is a Failure") {
  const MatFolder folder;
  save_structure(make_lap_joint(), folder.file("a.mat"));
  const std::string whole = get(folder.file("a.mat"));
  put(folder.file("cut.mat"), whole.substr(0, whole.size() / 2));
  CHECK_THAT(load_complaint(folder.file("cut.mat")), Contains("it is truncated"));
}

// Frequencies of the reference models: values stated with the data.

TEST_CASE("reference patch model") {
  NEEDS_SHARED_DATA(path, "brb_wjrom.mat")
  const Structure model = load_structure(path);
  CHECK(model.layout == "patches");
  CHECK(model.dof() == 43);
  CHECK(model.interface.points() == 5);
  CHECK(*model.preload == 12845);
  CHECK(model.interface.areas[1] == Approx(7.15751e-4).epsilon(1e-5));
  const Eigen::Vector3d stated(184.12, 599.94, 1210.82);
  CHECK((nearest(dense_frequencies(model, 1e13), stated) - stated).cwiseAbs().maxCoeff() < 0.006);
}

TEST_CASE("reference element model: Q T, its dense basis, and the mesh alone agree") {
  NEEDS_SHARED_DATA(path, "brb_fjrom.mat")
  const Structure model = load_structure(path);
  CHECK(model.layout == "Q T");
  CHECK(model.interface.points() == 152);
  CHECK(model.interface.total_area() == Approx(2.920584e-3).epsilon(1e-6));
  const Eigen::Vector3d stated(190.71, 608.91, 1220.15);
  const Eigen::VectorXd frequencies = dense_frequencies(model, 1e13);
  CHECK((nearest(frequencies, stated) - stated).cwiseAbs().maxCoeff() < 0.006);

  const MatFolder folder;
  const MatFile file = read_mat(path);
  Matrices dense;
  for (const char* name : {"K", "M", "Fv", "R", "L"})
    dense.emplace_back(name, file.matrix(name + std::string("l")));
  write_with_mesh(folder.file("mesh.mat"), dense,
                  {{"Nds", file.matrix("MESH.Nds")},
                   {"Quad", file.matrix("MESH.Quad")},
                   {"Tri", file.matrix("MESH.Tri")}});
  const Structure meshed = load_structure(folder.file("mesh.mat"));
  CHECK(meshed.layout == "MESH");
  CHECK(meshed.interface.areas.isApprox(model.interface.areas, 1e-6));
  const Eigen::VectorXd from_mesh = dense_frequencies(meshed, 1e13);
  CHECK((nearest(from_mesh, stated) - stated).cwiseAbs().maxCoeff() < 0.006);
}

TEST_CASE("variables of other meaning under names of the total mass do no harm") {
  const MatFolder folder;
  const SquareModel model;
  Matrices all = model.with_maps("Qm", "Tm");
  all.emplace_back("mass", Eigen::MatrixXd::Identity(3, 3));
  write_mat(folder.file("a.mat"), all, {{"Mass", "steel"}});
  CHECK_FALSE(load_structure(folder.file("a.mat")).total_mass);
  all.emplace_back("TotalMass", Eigen::MatrixXd::Identity(2, 2));
  write_mat(folder.file("b.mat"), all);
  CHECK_THAT(complaint([&] { load_structure(folder.file("b.mat")); }),
             Catch::Contains("TotalMass") && Catch::Contains("must be one number"));
}
