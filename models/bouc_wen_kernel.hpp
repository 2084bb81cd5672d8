// The kernel of the Bouc-Wen laws with elementary solutions, n = 1 and n = 2 (Porter et
// al., eq 10-15, with beta's sign as in eq 10).
//
//   dt/du = A - [alpha sgn(t du) - beta] |t|^n
//
// With s the direction of travel, x = |u - u0| and a = s t, the law is autonomous:
//   da/dx = A - r a^n      where a > 0,   r = alpha - beta   (loading, eta)
//   da/dx = A + p |a|^n    where a < 0,   p = alpha + beta   (unloading)
// A path from a < 0 first unloads to zero and then loads from there.
//
// In two directions (beyond the paper; for n = 2 the biaxial form of Park, Wen and Ang
// 1986), t is a vector, n the unit vector of travel, a = t.n, and
//   dt/dx = A n - k(a) t,  k = r a^(n-1) where a > 0, p |a|^(n-1) where a < 0.
// a then moves as in one direction and what lies across fades by exp(-int k dx). The
// form is invariant under rotation, is the uncoupled law on a straight line, and bounds
// |t| by (A/r)^(1/n). Limit: the work is exact on straight segments.
//
// History: u0 and t0, each with as many entries as there are directions. A point that
// has not moved yet has the tangent of turning back.
//
// Travel says how a moves, for T = double or Jet:
//   template <class T> static VirginPoint<T> virgin(const BoucWenConstants<T>&, const T& u);
//   static TractionTangent virgin_tangent(const BoucWenConstants<double>&, double u);
//   template <class T>
//   static Traveled<T> travel(const BoucWenConstants<T>&, const T& a0, const T& x);
//   static TractionTangent advance(const BoucWenConstants<double>&, double a0, double x);
//                                                                   // a and da/dx alone
//   template <class T> static T fading(const BoucWenConstants<T>&, const T& a);   // k(a)
#pragma once

#include <cmath>

#include "models/kernel_law.hpp"

namespace slipfront {

template <class T>
struct BoucWenConstants {
  T stiffness;  // A [N/m^3]
  T load;       // r = alpha - beta = eta
  T unload;     // p = alpha + beta
};

template <class T>
struct Traveled {
  T a;      // traction along the direction of travel
  T work;   // int a dx
  T fade;   // exp(-int k dx), what is left of the traction across
  T slope;  // da/dx at the end, without cancellation
};

/// Masing form: parameters A, eta. Unloading is not told apart: no hysteretic form.
template <class Travel>
struct MasingBoucWen {
  static constexpr int kParameters = 2;
  template <class T>
  using Constants = BoucWenConstants<T>;

  template <class T>
  static Constants<T> prepare(const T* p) {
    return {p[0], p[1], T(0.0)};
  }
  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u, const T&) {
    return Travel::virgin(c, u);
  }
  static TractionTangent virgin_tangent(const Constants<double>& c, double u, double) {
    return Travel::virgin_tangent(c, u);
  }
};

/// Non-Masing form: parameters A, alpha, beta/alpha.
template <class Travel>
struct NonMasingBoucWen {
  static constexpr int kParameters = 3;
  template <class T>
  using Constants = BoucWenConstants<T>;

  template <class T>
  static Constants<T> prepare(const T* p) {
    return {p[0], p[1] * (1.0 - p[2]), p[1] * (1.0 + p[2])};
  }
  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u, const T&) {
    return Travel::virgin(c, u);
  }
  static TractionTangent virgin_tangent(const Constants<double>& c, double u, double) {
    return Travel::virgin_tangent(c, u);
  }

  static constexpr int history(int directions) { return 2 * directions; }
  template <int D>
  static void start(const Constants<double>&, const double* u, double* past) {
    for (int d = 0; d < D; ++d) {
      past[d] = u[d];
      past[D + d] = 0;
    }
  }

  template <int D, class T>
  static void load(const Constants<T>& c, const T* u, const T&, const T* past, T* traction, T* next,
                   T& work) {
    using std::sqrt;
    const T* t0 = past + D;
    T step[D], square(0.0);
    for (int d = 0; d < D; ++d) {
      step[d] = u[d] - past[d];
      square += step[d] * step[d];
    }
    if (largest(step, D) == 0) {
      turn_back<D>(c, step, t0, traction, work);
    } else {
      T distance, along[D], a(0.0);
      if constexpr (D == 1)
        distance = sign_of(step[0]) * step[0];
      else
        distance = sqrt(square);
      for (int d = 0; d < D; ++d) {
        along[d] = D == 1 ? T(sign_of(step[d])) : T(step[d] / distance);
        a += along[d] * t0[d];
      }
      const Traveled<T> end = Travel::travel(c, a, distance);
      for (int d = 0; d < D; ++d) {
        traction[d] = along[d] * end.a;
        if constexpr (D > 1) traction[d] += end.fade * (t0[d] - along[d] * a);
      }
      work = end.work;
    }
    for (int d = 0; d < D; ++d) {
      next[d] = u[d];
      next[D + d] = traction[d];
    }
  }

  template <int D>
  requires(D == 1) static void load_tangent(const Constants<double>& c, const double* u, double,
                                            const double* past, double* traction, double* tangent,
                                            double* d_normal) {
    const double step = *u - past[0];
    const double s = step != 0 ? sign_of(step) : (past[1] > 0 ? -1 : 1);
    const TractionTangent end = Travel::advance(c, s * past[1], std::abs(step));
    *traction = s * end.traction;
    *tangent = end.tangent;
    *d_normal = 0;
  }

 private:
  template <class T>
  static double largest(const T* step, int count) {
    double result = 0;
    for (int d = 0; d < count; ++d) result = std::max(result, std::abs(value_of(step[d])));
    return result;
  }

  // t = t0 + (A 1 - k t0 n') (u - u0) with n against t0: the first order of turning back.
  template <int D, class T>
  static void turn_back(const Constants<T>& c, const T* step, const T* t0, T* traction, T& work) {
    using std::sqrt;
    T square(0.0), progress(0.0);
    work = T(0.0);
    for (int d = 0; d < D; ++d) {
      square += t0[d] * t0[d];
      progress += t0[d] * step[d];
      work += t0[d] * step[d];
    }
    T rate(0.0);
    if (value_of(square) > 0) {
      const T length = sqrt(square);
      rate = Travel::template fading<T>(c, -length) / length * progress;
    }
    for (int d = 0; d < D; ++d) traction[d] = t0[d] + c.stiffness * step[d] + rate * t0[d];
  }
};

/// The rule that the values of either form break, or nothing.
inline std::string bouc_wen_violation(Framework framework, std::span<const double> p) {
  if (p[0] <= 0) return "initial_stiffness must be above 0";
  if (framework == Framework::masing) return p[1] < 0 ? "eta must not be negative" : "";
  if (p[1] < 0) return "alpha must not be negative";
  if (p[2] < -1 || p[2] > 1) return "beta_over_alpha must be within -1 and 1";
  return {};
}

}  // namespace slipfront
