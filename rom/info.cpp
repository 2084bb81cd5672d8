#include "rom/info.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/failure.hpp"
#include "core/modal_solver.hpp"
#include "core/number.hpp"
#include "rom/closure.hpp"
#include "rom/load.hpp"

namespace slipfront {

namespace {

// A mode below this frequency has no energy but rounding: structures in bolted joints
// begin at tens of hertz.
constexpr double kZeroHz = 0.5;
// An interface larger than this was measured in square millimetres; a whole structure of
// less mass per area than this was weighed in tonnes.
constexpr double kLargestArea = 10;       // [m^2]
constexpr double kLightestPerArea = 0.1;  // [kg/m^2]
// Modes that are left out raise frequencies; so does a coarse interface mesh, by 1 or 2 %
// (docs/notes/rom-factory.md). Averages over patches only lower them.
constexpr double kLargestDeviation = 0.15;
constexpr double kPercent = 100;
constexpr double kPi = 3.14159265358979323846;

void count_modes(const Structure& structure, RomInfo& info) {
  const double limit = std::pow(2 * kPi * kZeroHz, 2);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(
      structure.stiffness, structure.mass, Eigen::EigenvaluesOnly);
  for (const double lambda : modes.eigenvalues()) {
    info.zero_modes += std::abs(lambda) <= limit ? 1 : 0;
    info.negative_modes += lambda < -limit ? 1 : 0;
  }
}

void find_linear_modes(const Structure& structure, double penalty, RomInfo& info) {
  const ModalSolver solver(std::make_shared<const Structure>(structure));
  const ModalSolver::LinearModes modes = solver.linear_modes(penalty, penalty);
  info.linear_frequencies_hz = modes.frequencies_hz;
  for (const int i : modes.bending) info.bending_hz.push_back(modes.frequencies_hz[i]);
}

}  // namespace

RomInfo inspect(const Structure& structure, std::optional<double> penalty) {
  if (penalty && !(*penalty > 0 && std::isfinite(*penalty)))
    throw Failure(Problem{"--penalty", "", to_text(*penalty), "must be a number above 0 (N/m^3)",
                          "the stiffness per area of the interface springs, 1e13 say"});
  RomInfo info;
  info.dof = structure.dof();
  info.points = structure.interface.points();
  info.kind = structure.interface.kind == InterfaceKind::patches ? "patches" : "elements";
  info.layout = structure.layout;
  info.interface_area = structure.interface.total_area();
  info.mass = structure.total_mass;
  info.preload = structure.preload;
  info.stiffness_asymmetry = relative_asymmetry(structure.stiffness);
  info.mass_asymmetry = relative_asymmetry(structure.mass);
  info.mass_smallest_eigenvalue =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(structure.mass, Eigen::EigenvaluesOnly)
          .eigenvalues()
          .minCoeff();
  count_modes(structure, info);
  info.closure = bolt_closure(structure);
  const bool light = info.mass && *info.mass < kLightestPerArea * info.interface_area;
  if (info.interface_area > kLargestArea || light)
    info.warnings.push_back("an interface of " + to_text(info.interface_area, 3) +
                            " m^2 looks like a model in tonnes, millimetres and seconds: numbers "
                            "are taken as SI");
  if (penalty) {
    info.penalty = penalty;
    find_linear_modes(structure, *penalty, info);
  }
  return info;
}

std::vector<double> deviation_from_solid(const Structure& structure, const JointFacts& facts) {
  std::vector<double> deviation;
  if (!facts.full_penalty) return deviation;
  RomInfo info;
  find_linear_modes(structure, *facts.full_penalty, info);
  for (std::size_t i = 0; i < std::min(info.bending_hz.size(), facts.full_bending_hz.size()); ++i)
    deviation.push_back(info.bending_hz[i] / facts.full_bending_hz[i] - 1);
  return deviation;
}

std::optional<std::string> too_few_modes(const std::vector<double>& deviation) {
  for (std::size_t i = 0; i < deviation.size(); ++i)
    if (deviation[i] > kLargestDeviation)
      return "bending mode " + std::to_string(i + 1) + " is " +
             to_text(kPercent * deviation[i], 3) +
             " % above that of the solid: too few modes are kept; build it with more of them "
             "(--modes)";
  return {};
}

RomInfo inspect_file(const std::string& path, std::optional<double> penalty) {
  Asymmetry asymmetry;
  const Structure structure = load_structure(path, &asymmetry);
  RomInfo info = inspect(structure, penalty);
  info.stiffness_asymmetry = asymmetry.stiffness;
  info.mass_asymmetry = asymmetry.mass;
  return info;
}

}  // namespace slipfront
