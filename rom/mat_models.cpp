#include "rom/mat_models.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "io/mat_file.hpp"
#include "rom/interface_maps.hpp"
#include "rom/load.hpp"
#include "rom/reduce/averaged_reduction.hpp"

namespace slipfront {

namespace {

constexpr int kStrips = 5;  // as the published whole-joint models have
constexpr Eigen::Index kPerPatch = 6;
constexpr double kPi = 3.14159265358979323846;
constexpr double kZeroHz = 0.5;  // a mode below has no energy but rounding

/// Places of the points, if the file tells them.
std::optional<PlanePlaces> point_places(const MatFile& file, Eigen::Index points) {
  for (const auto& [map, nodes] : {std::pair("Qm", "node_coords"), std::pair("Q", "node_coords"),
                                   std::pair("Q", "MESH.Nds")}) {
    const Eigen::MatrixXd* q = file.find(map);
    const Eigen::MatrixXd* x = file.find(nodes);
    if (q && x && q->cols() == x->rows() && q->rows() == points && x->cols() >= 2)
      return PlanePlaces(*q * x->leftCols(2));
  }
  const Eigen::MatrixXd* x = file.find("MESH.Nds");
  if (!x || x->cols() < 2) return {};
  // The map of the loader itself knows in which order the points come.
  std::vector<Problem> problems;
  const NodeMaps maps =
      mesh_maps(*x, file.find("MESH.Quad"), file.find("MESH.Tri"), file.path(), problems);
  if (!problems.empty() || maps.to_points.rows() != points) return {};
  return PlanePlaces(maps.to_points * x->leftCols(2));
}

}  // namespace

Structure whole_joint_from_elements(const Structure& elements, const PlanePlaces& points,
                                    int strips, int modes) {
  const Interface& interface = elements.interface;
  if (!points.allFinite())
    throw Failure(Problem{elements.source, "node_coords", "places that are no finite numbers",
                          "every point of the interface must have a place",
                          "export the nodes of the interface again"});
  const double low = points.col(0).minCoeff(), high = points.col(0).maxCoeff();
  if (!(high > low))
    throw Failure(Problem{elements.source, "node_coords", "points that all have one x",
                          "the interface must extend along the beam, which is the x axis",
                          "export the places of its nodes in the axes of the beam"});
  const auto strip_of = [&](Eigen::Index p) {
    const double share = (points(p, 0) - low) / (high - low);
    return std::min(strips - 1, static_cast<int>(share * strips));
  };
  Eigen::VectorXd areas = Eigen::VectorXd::Zero(strips);
  Eigen::MatrixXd centres = Eigen::MatrixXd::Zero(strips, 2);
  for (Eigen::Index p = 0; p < points.rows(); ++p) {
    areas[strip_of(p)] += interface.areas[p];
    centres.row(strip_of(p)) += interface.areas[p] * points.row(p);
  }
  if (!(areas.minCoeff() > 0))
    throw Failure(Problem{elements.source, "patches", std::to_string(strips) + " strips",
                          "every strip must have points of the interface", "take fewer patches"});
  Eigen::MatrixXd averages = Eigen::MatrixXd::Zero(kPerPatch * strips, elements.dof());
  std::vector<Eigen::Matrix<double, kPerPatch, kPerPatch>> grams(
      static_cast<std::size_t>(strips), Eigen::Matrix<double, kPerPatch, kPerPatch>::Zero());
  for (Eigen::Index p = 0; p < points.rows(); ++p) {
    const int strip = strip_of(p);
    const Eigen::RowVector2d arm = points.row(p) - centres.row(strip) / areas[strip];
    Eigen::Matrix<double, 3, kPerPatch> motion;
    motion << 1, 0, 0, 0, 0, -arm[1], 0, 1, 0, 0, 0, arm[0], 0, 0, 1, arm[1], -arm[0], 0;
    grams[static_cast<std::size_t>(strip)] += interface.areas[p] * motion.transpose() * motion;
    averages.middleRows<kPerPatch>(kPerPatch * strip) +=
        interface.areas[p] * motion.transpose() * interface.displacement.middleRows<3>(3 * p);
  }
  for (int i = 0; i < strips; ++i)
    averages.middleRows<kPerPatch>(kPerPatch * i) =
        grams[static_cast<std::size_t>(i)].inverse() *
        averages.middleRows<kPerPatch>(kPerPatch * i).eval();

  // The model as a system without rigid motions, all of whose unknowns are measured.
  RelativeSystem system;
  system.source = elements.source;
  system.stiffness = elements.stiffness.sparseView();
  system.mass = elements.mass.sparseView();
  system.relative = elements.dof();
  system.rigid.resize(elements.dof(), 0);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> own(elements.stiffness,
                                                                      elements.mass);
  const double limit = std::pow(2 * kPi * kZeroHz, 2);
  const Eigen::Index free_motions = (own.eigenvalues().array() < limit).count();
  if (free_motions > 1)
    throw Failure(Problem{elements.source, "K",
                          std::to_string(free_motions) + " motions without energy",
                          "only the separation along the bolts may be free",
                          "remove the rigid modes of the model first"});
  system.separation = own.eigenvectors().leftCols(free_motions);
  system.pins = choose_pins(system.separation);
  system.bolt_load = elements.bolt_load;
  system.response = Eigen::SparseMatrix<double, Eigen::RowMajor>(elements.response.sparseView());
  const Eigen::Index left = elements.dof() - averages.rows() - free_motions;
  if (modes > left)
    throw Failure(Problem{elements.source, "modes", std::to_string(modes),
                          "must be at most " + std::to_string(std::max<Eigen::Index>(left, 0)) +
                              ": what the patches leave of the model's " +
                              std::to_string(elements.dof()) + " unknowns",
                          "ask for fewer modes or fewer patches"});
  const JointReduction reduced = reduce_to_averages(system, averages, modes);

  Structure rom = elements;
  rom.name = elements.name + "-wjrom";
  rom.stiffness = reduced.stiffness;
  rom.mass = reduced.mass;
  rom.bolt_load = reduced.bolt_load;
  rom.response = reduced.response;
  rom.interface.kind = InterfaceKind::patches;
  rom.interface.displacement.setZero(3 * strips, rom.dof());
  for (int p = 0; p < strips; ++p)
    rom.interface.displacement.block<3, 3>(3 * p, kPerPatch * p).setIdentity();
  rom.interface.force = rom.interface.displacement.transpose();
  rom.interface.areas = areas;
  check_structure(rom, rom.source);
  return rom;
}

MatModels models_from_mat(const std::string& path, std::optional<int> strips, int modes,
                          std::optional<double> preload) {
  MatModels models;
  Structure structure = load_structure(path);
  if (preload) structure.preload = preload;
  if (structure.interface.kind == InterfaceKind::patches) {
    models.notes.push_back("a model with patches is its own WJROM; no FJROM follows from it");
    models.whole_joint = std::move(structure);
    return models;
  }
  const auto places = point_places(read_mat(path), structure.interface.points());
  if (places)
    models.whole_joint =
        whole_joint_from_elements(structure, *places, strips.value_or(kStrips), modes);
  else
    models.notes.push_back(
        "no WJROM is made: the file does not tell where its points are (MESH.Nds or node_coords)");
  models.full_joint = std::move(structure);
  return models;
}

}  // namespace slipfront
