#include "rom/info.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "rom/closure.hpp"
#include "rom/load.hpp"

namespace slipfront {

namespace {

// A mode below this frequency has no energy but rounding: structures in bolted joints
// begin at tens of hertz.
constexpr double kZeroHz = 0.5;
// A bending mode moves the ends along the bolts by more than this share of the most that
// any of the first modes does: the rule by which modes are chosen everywhere.
constexpr double kLeastResponse = 0.1;
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

// So many modes are told, and the rule for bending looks at them.
constexpr Eigen::Index kModes = 12;

/// The lowest modes with springs, as the largest eigenvalues of M phi = mu (K + springs) phi:
/// these are exact to rounding however stiff the springs are, and whatever the rank of the
/// interface map is (an element map may have dependent rows).
void find_linear_modes(const Structure& structure, double penalty, RomInfo& info) {
  const Eigen::MatrixXd springs = interface_springs(structure, penalty, penalty);
  const Eigen::MatrixXd held = structure.stiffness + 0.5 * (springs + springs.transpose());
  const Eigen::LLT<Eigen::MatrixXd> factor(held);
  if (factor.info() != Eigen::Success)
    throw Failure(Problem{structure.source, "K", "a motion that no stiffness holds",
                          "with springs on the whole interface nothing may be free",
                          "remove the rigid-body motions from the reduced model"});
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(structure.mass, held);
  const Eigen::Index size = modes.eigenvalues().size(), count = std::min(kModes, size);
  std::vector<double> along_bolts;  // energy of the z rows, for modes of unit mass
  std::vector<bool> mostly_along;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double mu = modes.eigenvalues()[size - 1 - i];
    info.linear_frequencies_hz.push_back(1 / (2 * kPi * std::sqrt(mu)));
    if (!structure.response_in_triples) continue;
    const Eigen::VectorXd ends =
        structure.response * modes.eigenvectors().col(size - 1 - i) / std::sqrt(mu);
    double z = 0;
    for (Eigen::Index row = 2; row < ends.size(); row += 3) z += ends[row] * ends[row];
    along_bolts.push_back(z);
    mostly_along.push_back(z > 0.5 * ends.squaredNorm());
  }
  if (along_bolts.empty()) return;
  const double least =
      std::pow(kLeastResponse, 2) * *std::max_element(along_bolts.begin(), along_bolts.end());
  for (std::size_t i = 0; i < along_bolts.size(); ++i)
    if (mostly_along[i] && along_bolts[i] > least)
      info.bending_hz.push_back(info.linear_frequencies_hz[i]);
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
  if (penalty) {
    info.penalty = penalty;
    find_linear_modes(structure, *penalty, info);
  }
  return info;
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
