#include "core/element_structure.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/krylov_modes.hpp"

namespace slipfront {

namespace {

// Modes up to this many times lambda of the mode of interest stay unknowns of a solve.
constexpr double kKeptRange = 400;
constexpr Eigen::Index kLeastKept = 12;
constexpr Eigen::Index kExplicitModes = 32;  // whose part of F is exact for any lambda, at least
constexpr Eigen::Index kAllModes = 150;      // so many cost less at once than the lowest one by one
constexpr double kSeriesReach = 1.8e-3;      // lambda / w_m^2: its fourth power is 1e-11
constexpr double kBlocked = 1e-12;           // of the softest motion's flexibility
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

/// a'b where it is symmetric: half of the work.
Eigen::MatrixXd symmetric_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd out(a.cols(), a.cols());
  out.triangularView<Eigen::Lower>() = a.transpose() * b;
  out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

}  // namespace

ElementStructure::ElementStructure(const CondensedStructure& structure,
                                   const Eigen::VectorXd& normal_springs, bool with_normals,
                                   const Eigen::VectorXd& tangential_springs)
    : structure_(structure) {
  const Eigen::Index p = points();
  reference_ = Eigen::VectorXd::Zero(kAxes * p);
  reference_.tail(p) = normal_springs;
  std::vector<Eigen::Index> held;
  for (Eigen::Index i = 0; i < tangential_springs.size(); ++i) {
    reference_.segment<2>(2 * i).setConstant(tangential_springs[i]);
    held.insert(held.end(), {kAxes * i, kAxes * i + 1});
  }
  first_normal_ = static_cast<Eigen::Index>(held.size());
  for (Eigen::Index i = 0; i < p; ++i) held.push_back(kAxes * i + kNormal);
  const Eigen::VectorXd& omega = structure.omega();
  held_over_omega_ = structure.psi()(held, Eigen::all) * omega.cwiseInverse().asDiagonal();
  spring_change_ =
      reference_.tail(static_cast<Eigen::Index>(held.size())) - structure.reference_springs()(held);
  springs_.compute(
      spring_system(structure.static_compliance()(held, held), spring_change_, spring_scale_));

  map_ = Eigen::MatrixXd((with_normals ? kAxes : kNormal) * p, omega.size());
  for (Eigen::Index i = 0; i < p; ++i) {
    map_.middleRows<2>(2 * i) = structure.psi().middleRows<2>(kAxes * i);
    if (with_normals) map_.row(2 * p + i) = structure.psi().row(kAxes * i + kNormal);
  }
  static_ = map_ * solve_stiffness(map_.transpose());
  if (with_normals) set_normal_rows(static_, normal_rows(map_.transpose()));
}

/// The lowest modes, as many as the series in lambda needs.
void ElementStructure::find_modes(double lambda) {
  const Eigen::Index all = structure_.omega().size();
  if (all <= kAllModes) {
    Eigen::MatrixXd flexibility = solve_stiffness(Eigen::MatrixXd::Identity(all, all));
    flexibility = (0.5 * (flexibility + flexibility.transpose())).eval();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(flexibility);
    // Motions that stiff springs block have no frequency: their flexibility is rounding.
    const auto free = (eigen.eigenvalues().array() > kBlocked * eigen.eigenvalues()[all - 1]);
    omega_ = eigen.eigenvalues().tail(free.count()).reverse().cwiseInverse();
    shapes_ = eigen.eigenvectors().rightCols(free.count()).rowwise().reverse();
    return;
  }
  for (Eigen::Index wanted = kExplicitModes;; wanted = std::min(2 * wanted, all)) {
    const KrylovModes modes = krylov_modes(
        [this](const Eigen::MatrixXd& x) { return solve_stiffness(x); }, start_block(all), wanted);
    omega_ = modes.lambda;
    shapes_ = modes.shapes;
    if (lambda <= kSeriesReach * omega_[omega_.size() - 1] || wanted == all) return;
  }
}

void ElementStructure::condense_motion(double lambda) {
  find_modes(lambda);
  psi_ = map_ * shapes_;
  if (with_normals()) psi_.bottomRows(points()) = normal_rows(shapes_ * omega_.asDiagonal());

  // Without the m modes before every solve: their share would drown the others'.
  const auto without_modes = [this](Eigen::MatrixXd x) {
    x -= shapes_ * (shapes_.transpose() * x).eval();
    return x;
  };
  const Eigen::MatrixXd rest = without_modes(map_.transpose());
  const Eigen::MatrixXd once = without_modes(solve_stiffness(rest));
  const Eigen::MatrixXd twice = without_modes(solve_stiffness(once));
  moments_ = {symmetric_product(rest, once), symmetric_product(once, once),
              symmetric_product(once, twice), symmetric_product(twice, twice)};
  if (!with_normals()) return;
  set_normal_rows(moments_[0], normal_rows(rest));
  set_normal_rows(moments_[1], normal_rows(once));
  set_normal_rows(moments_[2], normal_rows(twice));
}

/// Of Kb^-1 right, from the spring system itself: under stiff springs a normal displacement is
/// a small difference of large ones anywhere else.
Eigen::MatrixXd ElementStructure::normal_rows(const Eigen::MatrixXd& right) const {
  return (spring_scale_.asDiagonal() * springs_.solve(held_over_omega_ * right))
      .bottomRows(points());
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
  Eigen::MatrixXd reaction = springs_.solve(held_over_omega_ * right);
  reaction = spring_change_.cwiseProduct(spring_scale_).asDiagonal() * reaction;
  out.noalias() -= held_over_omega_.transpose() * reaction;
  return out;
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
  const auto omega = structure_.omega().asDiagonal();
  const Eigen::MatrixXd pressed = spring_change_.asDiagonal() * (held_over_omega_ * (omega * eta));
  Eigen::MatrixXd lack = omega * (eta + held_over_omega_.transpose() * pressed);
  lack += map_.transpose() * r;
  lack -= eta * lambda.asDiagonal();
  lack -= shapes_ * (shapes_.transpose() * lack).eval();
  return eta - solve_stiffness(lack);
}

void ElementStructure::gather(const Eigen::Ref<const Eigen::VectorXd>& all,
                              Eigen::VectorXd& used) const {
  const bool normals = used.size() > tangential();
  for (Eigen::Index i = 0; i < points(); ++i) {
    used.segment<2>(2 * i) = all.segment<2>(kAxes * i);
    if (normals) used[tangential() + i] = all[kAxes * i + kNormal];
  }
}

void ElementStructure::scatter(const Eigen::Ref<const Eigen::VectorXd>& used,
                               Eigen::VectorXd& all) const {
  const bool normals = used.size() > tangential();
  for (Eigen::Index i = 0; i < points(); ++i) {
    all.segment<2>(kAxes * i) = used.segment<2>(2 * i);
    if (normals) all[kAxes * i + kNormal] = used[tangential() + i];
  }
}

}  // namespace slipfront
