// Derivatives of ContactRows by the parameters of the contact model: forces, histories and
// dissipation, by the chain rule through the law's own jacobian.
#include <algorithm>
#include <cmath>

#include "core/contact_rows.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;
// Columns of a virgin derivative row before the parameters: u and normal traction.
constexpr std::size_t kVirginInputs = 2;

}  // namespace

std::size_t ContactRows::law_inputs() const {
  return hysteretic_ ? static_cast<std::size_t>(directions_) + 1 + history_ : kVirginInputs;
}

/// The law's derivatives at the gathered points: rows traction, new history, work (or
/// traction alone of a virgin curve); columns inputs, then parameters.
const double* ContactRows::law_jacobian(const double* history, Workspace& work) const {
  const std::size_t columns = law_inputs() + static_cast<std::size_t>(law_parameters_);
  if (hysteretic_) {
    const std::size_t rows = static_cast<std::size_t>(directions_) + history_ + 1;
    work.derivatives.resize(law_points() * rows * columns);
    HystereticBatch batch = hysteretic_batch(history, work);
    batch.jacobian = work.derivatives.data();
    law_->hysteretic(batch);
  } else {
    work.derivatives.resize(law_points() * columns);
    VirginBatch batch = virgin_batch(work);
    batch.d_traction = work.derivatives.data();
    law_->virgin(batch);
  }
  return work.derivatives.data();
}

/// d of jacobian rows [first, first + count) of every law point by the parameters.
Eigen::MatrixXd ContactRows::through_law(const Eigen::MatrixXd& inputs, std::size_t first,
                                         std::size_t count, const Workspace& work) const {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const std::size_t in = law_inputs(), columns = in + static_cast<std::size_t>(law_parameters_);
  const std::size_t rows = work.derivatives.size() / (law_points() * columns);
  const auto n = static_cast<Eigen::Index>(count), m = static_cast<Eigen::Index>(in);
  Eigen::MatrixXd out(static_cast<Eigen::Index>(law_points()) * n, inputs.cols());
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(law_points()); ++k) {
    const double* at =
        work.derivatives.data() + (static_cast<std::size_t>(k) * rows + first) * columns;
    const Eigen::Map<const RowMajor> jacobian(at, n, static_cast<Eigen::Index>(columns));
    auto block = out.middleRows(k * n, n);
    block.noalias() = jacobian.leftCols(m) * inputs.middleRows(k * m, m);
    block.leftCols(law_parameters_) += jacobian.rightCols(law_parameters_);
  }
  return out;
}

/// d (displacement, normal traction, history) of the law points; with d_z null at fixed z.
Eigen::MatrixXd ContactRows::inputs_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd* d_z,
                                          const ContactHistory& h, const ContactHistorySlope& slope,
                                          const Workspace& work) const {
  const auto in = static_cast<Eigen::Index>(law_inputs());
  const Eigen::Index per_point = 2 / directions_, columns = slope.columns();
  Eigen::MatrixXd out =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(law_points()) * in, columns);
  const auto past = static_cast<Eigen::Index>(history_);
  for (Eigen::Index i = 0; i < points(); ++i) {
    const char touch = work.state[static_cast<std::size_t>(i)];
    if (touch == kApart) continue;
    const Eigen::Index n = kAxes * i + kNormal;
    Eigen::RowVectorXd d_normal = Eigen::RowVectorXd::Zero(columns), d_then = d_normal;
    if (penalty_) {
      d_normal.head(parameters_) = rest_normal_slope_.row(i);
      d_then = d_normal + slope.before.row(n);
      if (d_z) d_normal += d_z->row(n);
    }
    for (Eigen::Index d = 0; d < 2; ++d) {
      const Eigen::Index point = directions_ == 2 ? i : 2 * i + d;
      const Eigen::Index direction = directions_ == 2 ? d : 0;
      const Eigen::Index row = kAxes * i + d;
      auto displacement = out.row(point * in + direction);
      if (d_z) displacement = d_z->row(row);
      if (touch == kClosing) {
        const double now = total_normal(z, i), then = total_normal(h.before, i);
        const double span = now - then, moved = z[row] - h.before[row];
        displacement -= slope.before.row(row);
        displacement *= now / span;
        displacement += moved / (span * span) * (now * d_then - then * d_normal);
      } else if (!hysteretic_) {
        displacement -= slope.origin.row(2 * i + d);
      }
    }
    for (Eigen::Index k = 0; k < per_point; ++k) {
      const Eigen::Index point = per_point * i + k;
      if (pressure_) {
        auto normal = out.row(point * in + directions_);
        normal = normal_ * d_normal;
        normal[parameters_ - 1] += total_normal(z, i);
      }
      if (hysteretic_ && touch == kTouching)
        out.middleRows(point * in + directions_ + 1, past) =
            slope.law.middleRows(point * past, past);
    }
  }
  return out;
}

std::vector<Eigen::MatrixXd> ContactRows::history_response(const Eigen::VectorXd& z,
                                                           const ContactHistory& h,
                                                           Workspace& work) const {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  law_jacobian(gather(z, h, work), work);
  const auto d = static_cast<Eigen::Index>(directions_), past = law_history();
  const Eigen::Index count = d + past + 1;
  const auto columns = static_cast<Eigen::Index>(law_inputs()) + law_parameters_;
  std::vector<Eigen::MatrixXd> out;
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(law_points()); ++k) {
    const Eigen::Map<const RowMajor> jacobian(work.derivatives.data() + k * count * columns, count,
                                              columns);
    out.emplace_back(jacobian.block(0, d + 1, d + past, past));
  }
  return out;
}

Eigen::MatrixXd ContactRows::force_slope(const Eigen::VectorXd& z, const ContactHistory& h,
                                         const ContactHistorySlope& slope, Workspace& work) const {
  law_jacobian(gather(z, h, work), work);
  const Eigen::MatrixXd inputs = inputs_slope(z, nullptr, h, slope, work);
  const Eigen::MatrixXd law = through_law(inputs, 0, static_cast<std::size_t>(directions_), work);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(rows(), slope.columns());
  const Eigen::Index kn = parameters_ - 1;
  const bool has_rest = rest_force_slope_.size() > 0;
  for (Eigen::Index i = 0; i < points(); ++i) {
    const char touch = work.state[static_cast<std::size_t>(i)];
    const Eigen::Index n = kAxes * i + kNormal;
    const double area = areas_[i];
    if (has_rest)
      out.block(kAxes * i, 0, kAxes, parameters_) = -rest_force_slope_.middleRows<3>(kAxes * i);
    if (touch == kApart) continue;
    if (!penalty_) {
      out(n, kn) += area * z[n];
    } else {
      out(n, kn) += area * total_normal(z, i);
      out.row(n).head(parameters_) += area * normal_ * rest_normal_slope_.row(i);
    }
    for (Eigen::Index d = 0; d < 2; ++d) {
      const Eigen::Index row = kAxes * i + d;
      const auto at = static_cast<std::size_t>(2 * i + d);
      out.row(row) += area * law.row(2 * i + d);
      if (adds_post_slip_) {
        const double stretch =
            touch == kClosing ? work.displacement[at] : z[row] - h.origin[2 * i + d];
        out(row, law_parameters_) += area * stretch;
      }
      if (post_slip_ == 0) continue;
      if (touch == kClosing) {
        const Eigen::Index point = directions_ == 2 ? i : 2 * i + d;
        const Eigen::Index in = static_cast<Eigen::Index>(law_inputs());
        out.row(row) += area * post_slip_ * inputs.row(point * in + (directions_ == 2 ? d : 0));
      } else {
        out.row(row) -= area * post_slip_ * slope.origin.row(2 * i + d);
      }
    }
  }
  return out;
}

Eigen::MatrixXd ContactRows::springs_slope(const Eigen::VectorXd& z) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(rows(), parameters_);
  // A point that settled at z with its spring free at 0 carries the spring's traction alone.
  const auto d = static_cast<std::size_t>(directions_);
  const std::size_t past = law_->history_size(d), law_rows = d + past + 1;
  const std::size_t inputs = d + 1 + past;
  const std::size_t columns = inputs + static_cast<std::size_t>(law_parameters_);
  std::vector<double> history(past), jacobian(law_rows * columns);
  const double zero[2] = {0, 0}, pressure = 1;
  for (Eigen::Index i = 0; i < points(); ++i) {
    if (penalty_ && !(z[kAxes * i + kNormal] > 0)) continue;
    out(kAxes * i + kNormal, parameters_ - 1) = areas_[i] * z[kAxes * i + kNormal];
    for (Eigen::Index row = kAxes * i; past > 0 && row < kAxes * i + kNormal; row += directions_) {
      law_->settle_history(d, &z[row], zero, history.data());
      HystereticBatch batch;
      batch.points = 1;
      batch.directions = d;
      batch.displacement = &z[row];
      batch.normal_traction = &pressure;
      batch.history = history.data();
      batch.jacobian = jacobian.data();
      law_->hysteretic(batch);
      for (std::size_t e = 0; e < d; ++e)
        for (Eigen::Index p = 0; p < law_parameters_; ++p)
          out(row + static_cast<Eigen::Index>(e), p) =
              areas_[i] * jacobian[e * columns + inputs + static_cast<std::size_t>(p)];
    }
    for (Eigen::Index e = 0; e < kNormal && adds_post_slip_; ++e)
      out(kAxes * i + e, law_parameters_) = areas_[i] * z[kAxes * i + e];
  }
  return out;
}

ContactHistorySlope ContactRows::unloaded_slope() const {
  ContactHistorySlope slope;
  slope.origin = Eigen::MatrixXd::Zero(2 * points(), parameters_);
  if (hysteretic_)
    slope.law =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(law_points() * history_), parameters_);
  if (penalty_) slope.before = Eigen::MatrixXd::Zero(rows(), parameters_);
  return slope;
}

ContactHistorySlope ContactRows::settle_slope(const Eigen::MatrixXd& d_z,
                                              const ContactHistory& rest, PrestressKind kind) {
  ContactHistorySlope slope = unloaded_slope();
  rest_normal_slope_.resize(points(), parameters_);
  for (Eigen::Index i = 0; i < points(); ++i)
    rest_normal_slope_.row(i) = d_z.row(kAxes * i + kNormal);
  rest_force_slope_.resize(0, 0);
  Eigen::MatrixXd rest_slope = Eigen::MatrixXd::Zero(rows(), parameters_);
  for (Eigen::Index i = 0; penalty_ && i < points(); ++i) {
    if (!(rest_normal_[i] > 0)) continue;
    const Eigen::Index n = kAxes * i + kNormal;
    rest_slope.row(n) = areas_[i] * normal_ * rest_normal_slope_.row(i);
    rest_slope(n, parameters_ - 1) += areas_[i] * rest_normal_[i];
  }
  if (framework_ == Framework::masing) {
    rest_force_slope_ = rest_slope;
    return slope;
  }
  for (Eigen::Index i = 0; i < points(); ++i)
    slope.origin.middleRows<2>(2 * i) = -d_z.middleRows<2>(kAxes * i);

  // History at rest is affine in the place where the springs are free.
  const auto d = static_cast<std::size_t>(directions_);
  const auto past = static_cast<Eigen::Index>(history_);
  std::vector<double> zero(d, 0.0), base(history_), moved(history_);
  const bool conservative = kind == PrestressKind::conservative;
  const auto history_from = [&](const std::vector<double>& at, std::vector<double>& out) {
    if (conservative)
      law_->settle_history(d, zero.data(), at.data(), out.data());
    else
      law_->start_history(d, at.data(), out.data());
  };
  history_from(zero, base);
  for (std::size_t e = 0; e < d; ++e) {
    std::vector<double> unit(d, 0.0);
    unit[e] = 1;
    history_from(unit, moved);
    for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(law_points()); ++k)
      for (Eigen::Index j = 0; j < past; ++j)
        slope.law.row(k * past + j) +=
            (moved[static_cast<std::size_t>(j)] - base[static_cast<std::size_t>(j)]) *
            slope.origin.row(k * static_cast<Eigen::Index>(d) + static_cast<Eigen::Index>(e));
  }
  Workspace work = make_workspace();
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(rows());
  if (!conservative) {
    ContactHistory start = rest;
    start.law = history_at(rest.origin);
    slope =
        advance_slope(still, Eigen::MatrixXd::Zero(rows(), parameters_), start, slope, true, work);
  }
  const Eigen::MatrixXd at_rest = force_slope(still, rest, slope, work);
  for (Eigen::Index i = 0; i < points(); ++i)
    if (rest.touching[static_cast<std::size_t>(i)])
      rest_slope.middleRows<2>(kAxes * i) = at_rest.middleRows<2>(kAxes * i);
  rest_force_slope_ = rest_slope;
  return slope;
}

ContactHistorySlope ContactRows::turn_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                            const ContactHistory& h,
                                            const ContactHistorySlope& slope,
                                            Workspace& work) const {
  return advance_slope(z, d_z, h, slope, true, work);
}

ContactHistorySlope ContactRows::pass_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                            const ContactHistory& h,
                                            const ContactHistorySlope& slope,
                                            Workspace& work) const {
  return advance_slope(z, d_z, h, slope, false, work);
}

ContactHistorySlope ContactRows::advance_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                               const ContactHistory& h,
                                               const ContactHistorySlope& slope, bool turns,
                                               Workspace& work) const {
  ContactHistorySlope next = slope;
  gather(z, h, work);
  Eigen::MatrixXd inputs = inputs_slope(z, &d_z, h, slope, work);
  const auto in = static_cast<Eigen::Index>(law_inputs());
  const auto past = static_cast<Eigen::Index>(history_);
  ContactHistory start = h;
  for (Eigen::Index i = 0; i < points(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (Eigen::Index d = 0; d < 2; ++d) {
      const Eigen::Index point = directions_ == 2 ? i : 2 * i + d;
      const Eigen::Index direction = directions_ == 2 ? d : 0;
      double& x = work.displacement[2 * at + static_cast<std::size_t>(d)];
      const Eigen::Index row = kAxes * i + d;
      if (work.state[at] == kClosing) {
        // The law starts afresh where contact closed: there z less the step since.
        auto displacement = inputs.row(point * in + direction);
        next.origin.row(2 * i + d) = d_z.row(row) - displacement;
        start.origin[2 * i + d] = z[row] - x;
        displacement = d_z.row(row);
      }
      x = z[row];
    }
    if (!hysteretic_ || work.state[at] != kClosing) continue;
    const Eigen::Index per_point = 2 / directions_;
    for (Eigen::Index k = 0; k < per_point; ++k) {
      const Eigen::Index point = per_point * i + k;
      auto block = next.law.middleRows(point * past, past);
      block.setZero();
      for (Eigen::Index e = 0; e < directions_; ++e)
        for (Eigen::Index j = 0; j < past; ++j)
          block.row(j) += fresh_slope_[static_cast<std::size_t>(e * past + j)] *
                          next.origin.row(directions_ * point + e);
      inputs.middleRows(point * in + directions_ + 1, past) = block;
      law_->start_history(static_cast<std::size_t>(directions_), &start.origin[directions_ * point],
                          &start.law[static_cast<std::size_t>(point * past)]);
    }
  }
  if (penalty_) next.before = d_z;
  if (turns && hysteretic_) {
    law_jacobian(start.law.data(), work);
    next.law = through_law(inputs, static_cast<std::size_t>(directions_), history_, work);
  }
  return next;
}

Eigen::VectorXd ContactRows::loop_area_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                             Workspace& work) const {
  for (Eigen::Index k = 0; k < 2 * points(); ++k)
    work.displacement[static_cast<std::size_t>(k)] = z[k / 2 * kAxes + k % 2];
  const std::size_t columns = kVirginInputs + static_cast<std::size_t>(law_parameters_);
  work.derivatives.resize(law_points() * columns);
  VirginBatch batch = virgin_batch(work);
  batch.d_loop_area = work.derivatives.data();
  law_->virgin(batch);
  Eigen::VectorXd out = Eigen::VectorXd::Zero(parameters_);
  for (Eigen::Index k = 0; k < 2 * points(); ++k) {
    const double* row = &work.derivatives[static_cast<std::size_t>(k) * columns];
    const double area = areas_[k / 2];
    out += area * row[0] * d_z.row(k / 2 * kAxes + k % 2).transpose();
    for (Eigen::Index p = 0; p < law_parameters_; ++p) out[p] += area * row[kVirginInputs + p];
  }
  return out;
}

Eigen::VectorXd ContactRows::work_slope(const Eigen::VectorXd& from, const Eigen::MatrixXd& d_from,
                                        const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                        const ContactHistory& h, const ContactHistorySlope& slope,
                                        Workspace& work) const {
  law_jacobian(gather(z, h, work), work);
  const Eigen::MatrixXd law =
      through_law(inputs_slope(z, &d_z, h, slope, work),
                  static_cast<std::size_t>(directions_) + history_, 1, work);
  Eigen::VectorXd out = Eigen::VectorXd::Zero(slope.columns());
  for (Eigen::Index k = 0; k < 2 * points(); ++k) {
    const Eigen::Index row = k / 2 * kAxes + k % 2;
    const double area = areas_[k / 2];
    out += area * law.row(k).transpose();
    if (!adds_post_slip_) continue;
    const double travel = z[row] - from[row], middle = 0.5 * (z[row] + from[row]) - h.origin[k];
    out[law_parameters_] += area * travel * middle;
    const Eigen::RowVectorXd d_middle =
        0.5 * (d_z.row(row) + d_from.row(row)) - slope.origin.row(k);
    out += area * post_slip_ *
           ((d_z.row(row) - d_from.row(row)) * middle + travel * d_middle).transpose();
  }
  return out;
}

}  // namespace slipfront
