#include "core/masing_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;        // rows of a point: x, y, normal
constexpr Eigen::Index kTangential = 2;  // of which x and y slide

bool is_normal(Eigen::Index row) { return row % kAxes == kTangential; }
/// Place in the law's batch of a tangential row.
std::size_t slot(Eigen::Index row) {
  return static_cast<std::size_t>(row / kAxes * kTangential + row % kAxes);
}

// Columns of the law's derivative rows before the parameters: u and normal traction.
constexpr std::size_t kBeforeParameters = 2;

// The scalar search of project() halves its bracket at worst: 2^-100 is below rounding.
constexpr int kProjectSteps = 100;
constexpr double kProjectTolerance = 1e-15;  // relative to the target

}  // namespace

MasingRows::MasingRows(const CondensedStructure& structure, const ContactModel& contact,
                       std::span<const double> values)
    : row_areas_(structure.row_areas()),
      post_slip_(contact.post_slip_stiffness(values)),
      normal_(contact.normal_stiffness(values)),
      adds_post_slip_(contact.adds_post_slip()),
      parameters_(static_cast<Eigen::Index>(contact.parameters().size())),
      law_parameters_(static_cast<Eigen::Index>(contact.law_parameter_count())) {
  if (const std::string rule = contact.domain_violation(values); !rule.empty())
    throw Failure(Problem{"model '" + contact.law().description().name + "'", "parameters", "",
                          rule, "change the parameters"});
  law_ = contact.law().bind(contact.framework(), contact.law_values(values));
}

MasingRows::Workspace MasingRows::make_workspace() const {
  const auto n = static_cast<std::size_t>(rows() / kAxes * kTangential);
  const std::size_t columns = kBeforeParameters + static_cast<std::size_t>(law_parameters_);
  Workspace work;
  work.displacement.resize(n);
  work.traction.resize(n);
  work.tangent.resize(n);
  work.loop_area.resize(n);
  work.d_traction.resize(n * columns);
  work.d_loop_area.resize(n * columns);
  return work;
}

void MasingRows::gather(const Eigen::VectorXd& z, Workspace& work) const {
  for (Eigen::Index i = 0; i < rows(); ++i)
    if (!is_normal(i)) work.displacement[slot(i)] = z[i];
}

void MasingRows::evaluate(const Eigen::VectorXd& z, Eigen::VectorXd& force,
                          Eigen::VectorXd& tangent, Workspace& work) const {
  gather(z, work);
  VirginBatch batch;
  batch.points = work.displacement.size();
  batch.displacement = work.displacement.data();
  batch.traction = work.traction.data();
  batch.tangent = work.tangent.data();
  law_->virgin(batch);
  for (Eigen::Index i = 0; i < rows(); ++i) {
    const double area = row_areas_[i];
    if (is_normal(i)) {
      tangent[i] = area * normal_;
      force[i] = tangent[i] * z[i];
    } else {
      tangent[i] = area * (work.tangent[slot(i)] + post_slip_);
      force[i] = area * (work.traction[slot(i)] + post_slip_ * z[i]);
    }
  }
}

Eigen::VectorXd MasingRows::stuck_stiffness() const {
  Workspace work = make_workspace();
  Eigen::VectorXd force(rows()), tangent(rows());
  evaluate(Eigen::VectorXd::Zero(rows()), force, tangent, work);
  return tangent;
}

void MasingRows::project(const Eigen::VectorXd& c, const Eigen::VectorXd& target,
                         Eigen::VectorXd& z, Eigen::VectorXd& force, Eigen::VectorXd& tangent,
                         Workspace& work) const {
  // p has the sign of z, so the solution lies between 0 and the target.
  Eigen::VectorXd low = target.cwiseMin(0), high = target.cwiseMax(0);
  for (Eigen::Index i = 0; i < rows(); ++i)
    if (!is_normal(i)) z[i] = std::clamp(z[i], low[i], high[i]);
  for (int step = 0; step < kProjectSteps; ++step) {
    evaluate(z, force, tangent, work);
    bool done = true;
    for (Eigen::Index i = 0; i < rows(); ++i) {
      if (is_normal(i)) continue;
      const double excess = z[i] + c[i] * force[i] - target[i];
      if (std::abs(excess) <= kProjectTolerance * std::abs(target[i])) continue;
      (excess > 0 ? high[i] : low[i]) = z[i];
      double next = z[i] - excess / (1 + c[i] * tangent[i]);
      if (!(next > low[i] && next < high[i])) next = 0.5 * (low[i] + high[i]);
      if (next == z[i]) continue;  // the bracket is down to neighbouring numbers
      z[i] = next;
      done = false;
    }
    if (done) return;
  }
  evaluate(z, force, tangent, work);
}

double MasingRows::dissipation(const Eigen::VectorXd& z, Workspace& work) const {
  gather(z, work);
  VirginBatch batch;
  batch.points = work.displacement.size();
  batch.displacement = work.displacement.data();
  batch.loop_area = work.loop_area.data();
  law_->virgin(batch);
  double sum = 0;
  for (Eigen::Index i = 0; i < rows(); ++i)
    if (!is_normal(i)) sum += row_areas_[i] * work.loop_area[slot(i)];
  return sum;
}

MasingRows::Sensitivity MasingRows::sensitivity(const Eigen::VectorXd& z, Workspace& work) const {
  gather(z, work);
  VirginBatch batch;
  batch.points = work.displacement.size();
  batch.displacement = work.displacement.data();
  batch.d_traction = work.d_traction.data();
  batch.d_loop_area = work.d_loop_area.data();
  law_->virgin(batch);

  Sensitivity s;
  s.force_parameters = Eigen::MatrixXd::Zero(rows(), parameters_);
  s.dissipation_z = Eigen::VectorXd::Zero(rows());
  s.dissipation_parameters = Eigen::VectorXd::Zero(parameters_);
  const std::size_t columns = kBeforeParameters + static_cast<std::size_t>(law_parameters_);
  for (Eigen::Index i = 0; i < rows(); ++i) {
    const double area = row_areas_[i];
    if (is_normal(i)) {
      s.force_parameters(i, parameters_ - 1) = area * z[i];
      continue;
    }
    const double* d_force = &work.d_traction[slot(i) * columns];
    const double* d_area = &work.d_loop_area[slot(i) * columns];
    for (Eigen::Index p = 0; p < law_parameters_; ++p) {
      s.force_parameters(i, p) = area * d_force[kBeforeParameters + p];
      s.dissipation_parameters[p] += area * d_area[kBeforeParameters + p];
    }
    if (adds_post_slip_) s.force_parameters(i, law_parameters_) = area * z[i];
    s.dissipation_z[i] = area * d_area[0];
  }
  return s;
}

}  // namespace slipfront
