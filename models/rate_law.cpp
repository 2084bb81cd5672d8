#include "models/rate_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipfront {
namespace {

constexpr std::size_t kHistory = 3;  // u0, z0, reference

}  // namespace

RatePath integrate_rate(const RateFunction& rate, std::size_t parameters, double u0, double t0,
                        double u, double way, bool derivatives, const RateOptions& options) {
  RateWalk walk(rate, parameters, u0, t0, way, derivatives, options);
  walk.advance(std::abs(u - u0));
  return walk.path();
}

std::size_t RateLaw::history_size(std::size_t directions) const {
  return directions == 1 ? kHistory : 0;
}

void RateLaw::start_history(std::size_t, const double* displacement, double* history) const {
  history[0] = displacement[0];
  history[1] = 0;
  history[2] = displacement[0];
}

void RateLaw::settle_history(std::size_t, const double* displacement, const double* origin,
                             double* history) const {
  history[0] = displacement[0];
  history[1] = 0;
  history[2] = spring_.stiffness > 0 ? origin[0] : displacement[0];
}

namespace {

/// The outputs of a point whose displacement is not finite.
void no_answer(const VirginBatch& b, std::size_t columns, std::size_t i) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  for (double* output : {b.traction, b.tangent, b.loop_area})
    if (output) output[i] = kNothing;
  for (double* output : {b.d_traction, b.d_loop_area})
    if (output) std::fill_n(output + i * columns, columns, kNothing);
}

void no_answer(const HystereticBatch& b, std::size_t jacobian_size, std::size_t i) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  for (double* output : {b.traction, b.tangent, b.d_normal, b.work})
    if (output) output[i] = kNothing;
  if (b.jacobian) std::fill_n(b.jacobian + i * jacobian_size, jacobian_size, kNothing);
  if (b.new_history) std::fill_n(b.new_history + i * kHistory, kHistory, kNothing);
}

}  // namespace

void RateLaw::virgin(const VirginBatch& b) const {
  const std::size_t columns = 2 + parameters_;
  const bool derivatives = b.d_traction || b.d_loop_area;
  // All points lie on one curve: it is walked once, from the smallest to the largest.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < b.points; ++i) {
    if (std::isfinite(b.displacement[i]))
      order.push_back(i);
    else
      no_answer(b, columns, i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::abs(b.displacement[i]) < std::abs(b.displacement[j]);
  });
  RateWalk walk(rate_, parameters_, 0, 0, 1, derivatives, options_);
  for (const std::size_t i : order) {
    const double s = b.displacement[i] < 0 ? -1 : 1, u = std::abs(b.displacement[i]);
    walk.advance(u);
    const RatePath path = walk.path();
    if (b.traction) b.traction[i] = s * path.traction;
    if (b.tangent) b.tangent[i] = path.tangent;
    if (b.loop_area) {
      b.loop_area[i] = kMasingPotential * path.work - kMasingSecant * u * path.traction;
    }
    if (b.d_traction) {
      double* row = b.d_traction + i * columns;
      row[0] = path.tangent;
      row[1] = 0;
      for (std::size_t p = 0; p < parameters_; ++p) row[2 + p] = s * path.d_traction[p];
    }
    if (b.d_loop_area) {
      double* row = b.d_loop_area + i * columns;
      row[0] = s * kMasingSecant * (path.traction - u * path.tangent);
      row[1] = 0;
      for (std::size_t p = 0; p < parameters_; ++p) {
        row[2 + p] = kMasingPotential * path.d_work[p] - kMasingSecant * u * path.d_traction[p];
      }
    }
  }
}

void RateLaw::hysteretic(const HystereticBatch& b) const {
  const std::size_t size = (2 + kHistory) * (2 + kHistory + parameters_);
  for (std::size_t i = 0; i < b.points; ++i) {
    const double* history = b.history + kHistory * i;
    const double reference = history[2], u = b.displacement[i];
    if (!std::isfinite(u)) {
      no_answer(b, size, i);
      continue;
    }
    const double t0 = history[1] + spring_.stiffness * (history[0] - reference);
    // Where it rests: as when it turns back, like every law's tangent there. Which way that is
    // the friction tells, not the spring beside it.
    const double way = u != history[0] ? (u < history[0] ? -1 : 1) : history[1] > 0 ? -1 : 1;
    const RatePath path = integrate_rate(rate_, parameters_, history[0] - reference, t0,
                                         u - reference, way, b.jacobian != nullptr, options_);
    if (b.traction) b.traction[i] = path.traction;
    if (b.tangent) b.tangent[i] = path.tangent;
    if (b.d_normal) b.d_normal[i] = 0;
    if (b.work) b.work[i] = path.work;
    if (b.jacobian) jacobian(u, history, path, b.jacobian + i * size);
    if (b.new_history) {
      b.new_history[kHistory * i] = u;
      b.new_history[kHistory * i + 1] = path.traction - spring_.stiffness * (u - reference);
      b.new_history[kHistory * i + 2] = reference;
    }
  }
}

void RateLaw::jacobian(double u, const double* history, const RatePath& path, double* out) const {
  // Columns u, normal, u0, z0, reference, parameters.
  enum Column { kU = 0, kU0 = 2, kZ0 = 3, kReference = 4, kFirst = 2 + kHistory };
  const std::size_t columns = 2 + kHistory + parameters_;
  constexpr std::size_t kRows = 2 + kHistory;  // traction, new history, work
  for (std::size_t k = 0; k < kRows * columns; ++k) out[k] = 0;
  const double k = spring_.stiffness, stretch = history[0] - history[2];
  // t0 = z0 + k (u0 - reference).
  const auto fill = [&](double* row, double by_u, double by_u0, double by_t0,
                        const std::vector<double>& by_parameters) {
    row[kU] = by_u;
    row[kU0] = by_u0 + k * by_t0;
    row[kZ0] = by_t0;
    row[kReference] = -(by_u + by_u0 + k * by_t0);
    for (std::size_t p = 0; p < parameters_; ++p)
      row[kFirst + p] = by_parameters[p] + spring_.d_stiffness[p] * stretch * by_t0;
  };
  const double by_u0 = -path.start_tangent * path.traction_start;
  fill(out, path.tangent, by_u0, path.traction_start, path.d_traction);
  fill(out + 2 * columns, path.tangent, by_u0, path.traction_start, path.d_traction);
  fill(out + (kRows - 1) * columns, path.traction,
       -(history[1] + k * stretch) - path.start_tangent * path.work_start, path.work_start,
       path.d_work);
  // z = t - k (u - reference).
  double* const z = out + 2 * columns;
  z[kU] -= k;
  z[kReference] += k;
  for (std::size_t p = 0; p < parameters_; ++p)
    z[kFirst + p] -= spring_.d_stiffness[p] * (u - history[2]);
  out[columns + kU] = 1;              // the new u0
  out[3 * columns + kReference] = 1;  // row 3: the reference stays
}

}  // namespace slipfront
