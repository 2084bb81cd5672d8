#include "core/element_structure.hpp"

#include <algorithm>

#include "core/krylov_modes.hpp"

namespace slipfront {

namespace {

// Modes up to this many times lambda of the mode of interest stay unknowns of a solve.
constexpr double kKeptRange = 6;
constexpr Eigen::Index kLeastKept = 4;
constexpr Eigen::Index kExplicitModes = 32;  // whose part of F is exact for any lambda
constexpr Eigen::Index kStartModes = 12;     // width of the Krylov blocks
constexpr Eigen::Index kAxes = 3;            // rows of a point
constexpr Eigen::Index kNormal = 2;

Eigen::MatrixXd start_block(Eigen::Index n) {
  return Eigen::MatrixXd::Identity(n, std::min(n, kStartModes));
}

/// I + G diag(change) with columns divided by 1 + |G_ii change_i|.
Eigen::MatrixXd spring_system(const Eigen::MatrixXd& g, const Eigen::VectorXd& change,
                              Eigen::VectorXd& scale) {
  scale = (1 + (g.diagonal().array() * change.array()).abs()).inverse();
  Eigen::MatrixXd system = g * change.cwiseProduct(scale).asDiagonal();
  system.diagonal() += scale;
  return system;
}

}  // namespace

ElementStructure::ElementStructure(const CondensedStructure& structure,
                                   const Eigen::VectorXd& normal_springs, bool with_normals)
    : structure_(structure), normal_springs_(normal_springs) {
  const Eigen::Index p = points();
  std::vector<Eigen::Index> normal(static_cast<std::size_t>(p));
  for (Eigen::Index i = 0; i < p; ++i) normal[static_cast<std::size_t>(i)] = kAxes * i + kNormal;
  const Eigen::VectorXd& omega = structure.omega();
  normal_over_omega_ = structure.psi()(normal, Eigen::all) * omega.cwiseInverse().asDiagonal();
  spring_change_ = normal_springs - structure.reference_springs()(normal);
  springs_.compute(
      spring_system(structure.static_compliance()(normal, normal), spring_change_, spring_scale_));

  map_ = Eigen::MatrixXd((with_normals ? kAxes : kNormal) * p, omega.size());
  for (Eigen::Index i = 0; i < p; ++i) {
    map_.middleRows<2>(2 * i) = structure.psi().middleRows<2>(kAxes * i);
    if (with_normals) map_.row(2 * p + i) = structure.psi().row(kAxes * i + kNormal);
  }
  const KrylovModes modes =
      krylov_modes([this](const Eigen::MatrixXd& x) { return solve_stiffness(x); },
                   start_block(omega.size()), std::min(kExplicitModes, omega.size()));
  omega_ = modes.lambda;
  shapes_ = modes.shapes;
  psi_ = map_ * shapes_;
  if (with_normals) psi_.bottomRows(p) = normal_rows(shapes_ * omega_.asDiagonal());

  static_ = map_ * solve_stiffness(map_.transpose());
  if (with_normals) set_normal_rows(static_, normal_rows(map_.transpose()));
  // Without the m modes before every solve: their share would drown the others'.
  const auto without_modes = [this](Eigen::MatrixXd x) {
    x -= shapes_ * (shapes_.transpose() * x).eval();
    return x;
  };
  const Eigen::MatrixXd rest = without_modes(map_.transpose());
  const Eigen::MatrixXd once = without_modes(solve_stiffness(rest));
  const Eigen::MatrixXd twice = without_modes(solve_stiffness(once));
  moments_[0] = rest.transpose() * once;
  moments_[1] = once.transpose() * once;
  moments_[2] = once.transpose() * twice;
  moments_[3] = twice.transpose() * twice;
  for (Eigen::MatrixXd& moment : moments_) moment = (0.5 * (moment + moment.transpose())).eval();
  if (!with_normals) return;
  set_normal_rows(moments_[0], normal_rows(rest));
  set_normal_rows(moments_[1], normal_rows(once));
  set_normal_rows(moments_[2], normal_rows(twice));
}

/// Of Kb^-1 right, from the spring system itself: under stiff springs a normal displacement is
/// a small difference of large ones anywhere else.
Eigen::MatrixXd ElementStructure::normal_rows(const Eigen::MatrixXd& right) const {
  return spring_scale_.asDiagonal() * springs_.solve(normal_over_omega_ * right);
}

void ElementStructure::set_normal_rows(Eigen::MatrixXd& symmetric,
                                       const Eigen::MatrixXd& rows) const {
  symmetric.bottomRows(points()) = rows;
  symmetric.rightCols(points()).topRows(tangential()) = rows.leftCols(tangential()).transpose();
  auto corner = symmetric.bottomRightCorner(points(), points());
  corner = (0.5 * (corner + corner.transpose())).eval();
}

Eigen::MatrixXd ElementStructure::solve_stiffness(const Eigen::MatrixXd& right) const {
  Eigen::MatrixXd out = structure_.omega().cwiseInverse().asDiagonal() * right;
  Eigen::MatrixXd reaction = springs_.solve(normal_over_omega_ * right);
  reaction = spring_change_.cwiseProduct(spring_scale_).asDiagonal() * reaction;
  out.noalias() -= normal_over_omega_.transpose() * reaction;
  return out;
}

Eigen::MatrixXd ElementStructure::normal_psi() const {
  return normal_over_omega_ * structure_.omega().asDiagonal();
}

Eigen::Index ElementStructure::modes_to_keep(double lambda) const {
  return std::clamp<Eigen::Index>((omega_.array() < kKeptRange * lambda).count(),
                                  std::min(kLeastKept, omega_.size()), omega_.size());
}

ElementStructure::Rest ElementStructure::rest(double lambda) const {
  Rest f;
  f.lambda = lambda;
  f.value = moments_[0] + lambda * (moments_[1] + lambda * (moments_[2] + lambda * moments_[3]));
  f.slope = moments_[1] + lambda * (2 * moments_[2] + 3 * lambda * moments_[3]);
  f.bend = moments_[2] + 3 * lambda * moments_[3];
  return f;
}

Eigen::MatrixXd ElementStructure::explicit_part(Eigen::Index kept, double lambda, int power) const {
  const Eigen::Index others = omega_.size() - kept;
  const auto psi = psi_.rightCols(others);
  const Eigen::VectorXd weight = (omega_.tail(others).array() - lambda).pow(-power);
  return psi * weight.asDiagonal() * psi.transpose();
}

Eigen::VectorXd ElementStructure::static_response(const Eigen::VectorXd& load) const {
  return map_ * solve_stiffness(load);
}

Eigen::VectorXd ElementStructure::static_coordinates(const Eigen::VectorXd& load,
                                                     const Eigen::VectorXd& r) const {
  return solve_stiffness(load - map_.transpose() * r);
}

Eigen::MatrixXd ElementStructure::coordinates(const Eigen::MatrixXd& a,
                                              const Eigen::RowVectorXd& lambda,
                                              const Eigen::MatrixXd& r) const {
  constexpr double kRounding = 1e-17;
  constexpr int kMostTerms = 40;
  const Eigen::Index kept = a.rows(), others = omega_.size() - kept;
  Eigen::MatrixXd share = -(psi_.transpose() * r);
  share.topRows(kept) = a;
  for (Eigen::Index k = 0; k < share.cols(); ++k)
    share.col(k).tail(others).array() /= omega_.tail(others).array() - lambda[k];
  Eigen::MatrixXd eta = shapes_ * share;
  // All modes above: a power series in lambda Kb^-1.
  Eigen::MatrixXd term = map_.transpose() * r;
  const double size = eta.norm();
  for (int k = 0; k < kMostTerms; ++k) {
    term -= shapes_ * (shapes_.transpose() * term).eval();
    term = solve_stiffness(term);
    eta -= term;
    if (term.norm() <= kRounding * size) break;
    term *= lambda.asDiagonal();
  }
  // Stiff springs on rows that nearly depend on each other cost the solve some digits: once
  // more with what the equations still lack.
  const Eigen::MatrixXd pressed = spring_change_.asDiagonal() * (normal_psi() * eta);
  Eigen::MatrixXd lack = structure_.omega().asDiagonal() * eta;
  lack += normal_psi().transpose() * pressed;
  lack += map_.transpose() * r;
  lack -= eta * lambda.asDiagonal();
  lack -= shapes_ * (shapes_.transpose() * lack).eval();
  return eta - solve_stiffness(lack);
}

void ElementStructure::gather(const Eigen::VectorXd& all, Eigen::VectorXd& used) const {
  const bool normals = used.size() > tangential();
  for (Eigen::Index i = 0; i < points(); ++i) {
    used.segment<2>(2 * i) = all.segment<2>(kAxes * i);
    if (normals) used[tangential() + i] = all[kAxes * i + kNormal];
  }
}

void ElementStructure::scatter(const Eigen::VectorXd& used, Eigen::VectorXd& all) const {
  const bool normals = used.size() > tangential();
  for (Eigen::Index i = 0; i < points(); ++i) {
    all.segment<2>(kAxes * i) = used.segment<2>(2 * i);
    if (normals) all[kAxes * i + kNormal] = used[tangential() + i];
  }
}

}  // namespace slipfront
