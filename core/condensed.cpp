#include "core/condensed.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "core/failure.hpp"
#include "core/normal_signs.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

// Force and displacement maps come from one integration rule; more than rounding between
// F and D' diag(area) means that they do not belong together.
constexpr double kMapMismatch = 1e-8;
// A row that the held structure leaves almost free gets this share of the stiffest row.
constexpr double kLeastReference = 1e-6;
// Smallest eigenvalue, as a share of the largest diagonal ratio, that still counts as held.
constexpr double kHeld = 1e-13;

Eigen::VectorXd areas_per_row(const Structure& s) {
  Eigen::VectorXd areas(3 * s.interface.points());
  for (Eigen::Index i = 0; i < areas.size(); ++i) areas[i] = s.interface.areas[i / 3];
  return areas;
}

/// F must do the work that D says: F = D' for point forces, D' diag(area) for tractions.
void check_maps(const Structure& s, const Eigen::VectorXd& row_areas) {
  Eigen::MatrixXd expected = s.interface.displacement.transpose();
  if (s.interface.kind == InterfaceKind::elements) expected *= row_areas.asDiagonal();
  const double scale = expected.cwiseAbs().maxCoeff();
  const double mismatch = (s.interface.force - expected).cwiseAbs().maxCoeff();
  if (mismatch > kMapMismatch * scale)
    throw Failure(Problem{s.source, "interface maps",
                          "a force map that differs from the transposed displacement map by " +
                              to_text(mismatch / scale, 3) + " of its largest entry",
                          "the two must do the same work (at most " + to_text(kMapMismatch) + ")",
                          "export both maps from the same reduction"});
}

Eigen::VectorXd choose_reference_springs(const Structure& s) {
  const Eigen::MatrixXd& d = s.interface.displacement;
  const Eigen::VectorXd held = (d * s.stiffness).cwiseProduct(d).rowwise().sum();
  const Eigen::VectorXd length2 = d.rowwise().squaredNorm();
  if (!(length2.minCoeff() > 0))
    throw Failure(Problem{s.source, "displacement map", "a row of zeros",
                          "every interface direction must move with some unknown",
                          "check the interface map"});
  Eigen::VectorXd springs = held.cwiseQuotient(length2.cwiseProduct(length2));
  const double stiffest = springs.maxCoeff();
  return springs.cwiseMax(kLeastReference * stiffest);
}

/// In words, for the reader of a Failure.
std::string least_held_motion(const Eigen::MatrixXd& held, const Eigen::MatrixXd& mass) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(held, mass,
                                                                        Eigen::EigenvaluesOnly);
  const Eigen::VectorXd& omega = eigen.eigenvalues();
  return " (lowest eigenvalue " + to_text(omega[0], 3) + " of " +
         to_text(omega[omega.size() - 1], 3) + " rad^2/s^2)";
}

void refuse_opposed_normals(const Structure& s, const std::vector<Eigen::Index>& opposed) {
  if (opposed.empty()) return;
  constexpr std::size_t kNamed = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(kNamed, opposed.size()); ++i)
    list += (list.empty() ? "" : ", ") + std::to_string(opposed[i] + 1);
  if (opposed.size() > kNamed) list += ", ... (" + std::to_string(opposed.size()) + " in all)";
  throw Failure(Problem{
      s.source, "interface maps",
      "the normal row of point" + std::string(opposed.size() == 1 ? " " : "s ") + list +
          " of the opposite sign",
      "it opens where the others close, and the bolt load pulls it: positive must be penetration "
      "on every normal row",
      "turn the sign of these rows (and of their columns in the force map)"});
}

}  // namespace

bool CondensedStructure::hold(const Structure& s, ReferenceSprings springs) {
  kind_ = springs;
  springs_ = choose_reference_springs(s);
  if (springs == ReferenceSprings::normal)
    for (Eigen::Index row = 0; row < springs_.size(); ++row)
      if (row % 3 != 2) springs_[row] = 0;
  const Eigen::MatrixXd& d = s.interface.displacement;
  const Eigen::MatrixXd held = s.stiffness + d.transpose() * springs_.asDiagonal() * d;
  // As M phi = (1 / Omega) Kheld phi: rounding then falls on the inertia of high modes, where
  // it counts lambda / Omega, and not on the elastic forces of low ones.
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(s.mass, held);
  const Eigen::Index n = s.mass.rows();
  const Eigen::VectorXd soft = eigen.eigenvalues().reverse();
  const bool definite = held.llt().info() == Eigen::Success && soft.allFinite();
  if (eigen.info() != Eigen::Success || !definite || !(soft[n - 1] > kHeld * soft[0])) {
    if (springs == ReferenceSprings::normal) return false;
    throw Failure(Problem{
        s.source, "K",
        "a motion of the structure that no stiffness holds" + least_held_motion(held, s.mass),
        "with springs on the whole interface nothing may be free",
        "remove the rigid-body motions from the reduced model"});
  }
  omega_ = soft.cwiseInverse();
  phi_ = eigen.eigenvectors().rowwise().reverse() * omega_.cwiseSqrt().asDiagonal();
  return true;
}

CondensedStructure::CondensedStructure(const Structure& s, ReferenceSprings springs) {
  check_structure(s, s.source.empty() ? s.name : s.source);
  row_areas_ = areas_per_row(s);
  check_maps(s, row_areas_);
  if (!hold(s, springs)) hold(s, ReferenceSprings::all);
  displacement_map_ = s.interface.displacement;
  stiffness_ = s.stiffness;
  mass_ = s.mass;
  bolt_load_ = s.bolt_load;

  const Eigen::MatrixXd& d = displacement_map_;
  psi_ = d * phi_;
  response_ = s.response.size() > 0 ? Eigen::MatrixXd(s.response * phi_)
                                    : Eigen::MatrixXd(0, omega_.size());
  compliance_ = psi_ * omega_.cwiseInverse().asDiagonal() * psi_.transpose();
  refuse_opposed_normals(
      s, opposed_normals(compliance_, springs_,
                         psi_ * (phi_.transpose() * bolt_load_).cwiseQuotient(omega_)));
  // Rows may depend on each other (more integration points than nodes): the least lift.
  lift_ = d.completeOrthogonalDecomposition().pseudoInverse();
}

Eigen::MatrixXd CondensedStructure::unknowns(const Eigen::MatrixXd& eta,
                                             const Eigen::MatrixXd& z) const {
  Eigen::MatrixXd y = phi_ * eta;
  y += lift_ * (z - displacement_map_ * y);
  return y;
}

}  // namespace slipfront
