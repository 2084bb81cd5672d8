// A second, independent route to backbones with elastic dry friction under penalty contact,
// for tests: the static equations of eq 33 are followed along the signed modal amplitude in
// very many small steps, in the structure's own unknowns, with the contact state of the step
// before. Plain Newton; nothing of the solver's condensation, quadrature or continuation.
//
//   a K v + D' (p(z_s + a D v) - p_s) = F M v,   v'Mv = 1      y = a v, F = lambda a
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
    double gap = 0;                  // widest leap across a = 0, share of q
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

  /// Newton's method; where it cycles between pieces of the law, with shorter steps.
  bool newton(double alpha, Eigen::VectorXd& v, double& push, Eigen::VectorXd& p) const {
    const Eigen::VectorXd v0 = v;
    const double push0 = push;
    for (const bool damped : {false, true}) {
      v = v0;
      push = push0;
      if (newton(alpha, v, push, p, damped)) return true;
    }
    return false;
  }

  bool newton(double alpha, Eigen::VectorXd& v, double& push, Eigen::VectorXd& p,
              bool damped) const {
    const Eigen::MatrixXd& d = s_.interface.displacement;
    const Eigen::Index n = s_.dof();
    Eigen::MatrixXd tangent, system(n + 1, n + 1);
    Eigen::VectorXd right(n + 1);
    const auto residual = [&](const Eigen::VectorXd& at, double f) {
      evaluate(rest_ + alpha * (d * at), p, tangent);
      const Eigen::VectorXd mv = s_.mass * at, elastic = alpha * (s_.stiffness * at),
                            held = d.transpose() * (p - offset_);
      right.head(n) = -(elastic + held - f * mv);
      right[n] = -0.5 * (at.dot(mv) - 1);
      return right.head(n).norm() / (elastic.norm() + held.norm() + std::abs(f) * mv.norm()) +
             std::abs(right[n]);
    };
    double size = residual(v, push), last = 1;
    for (int step = 0; step < (damped ? 200 : 25); ++step) {
      if (size < 1e-13 || (size < 1e-8 && size > 0.5 * last)) return true;
      const Eigen::VectorXd mv = s_.mass * v;
      system.topLeftCorner(n, n) =
          alpha * (s_.stiffness + d.transpose() * tangent * d) - push * s_.mass;
      system.col(n).head(n) = -mv;
      system.row(n).head(n) = mv.transpose();
      system(n, n) = 0;
      const Eigen::VectorXd x = system.partialPivLu().solve(right);
      if (!x.allFinite()) return false;
      last = size;
      double share = 1;
      size = residual(v + x.head(n), push + x[n]);
      while (damped && size > (1 - 1e-3 * share) * last && share > 1e-3) {
        share *= 0.5;
        size = residual(v + share * x.head(n), push + share * x[n]);
      }
      v += share * x.head(n);
      push += share * x[n];
    }
    return false;
  }

  /// One solution and what it adds: work, contact state.
  void accept(double alpha, const Eigen::VectorXd& v, double push, const Eigen::VectorXd& p,
              double& work, Result& result) {
    v_ = v;
    push_ = push;
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

  /// Beyond a = 0 the mode begins again at some distance, where a pair of solutions is born:
  /// sought from afar, and followed back as far as it goes, before anything counts.
  bool cross(double to, double gap, double& next, Eigen::VectorXd& v, double& push) const {
    constexpr double kBack = 0.03, kShortest = 1e-4;  // of alpha
    for (const double far : {0.3, 0.5, 0.2, 0.7, 1.0}) {
      Eigen::VectorXd p, at = top_;
      double alpha = far * to, force = lambda_ * (alpha - gap) + push_;
      if (!newton(alpha, at, force, p) || !(at.dot(s_.mass * top_) > kBorn)) continue;
      next = alpha;
      v = at;
      push = force;
      for (double step = kBack; step > kShortest && std::abs(next) > gap;) {
        alpha = (1 - step) * next;
        if (std::abs(alpha) < gap) alpha = std::copysign(gap, to);
        at = v;
        force = push + lambda_ * (alpha - next);
        if (newton(alpha, at, force, p) && at.dot(s_.mass * v) > kBorn &&
            at.dot(s_.mass * top_) > kSameBranch) {
          next = alpha;
          v = at;
          push = force;
        } else {
          step *= 0.5;
        }
      }
      return true;
    }
    return false;
  }

  /// From `from` to `to`; the work of the tangential forces, or NaN.
  double follow(double from, double to, int steps, Result& result) {
    double work = 0, alpha = from, alpha_before = from;
    Eigen::VectorXd v_before = v_;
    double push_before = push_;
    top_ = v_;
    const double gap = kGap * std::abs(to);
    bool lost = false;  // near a = 0
    for (int k = 1; k <= steps; ++k) {
      double next = from + (to - from) * 0.5 * (1 - std::cos(M_PI * k / steps));
      if (from == 0) next = to * k / steps;
      const bool before_zero = from * next > 0;
      if (before_zero && (lost || std::abs(next) < gap)) continue;
      if (from * next < 0 && (std::abs(next) < gap || (next - alpha) * (to - from) <= 0)) continue;
      Eigen::VectorXd v = v_, p;
      double push = alpha == 0 ? lambda_ * next : push_;
      const bool leaps = alpha * next < 0;
      if (leaps) {
        if (!cross(to, gap, next, v, push)) return NAN;
        result.gap = std::max(result.gap, (std::abs(next) + std::abs(alpha)) / std::abs(to));
      } else if (alpha_before != alpha) {  // trend of y and of the modal force
        const double share = (next - alpha) / (alpha - alpha_before);
        v = (alpha * v_ + share * (alpha * v_ - alpha_before * v_before)) / next;
        v /= std::sqrt(v.dot(s_.mass * v));
        push += share * (push_ - push_before);
      }
      // After zero lambda falls past those of other modes: where their shapes would take over,
      // or nothing is found, the mode is sought anew beyond.
      const bool after_zero = from * next < 0;
      bool found = newton(next, v, push, p) && v.dot(s_.mass * top_) > kSameBranch;
      const double along = found ? v.dot(s_.mass * top_) : 0;
      if (!found || (after_zero && !leaps && along < v_.dot(s_.mass * top_) - kVeers)) {
        Eigen::VectorXd other = after_zero ? top_ : v_, force;
        double other_push = after_zero ? lambda_ * next : push_ + lambda_ * (next - alpha);
        if (newton(next, other, other_push, force) && other.dot(s_.mass * top_) > kSameBranch &&
            other.dot(s_.mass * top_) > along) {
          found = true;
          v = other;
          push = other_push;
          p = force;
        }
      }
      if (!found && std::abs(next) < kNear * std::abs(to)) {
        lost = lost || before_zero;
        continue;
      }
      v_before = v_;
      push_before = push_;
      alpha_before = leaps ? next : alpha;  // the trend of a leap says nothing
      if (!found) return NAN;
      accept(next, v, push, p, work, result);
      if (from == 0 && k == 1) top_ = v_;
      alpha = next;
    }
    return work;
  }

  // Nearest to a = 0 that the loops go, as a share of q: where anything has slipped the forces
  // left over shape what little moves there, not the mode.
  static constexpr double kGap = 0.037;
  static constexpr double kSameBranch = 0.5, kBorn = 0.9, kNear = 0.3, kVeers = 1e-5;

  const Structure& s_;
  double mu_, kt_, kn_;
  Eigen::Index points_, apart_at_rest_ = 0;
  bool solved_ = false, masing_ = false;
  Eigen::VectorXd rest_, rest_force_, offset_;  // at rest: displacement, force, force in eq 33
  std::vector<Past> past_;
  Eigen::VectorXd z_, before_, force_, v_, top_;
  double push_ = 0, lambda_ = 0;
};

}  // namespace slipfront::test
