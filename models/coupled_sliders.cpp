#include "models/coupled_sliders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipfront {

namespace {

// 1/|s| of a slider at rest must not overflow.
constexpr double kSmallest = std::numeric_limits<double>::min();

}  // namespace

void CoupledSliders::add(double stiffness, double limit, const double* d_stiffness,
                         const double* d_limit) {
  stiffness_.push_back(stiffness);
  limit_.push_back(limit);
  d_stiffness_.insert(d_stiffness_.end(), d_stiffness, d_stiffness + parameters_);
  d_limit_.insert(d_limit_.end(), d_limit, d_limit + parameters_);
}

void CoupledSliders::hysteretic(const HystereticBatch& b) const {
  if (b.work || b.new_history || (b.traction && !b.tangent)) values(b);
  if (b.tangent) tangents(b);
  if (b.d_normal) std::fill_n(b.d_normal, 2 * b.points, 0.0);
  const std::size_t h = history_size(), size = (2 + h + 1) * (2 + 1 + h + parameters_);
  if (b.jacobian)
    for (std::size_t i = 0; i < b.points; ++i)
      jacobian(b.displacement + 2 * i, b.history + h * i, b.jacobian + size * i);
}

void CoupledSliders::values(const HystereticBatch& b) const {
  const std::size_t n = stiffness_.size(), h = history_size();
  for (std::size_t i = 0; i < b.points; ++i) {
    const double *u = b.displacement + 2 * i, *past = b.history + h * i;
    const double dx = u[0] - past[0], dy = u[1] - past[1];
    const double *ex = past + 2, *ey = ex + n;
    double* next = b.new_history ? b.new_history + h * i : nullptr;
    double tx = 0, ty = 0, work = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double sx = ex[j] + dx, sy = ey[j] + dy, length = std::sqrt(sx * sx + sy * sy);
      const double share = std::min(1.0, limit_[j] / std::max(length, kSmallest));
      const double x = share * sx, y = share * sy;
      tx += stiffness_[j] * x;
      ty += stiffness_[j] * y;
      // Elastic work on the way to s, less what lies beyond the limit.
      const double over = std::max(0.0, length - limit_[j]);
      work +=
          stiffness_[j] * (dx * (ex[j] + 0.5 * dx) + dy * (ey[j] + 0.5 * dy) - 0.5 * over * over);
      if (next) {
        next[2 + j] = x;
        next[2 + n + j] = y;
      }
    }
    if (next) {
      next[0] = u[0];
      next[1] = u[1];
    }
    if (b.traction) {
      b.traction[2 * i] = tx;
      b.traction[2 * i + 1] = ty;
    }
    if (b.work) b.work[i] = work;
  }
}

void CoupledSliders::tangents(const HystereticBatch& b) const {
  const std::size_t n = stiffness_.size(), h = history_size();
  for (std::size_t i = 0; i < b.points; ++i) {
    const double *u = b.displacement + 2 * i, *past = b.history + h * i;
    const double dx = u[0] - past[0], dy = u[1] - past[1];
    const double *ex = past + 2, *ey = ex + n;
    double tx = 0, ty = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double sx = ex[j] + dx, sy = ey[j] + dy;
      const double inverse = 1 / std::max(std::sqrt(sx * sx + sy * sy), kSmallest);
      const double part = limit_[j] * inverse;
      // Stuck: k 1. Sliding: k phi/|s| (1 - n n').
      const double share = std::min(1.0, part), k = stiffness_[j] * share;
      const double slides = part <= 1 ? inverse : 0.0;
      const double nx = slides * sx, ny = slides * sy;
      tx += k * sx;
      ty += k * sy;
      xx += k * (1 - nx * nx);
      xy -= k * nx * ny;
      yy += k * (1 - ny * ny);
    }
    if (b.traction) {
      b.traction[2 * i] = tx;
      b.traction[2 * i + 1] = ty;
    }
    double* out = b.tangent + 4 * i;
    out[0] = xx;
    out[1] = out[2] = xy;
    out[3] = yy;
  }
}

void CoupledSliders::jacobian(const double* u, const double* past, double* out) const {
  const std::size_t n = stiffness_.size(), h = history_size(), p = parameters_;
  const std::size_t columns = 2 + 1 + h + p, first = 2 + 1 + h;
  std::fill_n(out, (2 + h + 1) * columns, 0.0);
  const double dx = u[0] - past[0], dy = u[1] - past[1];
  const auto row = [&](std::size_t r) { return out + r * columns; };
  enum : std::size_t { kU = 0, kU0 = 3, kExtension = 5 };  // columns
  double* work = row(2 + h);
  row(2)[kU] = row(3)[kU + 1] = 1;  // the new u0
  for (std::size_t j = 0; j < n; ++j) {
    const double e[2] = {past[2 + j], past[2 + n + j]};
    const double s[2] = {e[0] + dx, e[1] + dy}, k = stiffness_[j], phi = limit_[j];
    const double length = std::sqrt(s[0] * s[0] + s[1] * s[1]);
    const bool slides = phi <= length;
    const double inverse = 1 / std::max(length, kSmallest);
    const double share = slides ? phi * inverse : 1;
    const double along[2] = {slides ? s[0] * inverse : 0, slides ? s[1] * inverse : 0};
    for (std::size_t r = 0; r < 2; ++r) {
      double *traction = row(r), *extension = row(4 + r * n + j);
      for (std::size_t c = 0; c < 2; ++c) {
        const double by_s = share * ((r == c ? 1.0 : 0.0) - along[r] * along[c]);
        extension[kU + c] = extension[kExtension + c * n + j] = by_s;
        extension[kU0 + c] = -by_s;
        traction[kU + c] += k * by_s;
        traction[kU0 + c] -= k * by_s;
        traction[kExtension + c * n + j] = k * by_s;
      }
      for (std::size_t q = 0; q < p; ++q) {
        const double d_extension = along[r] * d_limit_[j * p + q];
        extension[first + q] = d_extension;
        traction[first + q] += k * d_extension + d_stiffness_[j * p + q] * share * s[r];
      }
    }
    const double over = slides ? length - phi : 0;
    const double w =
        dx * (e[0] + 0.5 * dx) + dy * (e[1] + 0.5 * dy) - 0.5 * over * over;  // work / k
    for (std::size_t c = 0; c < 2; ++c) {
      const double by_s = k * share * s[c];
      work[kU + c] += by_s;
      work[kU0 + c] -= by_s;
      work[kExtension + c * n + j] = by_s - k * e[c];
    }
    for (std::size_t q = 0; q < p; ++q)
      work[first + q] += d_stiffness_[j * p + q] * w + k * over * d_limit_[j * p + q];
  }
}

}  // namespace slipfront
