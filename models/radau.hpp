// One step of the Radau IIA method with five stages (order 9, L-stable) for a scalar
// y' = g(x, y), with its sensitivities and the integral of y.
//
//   Y_i = y + h sum_j a_ij g(x + c_j h, Y_j),   y(x + h) = Y_5,   int y dx = h sum_j b_j Y_j
//   (I - h A diag(dg/dy)) S = s + h A dg/dp     for S_i = dY_i/dp, s = dy/dp
//
// Stages: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.5. The nodes
// c are the zeros of d^4/dx^4 [x^4 (x - 1)^5]; a and b integrate the polynomials through
// them. L-stable: a law that has come to rest at its slip limit costs no small steps.
#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace slipfront::radau {

inline constexpr int kStages = 5;
using Stages = Eigen::Matrix<double, kStages, 1>;
using StageMatrix = Eigen::Matrix<double, kStages, kStages>;

inline const Stages& nodes() {
  static const Stages c = (Stages() << 0.0571041961145176822, 0.276843013638123828,
                           0.583590432368916820, 0.860240135656219448, 1)
                              .finished();
  return c;
}

/// a_ij = int_0^c_i of the Lagrange polynomial of node j; its last row is b.
inline const StageMatrix& weights() {
  static const StageMatrix a = [] {
    // Exact for 1, x, ..., x^4: A V = C with V_ik = c_i^k and C_ik = c_i^(k+1) / (k+1).
    StageMatrix v, c;
    for (int i = 0; i < kStages; ++i)
      for (int k = 0; k < kStages; ++k) {
        v(i, k) = std::pow(nodes()[i], k);
        c(i, k) = std::pow(nodes()[i], k + 1) / (k + 1);
      }
    return StageMatrix(v.transpose().fullPivLu().solve(c.transpose()).transpose());
  }();
  return a;
}

/// The stages of one step, solved by Newton's method.
class Step {
 public:
  /// g(x, y, slope) gives the rate and, in slope, dg/dy. False if Newton does not converge
  /// or a rate is not finite: the step is too long.
  template <class G>
  bool solve(const G& g, double x, double h, double y) {
    constexpr int kIterations = 12;
    constexpr double kSettled = 1e-9;  // of an update: Newton squares it to below rounding
    x_ = x;
    h_ = h;
    stages.setConstant(y);
    for (int i = 0; i < kIterations; ++i) {
      Stages rate, slope;
      for (int j = 0; j < kStages; ++j) rate[j] = g(at(j), stages[j], slope[j]);
      if (!rate.allFinite() || !slope.allFinite()) return false;
      factor(slope);
      const Stages defect = (y + (h * (weights() * rate)).array() - stages.array()).matrix();
      const Stages update = lu_.solve(defect);
      stages += update;
      const double size = std::abs(y) + (stages.array() - y).abs().maxCoeff();
      if (!(size < HUGE_VAL)) return false;
      if (update.cwiseAbs().maxCoeff() <= kSettled * size) return true;
    }
    return false;
  }

  /// Where stage j stands.
  double at(int j) const { return x_ + nodes()[j] * h_; }
  double end() const { return stages[kStages - 1]; }
  /// int y dx over the step, of any quantity that has these stages.
  double integral(const Stages& of) const { return h_ * weights().row(kStages - 1).dot(of); }

  /// Makes ready for `sensitivity`, with dg/dy at the solved stages.
  void factor(const Stages& slope) {
    StageMatrix system = -h_ * weights() * slope.asDiagonal();
    system.diagonal().array() += 1;
    lu_.compute(system);
  }
  /// Stages of dy/dp from its value at the start and dg/dp at the solved stages.
  Stages sensitivity(double start, const Stages& by_parameter) const {
    return lu_.solve((start + (h_ * (weights() * by_parameter)).array()).matrix());
  }

  Stages stages;

 private:
  double x_ = 0, h_ = 0;
  Eigen::PartialPivLU<StageMatrix> lu_;
};

}  // namespace slipfront::radau
