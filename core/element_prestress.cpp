#include "core/element_prestress.hpp"

#include <cmath>

#include "core/energy_search.hpp"

namespace slipfront {

namespace {
constexpr int kMostIterations = 200;  // near 20 where the preload slips most points
constexpr double kTolerance = 1e-13;  // of the forces under the bolt load
constexpr double kStagnation = 1e-9;
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

Eigen::VectorXd sliding_stiffness(const ElementStructure& elements, const ContactRows& contact) {
  Eigen::VectorXd out(elements.tangential());
  elements.gather(contact.stuck_stiffness(), out);
  return out - elements.reference_springs(elements.tangential());
}
}  // namespace

ElementPrestress::ElementPrestress(const ElementStructure& elements, const ContactRows& contact,
                                   PrestressKind kind)
    : elements_(elements),
      contact_(contact),
      kind_(kind),
      history_(contact.unloaded()),
      work_(contact.make_workspace()),
      reference_(elements.reference_springs(elements.rows())),
      stuck_(elements.static_flexibility(), sliding_stiffness(elements, contact)),
      all_z_(Eigen::VectorXd::Zero(contact.rows())),
      force_(contact.rows()),
      net_law_(elements.rows()),
      tangent_(3, contact.rows()) {}

void ElementPrestress::evaluate(const Eigen::VectorXd& used) {
  elements_.scatter(used, all_z_);
  if (kind_ == PrestressKind::conservative)
    contact_.evaluate_springs(all_z_, force_, tangent_);
  else
    contact_.evaluate(all_z_, history_, force_, tangent_, work_);
  elements_.gather(force_, net_law_);
  net_law_ -= reference_.cwiseProduct(used);
  for (Eigen::Index i = 0; i < elements_.points(); ++i) {
    tangent_(0, kAxes * i) -= reference_[2 * i];
    tangent_(1, kAxes * i + 1) -= reference_[2 * i + 1];
    if (!elements_.with_normals()) continue;
    double& nn = tangent_(kNormal, kAxes * i + kNormal);
    nn = nn > 0 ? 0 : -reference_[elements_.tangential() + i];
  }
}

Prestress ElementPrestress::solve(double preload, const Eigen::VectorXd& scaling) {
  const CondensedStructure& s = elements_.structure();
  const Eigen::VectorXd load = preload * s.bolt_load();
  const Eigen::VectorXd modal_load = s.shapes().transpose() * load;
  const Eigen::VectorXd free = elements_.static_response(modal_load);
  const Eigen::Index t = elements_.tangential(), rows = elements_.rows();

  // All points touching and stuck.
  Prestress state;
  StuckResponse stuck;
  stuck_.respond(free, stuck);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(rows), z(rows);
  Eigen::MatrixXd dr, dz;
  r.head(t) = stuck.force;
  z = free - elements_.static_flexibility() * r;
  double size = 0;
  if (contact_.penalty() && !(z.tail(elements_.points()).array() > 0).any()) return state;
  for (;;) {
    evaluate(z);
    error_ = net_law_ - r;
    const double previous = size;
    size = error_.norm() / (r.norm() + load.norm());
    state.converged = size < kStagnation && std::isfinite(size);
    if (!std::isfinite(size) || size <= kTolerance || state.iterations == kMostIterations) break;
    if (state.converged && state.iterations > 0 && size > 0.5 * previous) break;
    system_.factorise(stuck_, tangent_);
    respond(error_, dr, dz);
    const double step = search(dz);
    r += step * dr;
    z = free - elements_.static_flexibility() * r;
    ++state.iterations;
  }
  const Eigen::VectorXd eta = elements_.static_coordinates(modal_load, r);
  state.z = s.psi() * eta;
  elements_.scatter(z, state.z);
  Eigen::VectorXd u = s.unknowns(eta, state.z);
  const Eigen::MatrixXd& map = s.displacement_map();
  if (kind_ == PrestressKind::conservative)
    contact_.evaluate_springs(map * u, force_, tangent_);
  else
    contact_.evaluate(map * u, history_, force_, tangent_, work_);
  const Eigen::VectorXd unbalanced = s.stiffness() * u + map.transpose() * force_ - load;
  state.residual = scaling.cwiseProduct(unbalanced).norm() / scaling.cwiseProduct(load).norm();
  state.converged = state.converged && state.residual <= kUnbalanced;
  for (Eigen::Index i = 0; i < contact_.points(); ++i)
    state.touching += state.z[kAxes * i + kNormal] > 0;
  return state;
}

/// dr, dz that answer force errors at the current tangents.
void ElementPrestress::respond(const Eigen::MatrixXd& errors, Eigen::MatrixXd& dr,
                               Eigen::MatrixXd& dz) {
  const Eigen::MatrixXd no_columns(elements_.rows(), 0);
  StuckResponse none_at_all;
  stuck_.respond(no_columns, none_at_all);
  system_.border(no_columns, none_at_all, errors);
  system_.step(Eigen::MatrixXd(0, errors.cols()), dr, dz);
}

double ElementPrestress::search(const Eigen::VectorXd& dz) {
  Eigen::VectorXd all_dz = Eigen::VectorXd::Zero(contact_.rows());
  elements_.scatter(dz, all_dz);
  double bent = 0;
  for (Eigen::Index i = 0; i < contact_.rows(); i += kAxes)
    bent += all_dz.segment<3>(i).dot(tangent_.middleCols<3>(i) * all_dz.segment<3>(i));
  const double start = error_.dot(dz), curvature = -start - bent;
  const double linear = dz.dot(reference_.cwiseProduct(dz));
  const Eigen::VectorXd from = all_z_, base = force_;
  Eigen::VectorXd force(contact_.rows());
  ContactRows::Blocks tangent(3, contact_.rows());
  return energy_search(start, [&](double s) {
    const Eigen::VectorXd z = from + s * all_dz;
    if (kind_ == PrestressKind::conservative)
      contact_.evaluate_springs(z, force, tangent);
    else
      contact_.evaluate(z, history_, force, tangent, work_);
    return (force - base).dot(all_dz) - s * linear + start + s * curvature;
  });
}

Eigen::MatrixXd ElementPrestress::slope(const Prestress& state) {
  Eigen::VectorXd used(elements_.rows());
  elements_.gather(state.z, used);
  evaluate(used);
  system_.factorise(stuck_, tangent_);
  const Eigen::MatrixXd d_force =
      kind_ == PrestressKind::conservative
          ? contact_.springs_slope(state.z)
          : contact_.force_slope(state.z, history_, contact_.unloaded_slope(), work_);
  Eigen::MatrixXd errors(elements_.rows(), d_force.cols()), dr, dz;
  Eigen::VectorXd column(elements_.rows()), all = Eigen::VectorXd::Zero(contact_.rows());
  for (Eigen::Index p = 0; p < d_force.cols(); ++p) {
    elements_.gather(d_force.col(p), column);
    errors.col(p) = column;
  }
  respond(errors, dr, dz);
  Eigen::MatrixXd out(contact_.rows(), d_force.cols());
  for (Eigen::Index p = 0; p < d_force.cols(); ++p) {
    elements_.scatter(dz.col(p), all);
    out.col(p) = all;
  }
  return out;
}

}  // namespace slipfront
