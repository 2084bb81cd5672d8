// A second, independent route to backbones with elastic dry friction under penalty contact,
// for tests: the static equations of eq 33 are followed along the signed modal amplitude in
// very many small steps, in the structure's own unknowns, with the contact state of the step
// before. Plain Newton; nothing of the solver's condensation, quadrature or continuation.
//
//   a K v + D' (p(z_s + a D v) - p_s) = F M v,   v'Mv = 1      y = a v, F = lambda a
//
// is regular at a = 0 too, where only the forces left over from the loop act.
//
// Law of a patch, since its last reversal or contact (w0, t0), x and y on their own:
//   n = kn un;  t = t0 + kt (w - w0) within +- mu n, nothing where un <= 0
//   closing from (w_p, u_p): w0 = w - (w - w_p) un / (un - u_p), t0 = 0      (eq 5)
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <optional>
#include <vector>

#include "core/structure.hpp"

namespace slipfront::test {

class PathIntegration {
 public:
  struct Result {
    double omega = 0, dissipation = 0;
    int closings = 0, openings = 0;  // in the last loop, or on the way
  };

  PathIntegration(const Structure& s, double mu, double kt, double kn, double preload)
      : s_(s), mu_(mu), kt_(kt), kn_(kn), points_(s.interface.points()) {
    past_.assign(static_cast<std::size_t>(points_), {});
    solved_ = prestress(preload);
  }
  bool solved() const { return solved_; }
  Eigen::Index apart_at_rest() const { return apart_at_rest_; }

  /// Loading from rest to q in `steps`: frequency at q, and Masing's dissipation from the
  /// curves that begin at rest. `mode`: index into the spectrum of the stuck structure.
  std::optional<Result> masing(double q, int mode, int steps) {
    begin(mode, true);
    Result result;
    const double work = follow(0, q, steps, result);
    if (!std::isfinite(work)) return {};
    result.omega = std::sqrt(push_ / q);
    result.dissipation = 8 * work - 4 * tangential_dot(force_, z_ - rest_);
    return result;
  }

  /// Loading from rest, then `loops` loops of 2 x `steps`.
  std::optional<Result> loops(double q, int mode, int steps, int loops) {
    begin(mode, false);
    Result result;
    if (!std::isfinite(follow(0, q, steps, result))) return {};
    for (int k = 0; k < loops; ++k) {
      result = {};
      const Eigen::VectorXd z_top = z_, force_top = force_;
      turn();
      double work = follow(q, -q, steps, result);
      const double minus = std::sqrt(push_ / -q);
      turn();
      work += follow(-q, q, steps, result);
      work += tangential_dot(0.5 * (force_ + force_top), z_top - z_);
      if (!std::isfinite(work)) return {};
      result.omega = 0.5 * (minus + std::sqrt(push_ / q));
      result.dissipation = work;
    }
    return result;
  }

 private:
  struct Past {
    bool touching = true;
    double w0[2] = {0, 0}, t0[2] = {0, 0};
  };

  static double tangential_dot(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    double sum = 0;
    for (Eigen::Index r = 0; r < a.size(); ++r)
      if (r % 3 != 2) sum += a[r] * b[r];
    return sum;
  }

  /// Total forces of the rows at z, and their blocks.
  void evaluate(const Eigen::VectorXd& z, Eigen::VectorXd& p, Eigen::MatrixXd& tangent) const {
    p = Eigen::VectorXd::Zero(z.size());
    tangent = Eigen::MatrixXd::Zero(z.size(), z.size());
    for (Eigen::Index i = 0; i < points_; ++i) {
      const Past& past = past_[static_cast<std::size_t>(i)];
      const double area = s_.interface.areas[i], un = z[3 * i + 2];
      if (!(un > 0)) continue;
      p[3 * i + 2] = area * kn_ * un;
      tangent(3 * i + 2, 3 * i + 2) = area * kn_;
      const double limit = mu_ * kn_ * un;
      for (Eigen::Index d = 0; d < 2; ++d) {
        const Eigen::Index row = 3 * i + d;
        double stuck, by_w = kt_, by_n = 0;
        if (past.touching) {
          stuck = past.t0[d] + kt_ * (z[row] - past.w0[d]);
        } else {
          const double before = before_[3 * i + 2], moved = z[row] - before_[row];
          const double share = un / (un - before);
          stuck = kt_ * share * moved;
          by_w = kt_ * share;
          by_n = -kt_ * moved * before / ((un - before) * (un - before));
        }
        if (std::abs(stuck) < limit) {
          p[row] = area * stuck;
          tangent(row, row) = area * by_w;
          tangent(row, 3 * i + 2) = area * by_n;
        } else {
          const double sign = stuck < 0 ? -1 : 1;
          p[row] = area * sign * limit;
          tangent(row, 3 * i + 2) = area * sign * mu_ * kn_;
        }
      }
    }
  }

  bool prestress(double preload) {
    const Eigen::MatrixXd& d = s_.interface.displacement;
    const Eigen::VectorXd load = preload * s_.bolt_load;
    Eigen::VectorXd p, scale = s_.stiffness.diagonal();
    Eigen::MatrixXd tangent;
    // All stuck and touching.
    Eigen::VectorXd k(d.rows());
    for (Eigen::Index r = 0; r < d.rows(); ++r)
      k[r] = s_.interface.areas[r / 3] * (r % 3 == 2 ? kn_ : kt_);
    Eigen::VectorXd u =
        (s_.stiffness + d.transpose() * k.asDiagonal() * d).partialPivLu().solve(load);
    const auto residual = [&](const Eigen::VectorXd& at) {
      evaluate(d * at, p, tangent);
      return Eigen::VectorXd(s_.stiffness * at + d.transpose() * p - load);
    };
    Eigen::VectorXd r = residual(u);
    for (int step = 0; step < 500 && r.norm() > 1e-13 * load.norm(); ++step) {
      const Eigen::VectorXd du =
          (s_.stiffness + d.transpose() * tangent * d).partialPivLu().solve(-r);
      double share = 1;
      Eigen::VectorXd next = residual(u + du);
      while (next.norm() > (1 - 1e-4 * share) * r.norm() && share > 1e-6) {
        share *= 0.5;
        next = residual(u + share * du);
      }
      u += share * du;
      const bool rounding = next.norm() < 1e-9 * load.norm() && next.norm() > 0.5 * r.norm();
      r = next;
      if (rounding) break;
    }
    rest_ = d * u;
    residual(u);
    rest_force_ = p;
    for (Eigen::Index i = 0; i < points_; ++i) apart_at_rest_ += !(rest_[3 * i + 2] > 0);
    return r.norm() < 1e-9 * load.norm();
  }

  /// At rest: reversal there, or (Masing) curves from the origin.
  void begin(int mode, bool masing) {
    masing_ = masing;
    const Eigen::MatrixXd& d = s_.interface.displacement;
    Eigen::VectorXd k = Eigen::VectorXd::Zero(d.rows());
    for (Eigen::Index i = 0; i < points_; ++i) {
      Past& past = past_[static_cast<std::size_t>(i)];
      past.touching = rest_[3 * i + 2] > 0;
      for (Eigen::Index e = 0; e < 2; ++e) {
        past.w0[e] = rest_[3 * i + e];
        past.t0[e] = masing ? 0 : rest_force_[3 * i + e] / s_.interface.areas[i];
      }
      if (past.touching)
        k.segment<3>(3 * i) = s_.interface.areas[i] * Eigen::Vector3d(kt_, kt_, kn_);
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
        s_.stiffness + d.transpose() * k.asDiagonal() * d, s_.mass);
    v_ = eigen.eigenvectors().col(mode);
    Eigen::Index largest;
    const Eigen::VectorXd seen = s_.response * v_;
    seen.cwiseAbs().maxCoeff(&largest);
    if (seen[largest] < 0) v_ = -v_;  // the largest response positive: loops are not symmetric
    lambda_ = eigen.eigenvalues()[mode];
    push_ = 0;
    z_ = before_ = rest_;
    force_ = rest_force_;
    if (masing)
      for (Eigen::Index r = 0; r < force_.size(); ++r)
        if (r % 3 != 2) force_[r] = 0;
    offset_ = force_;
  }

  void turn() {
    for (Eigen::Index i = 0; i < points_; ++i)
      for (Eigen::Index e = 0; e < 2; ++e) {
        Past& past = past_[static_cast<std::size_t>(i)];
        past.w0[e] = z_[3 * i + e];
        past.t0[e] = force_[3 * i + e] / s_.interface.areas[i];
      }
  }

  bool newton(double alpha, Eigen::VectorXd& v, double& push, Eigen::VectorXd& p) const {
    const Eigen::MatrixXd& d = s_.interface.displacement;
    const Eigen::Index n = s_.dof();
    Eigen::MatrixXd tangent, system(n + 1, n + 1);
    Eigen::VectorXd right(n + 1);
    double last = 0;
    for (int step = 0; step < 60; ++step) {
      evaluate(rest_ + alpha * (d * v), p, tangent);
      const Eigen::VectorXd mv = s_.mass * v, elastic = alpha * (s_.stiffness * v),
                            held = d.transpose() * (p - offset_);
      right.head(n) = -(elastic + held - push * mv);
      right[n] = -0.5 * (v.dot(mv) - 1);
      const double size = right.head(n).norm() / (elastic.norm() + held.norm() +
                                                  std::abs(push) * mv.norm()) +
                          std::abs(right[n]);
      if (size < 1e-13 || (size < 1e-10 && size > 0.5 * last)) return true;
      last = step == 0 ? 1 : size;
      system.topLeftCorner(n, n) =
          alpha * (s_.stiffness + d.transpose() * tangent * d) - push * s_.mass;
      system.col(n).head(n) = -mv;
      system.row(n).head(n) = mv.transpose();
      system(n, n) = 0;
      const Eigen::VectorXd x = system.partialPivLu().solve(right);
      v += x.head(n);
      push += x[n];
      if (!v.allFinite()) return false;
    }
    return false;
  }

  /// From `from` to `to` in steps of a cosine, an odd number of them so that none is at 0
  /// (where nothing slips no force is left over there); the work of the tangential forces.
  double follow(double from, double to, int steps, Result& result) {
    steps |= 1;
    double work = 0, alpha = from, alpha_before = from;
    Eigen::VectorXd v_before = v_;
    double push_before = push_;
    for (int k = 1; k <= steps; ++k) {
      double next = from + (to - from) * 0.5 * (1 - std::cos(M_PI * k / steps));
      if (from == 0) next = to * k / steps;
      Eigen::VectorXd v = v_, p;
      double push = from == 0 && k == 1 ? lambda_ * next : push_;
      if (k > 2) {
        const double share = (next - alpha) / (alpha - alpha_before);
        v += share * (v_ - v_before);
        push += share * (push_ - push_before);
      }
      if (!newton(next, v, push, p)) {
        v = v_;
        push = from == 0 && k == 1 ? lambda_ * next : push_ + lambda_ * (next - alpha);
        if (!newton(next, v, push, p)) return NAN;
      }
      if (!(v.dot(s_.mass * v_) > 0.5)) return NAN;  // another branch
      v_before = v_;
      push_before = push_;
      alpha_before = alpha;
      v_ = v;
      push_ = push;
      alpha = next;
      const Eigen::VectorXd z = rest_ + alpha * (s_.interface.displacement * v_);
      work += tangential_dot(0.5 * (force_ + p), z - z_);
      for (Eigen::Index i = 0; i < points_; ++i) {
        Past& past = past_[static_cast<std::size_t>(i)];
        const bool touches = z[3 * i + 2] > 0;
        if (touches && !past.touching) {
          ++result.closings;
          const double share = z[3 * i + 2] / (z[3 * i + 2] - z_[3 * i + 2]);
          for (Eigen::Index e = 0; e < 2; ++e) {
            past.w0[e] = z[3 * i + e] - share * (z[3 * i + e] - z_[3 * i + e]);
            past.t0[e] = 0;
          }
        }
        if (!touches && past.touching) ++result.openings;
        past.touching = touches;
      }
      z_ = before_ = z;
      force_ = p;
    }
    return work;
  }

  const Structure& s_;
  double mu_, kt_, kn_;
  Eigen::Index points_, apart_at_rest_ = 0;
  bool solved_ = false, masing_ = false;
  Eigen::VectorXd rest_, rest_force_, offset_;  // at rest: displacement, force, force in eq 33
  std::vector<Past> past_;
  Eigen::VectorXd z_, before_, force_, v_;
  double push_ = 0, lambda_ = 0;
};

}  // namespace slipfront::test
