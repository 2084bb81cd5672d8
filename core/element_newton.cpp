#include "core/element_newton.hpp"

#include <algorithm>
#include <cmath>

#include "core/energy_search.hpp"

namespace slipfront {

namespace {

constexpr int kMostIterations = 60;  // 11-19 at tangential stiffness of 1e15 N/m^3
// Residuals relative to lambda q and q: below what the reported residual of 1e-9 needs.
constexpr double kTolerance = 1e-10;
constexpr double kStagnation = 1e-9;
// F and B are frozen at this share of lambda of the stuck mode: the middle of a path.
constexpr double kFrozen = 0.93;
// Second-order terms of what lies above the explicit modes that may be left out.
constexpr double kNegligible = 1e-10;
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

Eigen::MatrixXd frozen_flexibility(const ElementStructure& s, const ElementStructure::Rest& rest,
                                   Eigen::Index kept) {
  return rest.value + s.explicit_part(kept, rest.lambda, 1);
}

Eigen::VectorXd tangential_rows_of(const Eigen::VectorXd& all) {
  Eigen::VectorXd out(all.size() / kAxes * kNormal);
  for (Eigen::Index i = 0; i < all.size() / kAxes; ++i)
    out.segment<2>(2 * i) = all.segment<2>(kAxes * i);
  return out;
}

}  // namespace

ElementNewton::ElementNewton(const ElementStructure& elements, const ContactRows& contact,
                             double lambda, const Eigen::VectorXd& eta,
                             const Eigen::VectorXd& stuck)
    : ModalEquations(elements.structure(), contact),
      elements_(elements),
      kept_(elements.modes_to_keep(lambda)),
      rows_(elements.rows()),
      omega_a_(elements.omega().head(kept_)),
      psi_a_(elements.psi().leftCols(kept_)),
      psi_o_(elements.psi().rightCols(elements.omega().size() - kept_)),
      omega_o_(elements.omega().tail(elements.omega().size() - kept_)),
      rest_(elements.rest(kFrozen * lambda)),
      system_(frozen_flexibility(elements, rest_, kept_),
              tangential_rows_of(contact.stuck_stiffness())),
      modes_(system_.base(psi_a_)),
      all_z_(Eigen::VectorXd::Zero(contact.rows())),
      force_(contact.rows()),
      tangent_(3, contact.rows()),
      net_law_(rows_),
      error_(rows_),
      r2_(kept_),
      trial_force_(contact.rows()),
      trial_z_(Eigen::VectorXd::Zero(contact.rows())),
      trial_tangent_(3, contact.rows()) {
  shape_weight_ = rest_.slope + elements.explicit_part(kept_, rest_.lambda, 2);
  const Eigen::Index t = elements.tangential();
  psi_b_psi_ = psi_a_.topRows(t).transpose() * modes_.force;
  reference_ = Eigen::VectorXd::Zero(rows_);
  if (elements.with_normals()) reference_.tail(elements.points()) = elements.normal_springs();
  // Rounding of z is a force where springs are stiff; the scaled residual of a backbone takes
  // a row's error e at stiffness k and compliance c as e / sqrt(1 + c k), and so does this.
  Eigen::VectorXd used;
  elements.gather(stuck, used);
  weight_ = (1 + elements.static_flexibility().diagonal().array() * used.array()).sqrt().inverse();
  set_stuck_state(lambda, eta, stuck);
}

void ElementNewton::set_stuck_state(double lambda, const Eigen::VectorXd& eta,
                                    const Eigen::VectorXd& stuck) {
  // Row displacements of the stuck mode; the reactions are the springs' forces.
  const Eigen::VectorXd rows = structure_.psi() * eta;
  stuck_.amplitude = 1;
  stuck_.lambda = lambda;
  stuck_.z = rows;
  elements_.gather(stuck.cwiseProduct(rows), stuck_.net);
  Eigen::VectorXd used;
  elements_.gather(rows, used);
  stuck_.net -= reference_.cwiseProduct(used);
  if (elements_.with_normals()) {
    // Points that touch have no net normal force: exactly, not by a difference.
    for (Eigen::Index i = 0; i < elements_.points(); ++i)
      if (stuck[kAxes * i + kNormal] > 0) stuck_.net[elements_.tangential() + i] = 0;
  }
  stuck_.a = -(psi_a_.transpose() * stuck_.net).cwiseQuotient((omega_a_.array() - lambda).matrix());
  stuck_.force = stuck.cwiseProduct(rows);
}

void ElementNewton::displace(ModalState& state) {
  const double delta = state.lambda - rest_.lambda;
  const Eigen::VectorXd& r = state.net;
  const Eigen::VectorXd soft = (omega_o_.array() - state.lambda).inverse();
  Eigen::VectorXd push = psi_o_.transpose() * r;
  push = push.cwiseProduct(soft);
  rf1r_ = push.squaredNorm();
  rf2r_ = push.cwiseAbs2().dot(soft);
  Eigen::VectorXd out = rest_.value * r;
  f1r_.noalias() = rest_.slope * r;
  out.noalias() += psi_o_ * push;
  out += delta * f1r_;
  const double reach = delta / elements_.omega()[elements_.omega().size() - 1];
  if (reach * reach > kNegligible) {
    const Eigen::VectorXd bend = rest_.bend * r;
    out += delta * delta * bend;
    f1r_ += 2 * delta * bend;
    rf2r_ += r.dot(bend);
  }
  rf1r_ += r.dot(f1r_);
  f1r_.noalias() += psi_o_ * push.cwiseProduct(soft);
  z_used_ = psi_a_ * state.a - out;
}

void ElementNewton::evaluate_law(const Eigen::VectorXd& used, const ContactHistory& history) {
  elements_.scatter(used, all_z_);
  contact_.evaluate(all_z_, history, force_, tangent_, work_);
  elements_.gather(force_, net_law_);
  net_law_ -= reference_.cwiseProduct(used);
  if (!elements_.with_normals()) return;
  for (Eigen::Index i = 0; i < elements_.points(); ++i) {
    const Eigen::Index row = kAxes * i + kNormal;
    const double spring = reference_[elements_.tangential() + i];
    double& nn = tangent_(kNormal, row);
    if (spring > 0 && nn > 0) {  // holds its spring: exactly, not by a difference
      net_law_[elements_.tangential() + i] = nn = 0;
    } else {
      nn -= spring;
    }
  }
}

void ElementNewton::modal_residuals(const ModalState& state) {
  r2_ = (omega_a_.array() - state.lambda) * state.a.array();
  r2_.noalias() += psi_a_.transpose() * state.net;
  r3_ = 0.5 * (state.a.squaredNorm() + rf1r_ - state.amplitude * state.amplitude);
}

double ElementNewton::size_of_residuals(const ModalState& state) const {
  const double q = state.amplitude, unit = stuck_.lambda * q;
  return (error_.cwiseProduct(weight_).norm() + r2_.norm()) / unit + 2 * std::abs(r3_) / (q * q);
}

/// One Newton direction from error_, r2_, r3_ at the current tangents.
void ElementNewton::direction(const ModalState& state) {
  const Eigen::Index t = elements_.tangential(), n = kept_ + 1;
  system_.factorise(tangent_);
  // Columns: kept modes, then lambda.
  SlipSystem::Base columns;
  columns.force.resize(t, n);
  columns.force.leftCols(kept_) = modes_.force;
  columns.force.col(kept_) = -stretch_.force;
  if (elements_.with_normals()) {
    columns.normal.resize(elements_.points(), n);
    columns.normal.leftCols(kept_) = modes_.normal;
    columns.normal.col(kept_) = -stretch_.normal;
  }
  const Eigen::MatrixXd error = error_;
  const Eigen::MatrixXd push = system_.push(error);
  const SlipSystem::Base pushed = system_.base_of_errors(push, error);
  const Eigen::MatrixXd slip_columns = system_.slips(columns, nullptr);
  const Eigen::MatrixXd slip_error = system_.slips(pushed, &error);

  // U' dr for U = (Psi_a, -F' r): rows and columns of the border.
  Eigen::MatrixXd u(rows_, n);
  u.leftCols(kept_) = psi_a_;
  u.col(kept_) = -f1_at_;
  Eigen::MatrixXd border = u.topRows(t).transpose() * columns.force;
  border += system_.weigh(columns, slip_columns);
  Eigen::VectorXd right = u.topRows(t).transpose() * pushed.force;
  right += system_.weigh(columns, slip_error);
  if (elements_.with_normals())
    right += u.bottomRows(rows_ - t).transpose() * error_.tail(rows_ - t);

  Eigen::MatrixXd jacobian(n, n);
  jacobian.topRows(kept_) = border.topRows(kept_);
  jacobian.row(kept_) = -border.row(kept_);
  jacobian.topLeftCorner(kept_, kept_).diagonal().array() += omega_a_.array() - state.lambda;
  jacobian.col(kept_).head(kept_) -= state.a;
  jacobian.row(kept_).head(kept_) += state.a.transpose();
  jacobian(kept_, kept_) += rf2r_;
  Eigen::VectorXd wanted(n);
  wanted.head(kept_) = -r2_ - right.head(kept_);
  wanted[kept_] = -r3_ + right[kept_];
  const Eigen::VectorXd x = jacobian.partialPivLu().solve(wanted);
  da_ = x.head(kept_);
  dlambda_ = x[kept_];

  const Eigen::VectorXd h = u * x;
  Eigen::VectorXd slips = slip_error.col(0);
  if (slips.size() > 0) slips.noalias() += slip_columns * x;
  system_.expand(h.head(t) + push.col(0), h.tail(rows_ - t), error_, slips, dr_, dz_);
}

/// Length of the step along the direction: by the slope of the energy.
double ElementNewton::search(const ContactHistory& history) {
  Eigen::VectorXd bent(rows_);  // D dz
  Eigen::VectorXd all_dz = Eigen::VectorXd::Zero(contact_.rows());
  elements_.scatter(dz_, all_dz);
  Eigen::VectorXd all_bent(contact_.rows());
  for (Eigen::Index i = 0; i < contact_.rows(); i += kAxes)
    all_bent.segment<3>(i) = tangent_.middleCols<3>(i) * all_dz.segment<3>(i);
  const double start = error_.dot(dz_) + r2_.dot(da_) + r3_ * dlambda_;
  const double curvature = -start - all_dz.dot(all_bent);
  const Eigen::VectorXd base_force = force_;
  // Spring and reference parts are linear: net forces differ from the law's by reference z.
  const double linear = dz_.dot(reference_.cwiseProduct(dz_));
  const auto slope = [&](double s) {
    trial_z_ = all_z_ + s * all_dz;
    contact_.evaluate(trial_z_, history, trial_force_, trial_tangent_, work_);
    return (trial_force_ - base_force).dot(all_dz) - s * linear + start + s * curvature;
  };
  return energy_search(start, slope);
}

NewtonSummary ElementNewton::solve(ModalState& state, const ContactHistory& history,
                                   const ForceRange&) {
  NewtonSummary summary;
  double size = 0;
  for (;;) {
    displace(state);
    evaluate_law(z_used_, history);
    error_ = net_law_ - state.net;
    modal_residuals(state);
    const double previous = size;
    size = size_of_residuals(state);
    summary.finite = std::isfinite(size);
    if (!summary.finite || size <= kTolerance || summary.iterations == kMostIterations) break;
    if (summary.iterations > 0 && size < kStagnation && size > 0.5 * previous) break;
    if (summary.iterations == 0) {
      f1_at_ = f1r_;
      stretch_ = system_.base(f1_at_);
    }
    direction(state);
    const double step = search(history);
    state.net += step * dr_;
    state.a += step * da_;
    state.lambda += step * dlambda_;
    ++summary.iterations;
  }
  summary.converged = summary.finite && size < kStagnation;
  state.z = all_z_;
  state.force = force_;
  return summary;
}

double ElementNewton::overlap(const ModalState& one, const ModalState& other) {
  return (one.a.dot(other.a) + one.net.dot(shape_weight_ * other.net)) /
         (one.amplitude * other.amplitude);
}

Eigen::MatrixXd ElementNewton::unknowns(std::span<const ModalState* const> states) {
  const auto n = static_cast<Eigen::Index>(states.size());
  Eigen::MatrixXd a(kept_, n), r(rows_, n), z(contact_.rows(), n);
  Eigen::RowVectorXd lambda(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const ModalState& state = *states[static_cast<std::size_t>(k)];
    a.col(k) = state.a;
    r.col(k) = state.net;
    z.col(k) = state.z;
    lambda[k] = state.lambda;
  }
  const Eigen::MatrixXd eta = elements_.coordinates(a, lambda, r);
  // Normal rows that hold their spring stand in no unknown of the solve.
  const Eigen::MatrixXd rows = structure_.psi() * eta;
  for (Eigen::Index i = 0; i < elements_.points(); ++i)
    for (Eigen::Index k = 0; k < n; ++k)
      if (!elements_.with_normals() || r(elements_.tangential() + i, k) == 0)
        z(kAxes * i + kNormal, k) = rows(kAxes * i + kNormal, k);
  return structure_.unknowns(eta, z);
}

ModalEquations::Slope ElementNewton::slope(const ModalState& at, const ContactHistory& history,
                                           const Eigen::MatrixXd& d_force) {
  // Newton's system with the forces' slopes in place of the errors; F and B are frozen at
  // another lambda, which a few corrections with the true F make good.
  constexpr int kCorrections = 4;
  ModalState state = at;
  displace(state);
  f1_at_ = f1r_;
  stretch_ = system_.base(f1_at_);
  evaluate_law(z_used_, history);
  Eigen::MatrixXd exact = rest_.value + elements_.explicit_part(kept_, state.lambda, 1);
  const double delta = state.lambda - rest_.lambda;
  exact += delta * (rest_.slope + delta * rest_.bend);

  Slope slope{Eigen::MatrixXd::Zero(contact_.rows(), d_force.cols()),
              Eigen::RowVectorXd(d_force.cols())};
  Eigen::VectorXd used(rows_), d_all(contact_.rows()), bent(contact_.rows());
  for (Eigen::Index p = 0; p < d_force.cols(); ++p) {
    Eigen::VectorXd push(rows_);
    elements_.gather(d_force.col(p), push);
    Eigen::VectorXd r = Eigen::VectorXd::Zero(rows_), a = Eigen::VectorXd::Zero(kept_);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(rows_);
    double lambda = 0;
    for (int k = 0; k < kCorrections; ++k) {
      // What is left of the linear equations: forces, kept modes, norm; z follows exactly.
      z = psi_a_ * a - f1_at_ * lambda - exact * r;
      elements_.scatter(z, d_all);
      if (!elements_.with_normals())
        for (Eigen::Index row = kNormal; row < d_all.size(); row += kAxes) d_all[row] = 0;
      for (Eigen::Index i = 0; i < contact_.rows(); i += kAxes)
        bent.segment<3>(i) = tangent_.middleCols<3>(i) * d_all.segment<3>(i);
      elements_.gather(bent, used);
      error_ = push + used - r;
      r2_ = (omega_a_.array() - state.lambda) * a.array();
      r2_ += psi_a_.transpose() * r - lambda * state.a;
      r3_ = state.a.dot(a) + f1_at_.dot(r) + rf2r_ * lambda;
      direction(state);
      r += dr_;
      a += da_;
      lambda += dlambda_;
    }
    z = psi_a_ * a - f1_at_ * lambda - exact * r;
    elements_.scatter(z, d_all);
    slope.z.col(p) = d_all;
    slope.lambda[p] = lambda;
  }
  return slope;
}

}  // namespace slipfront
