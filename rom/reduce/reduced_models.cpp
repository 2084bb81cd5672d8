#include "rom/reduce/reduced_models.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/QR>

#include "core/failure.hpp"
#include "rom/closure.hpp"
#include "rom/reduce/averaged_reduction.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/patches.hpp"
#include "rom/reduce/shaped_reduction.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kPerPatch = 6;

/// Motion at `arm` in the plane under translations and rotations.
Eigen::Matrix<double, 3, kPerPatch> motion(const Eigen::Vector2d& arm) {
  Eigen::Matrix<double, 3, kPerPatch> rows;
  rows << 1, 0, 0, 0, 0, -arm[1],  //
      0, 1, 0, 0, 0, arm[0],       //
      0, 0, 1, arm[1], -arm[0], 0;
  return rows;
}

/// All but the interface.
Structure common(const JointModel& joint, const JointReduction& reduced, const std::string& kind) {
  Structure rom;
  rom.name = joint.name.empty() ? kind : joint.name + "-" + kind;
  rom.source = joint.source;
  rom.layout = "slipfront";
  rom.stiffness = reduced.stiffness;
  rom.mass = reduced.mass;
  rom.bolt_load = reduced.bolt_load;
  rom.preload = joint.preload;
  rom.response = reduced.response;
  rom.response_in_triples = !joint.response_nodes.empty();
  for (std::size_t i = 0; i < joint.response_nodes.size(); ++i)
    for (const char d : {'x', 'y', 'z'})
      rom.response_names.push_back("end" + std::to_string(i + 1) + "_" + d);
  rom.total_mass = joint.solid.mass();
  return rom;
}

void check_rom(const Structure& rom) {
  check_structure(rom, rom.source);
  if (rom.bolt_load.isZero(0))
    throw Failure(Problem{rom.source, "bolt load", "zero", "the bolts must load the interface",
                          "give each bolt a pair of opposite forces along its axis"});
  if (!(bolt_closure(rom) > 0))
    throw Failure(Problem{rom.source, "bolt load", "a load that opens the joint",
                          "the bolts must press the top body onto the bottom body",
                          "turn the signs of the bolt loads, or exchange top and bottom"});
}

}  // namespace

Eigen::MatrixXd patch_averages(const JointModel& joint) {
  const InterfaceMesh mesh = fine_interface(joint);
  const InterfacePoints points = interface_points(mesh, PointRule::gauss);
  const Eigen::Index per_facet =
      points.weights.size() / static_cast<Eigen::Index>(mesh.elements.size());
  Eigen::MatrixXd centres = Eigen::MatrixXd::Zero(joint.patches, 2);
  Eigen::VectorXd areas = Eigen::VectorXd::Zero(joint.patches);
  const auto patch = [&](Eigen::Index p) {
    return joint.patch_of[static_cast<std::size_t>(p / per_facet)];
  };
  for (Eigen::Index p = 0; p < points.weights.size(); ++p) {
    areas[patch(p)] += points.weights[p];
    centres.row(patch(p)) += points.weights[p] * points.places.row(p);
  }
  centres = areas.cwiseInverse().asDiagonal() * centres.eval();
  const Eigen::Index relative = 3 * mesh.nodes.rows();
  Eigen::MatrixXd moments = Eigen::MatrixXd::Zero(kPerPatch * joint.patches, relative);
  std::vector<Eigen::Matrix<double, kPerPatch, kPerPatch>> grams(
      static_cast<std::size_t>(joint.patches));
  for (auto& gram : grams) gram.setZero();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> shapes = points.to_points;
  for (Eigen::Index p = 0; p < points.weights.size(); ++p) {
    const auto rows = motion((points.places.row(p) - centres.row(patch(p))).transpose());
    grams[static_cast<std::size_t>(patch(p))] += points.weights[p] * rows.transpose() * rows;
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator at(shapes, p); at; ++at)
      moments.block<kPerPatch, 3>(kPerPatch * patch(p), 3 * at.col()) +=
          points.weights[p] * at.value() * rows.transpose();
  }
  for (int i = 0; i < joint.patches; ++i)
    moments.middleRows<kPerPatch>(kPerPatch * i) = grams[static_cast<std::size_t>(i)].llt().solve(
        moments.middleRows<kPerPatch>(kPerPatch * i).eval());
  return moments;
}

Eigen::MatrixXd mesh_shapes(const JointModel& joint, const InterfaceMesh& mesh) {
  const InterfaceMesh fine = fine_interface(joint);
  const bool same = mesh.nodes.rows() == fine.nodes.rows() && mesh.elements == fine.elements;
  const Eigen::MatrixXd scalar =
      same ? Eigen::MatrixXd::Identity(mesh.nodes.rows(), mesh.nodes.rows())
           : galerkin_projection(mesh, fine);
  if (!same && Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(scalar).rank() < scalar.cols())
    throw Failure(Problem{joint.source, "interface", std::to_string(mesh.nodes.rows()) + " nodes",
                          "the reduced mesh of the interface must be coarser than the solid's " +
                              std::to_string(fine.nodes.rows()) + " nodes",
                          "ask for fewer elements, or for the full interface"});
  Eigen::MatrixXd shapes = Eigen::MatrixXd::Zero(3 * scalar.rows(), 3 * scalar.cols());
  for (Eigen::Index j = 0; j < scalar.cols(); ++j)
    for (Eigen::Index i = 0; i < scalar.rows(); ++i)
      shapes.block<3, 3>(3 * i, 3 * j).diagonal().setConstant(scalar(i, j));
  return shapes;
}

Structure whole_joint_model(const JointModel& joint, const RelativeSystem& system, int modes,
                            const Progress& progress) {
  const JointReduction reduced = reduce_to_averages(system, patch_averages(joint), modes, progress);
  Structure rom = common(joint, reduced, "wjrom");
  rom.interface.kind = InterfaceKind::patches;
  rom.interface.displacement.setZero(3 * joint.patches, rom.dof());
  for (int p = 0; p < joint.patches; ++p)
    rom.interface.displacement.block<3, 3>(3 * p, kPerPatch * p).setIdentity();
  rom.interface.force = rom.interface.displacement.transpose();
  rom.interface.areas = patch_areas(joint);
  check_rom(rom);
  return rom;
}

Structure full_joint_model(const JointModel& joint, const RelativeSystem& system,
                           const InterfaceMesh& mesh, PointRule rule, int modes,
                           const Progress& progress) {
  const JointReduction reduced =
      reduce_to_shapes(system, mesh_shapes(joint, mesh), modes, progress);
  Structure rom = common(joint, reduced, "fjrom");
  const InterfacePoints points = interface_points(mesh, rule);
  rom.interface.kind = InterfaceKind::elements;
  rom.interface.displacement.setZero(3 * points.weights.size(), rom.dof());
  for (Eigen::Index node = 0; node < points.to_points.outerSize(); ++node)
    for (Eigen::SparseMatrix<double>::InnerIterator at(points.to_points, node); at; ++at)
      rom.interface.displacement.block<3, 3>(3 * at.row(), 3 * node)
          .diagonal()
          .setConstant(at.value());
  rom.interface.force = rom.interface.displacement.transpose();
  for (Eigen::Index p = 0; p < points.weights.size(); ++p)
    rom.interface.force.middleCols<3>(3 * p) *= points.weights[p];
  rom.interface.areas = points.weights;
  check_rom(rom);
  return rom;
}

}  // namespace slipfront
