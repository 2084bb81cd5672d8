// The kernel of the four bilinear laws: a spring kt in series with a slip limit ts, and
// beside both a post-slip spring kp (Porter et al., eq 18-26).
//
//   virgin      f(u) = min(kt u, ts) + kp u,              u >= 0
//   loop area   D(u) = 4 ts (kt u - ts) / kt,             kt u > ts; else 0
//   hysteretic  s = t0 + kt (u - u0)                      the stuck prediction, a vector
//               t = s            if |s| < ts
//                   ts s / |s|   otherwise                (eq 19 with this sign, eq 20)
//               plus kp (u - u_ref)
//   work        [psi(|s|) - psi(|t0|)] / kt, psi(r) = r^2/2 if r < ts, else ts r - ts^2/2,
//               exact on a straight path with a constant limit; plus the spring's energy.
//
// History: u0, t0 (the Jenkins part alone, eq 26) and, with kp, u_ref; each of them has
// as many entries as there are directions.
//
// Limits: kt > 0. With a pressure-dependent limit the limit counts as constant, at its
// value here, along the whole segment. ts = 0 is a frictionless point: no stiffness.
#pragma once

#include <cmath>

#include "models/kernel_law.hpp"

namespace slipfront {

template <class T>
struct BilinearConstants {
  T slip;       // ts [N/m^2], or mu [1] of a pressure-dependent law
  T stiffness;  // kt [N/m^3]
  T post;       // kp [N/m^3]
};

/// Form says how parameters become constants:
///   static constexpr int kParameters; static constexpr bool kPressure, kPostSlip;
///   template <class T> static BilinearConstants<T> prepare(const T* parameters);
template <class Form>
struct BilinearKernel {
  static constexpr int kParameters = Form::kParameters;
  template <class T>
  using Constants = BilinearConstants<T>;

  template <class T>
  static Constants<T> prepare(const T* parameters) {
    return Form::template prepare<T>(parameters);
  }

  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u, const T& normal) {
    const T stuck = c.stiffness * u, limit = slip_limit(c, normal);
    VirginPoint<T> at;
    if (value_of(stuck) < value_of(limit)) {
      at.traction = stuck;
      at.loop_area = T(0.0);
    } else {
      at.traction = limit;
      at.loop_area = kMasingSecant * limit * (stuck - limit) / c.stiffness;
    }
    if constexpr (Form::kPostSlip) at.traction += c.post * u;
    return at;
  }

  static TractionTangent virgin_tangent(const Constants<double>& c, double u, double normal) {
    const double stuck = c.stiffness * u, limit = slip_limit(c, normal);
    const bool sticks = stuck < limit;
    return {(sticks ? stuck : limit) + c.post * u, (sticks ? c.stiffness : 0) + c.post};
  }

  static constexpr int history(int directions) {
    return (2 + (Form::kPostSlip ? 1 : 0)) * directions;  // u0, t0 and the reference of kp
  }

  template <int D>
  static void start(const Constants<double>&, const double* u, double* past) {
    for (int d = 0; d < D; ++d) {
      past[d] = u[d];
      past[D + d] = 0;
      if constexpr (Form::kPostSlip) past[2 * D + d] = u[d];
    }
  }

  static double spring(const Constants<double>& c) { return c.post; }

  template <int D>
  static void settle(const Constants<double>& c, const double* u, const double* origin,
                     double* past) {
    start<D>(c, u, past);
    if constexpr (Form::kPostSlip)
      for (int d = 0; d < D; ++d) past[2 * D + d] = origin[d];
  }

  template <int D, class T>
  static void load(const Constants<T>& c, const T* u, const T& normal, const T* past, T* traction,
                   T* next, T& work) {
    using std::sqrt;
    const T limit = slip_limit(c, normal);
    T stuck[D], square(0.0), square_before(0.0), energy(0.0);
    for (int d = 0; d < D; ++d) {
      const T& before = past[D + d];
      stuck[d] = before + c.stiffness * (u[d] - past[d]);
      square += stuck[d] * stuck[d];
      square_before += before * before;
      energy += (u[d] - past[d]) * (stuck[d] + before);
    }
    const double bound = value_of(limit) * value_of(limit);
    if (value_of(square) < bound) {
      for (int d = 0; d < D; ++d) traction[d] = stuck[d];
      work = 0.5 * energy;
      if (value_of(square_before) > bound) {  // began beyond the limit and came back inside
        const T over = sqrt(square_before);
        work = (0.5 * (square + limit * limit) - limit * over) / c.stiffness;
      }
    } else if (value_of(square) != 0) {  // or not a number, as what comes of it
      const T length = sqrt(square);
      for (int d = 0; d < D; ++d) traction[d] = limit / length * stuck[d];
      if (value_of(square_before) <= bound)
        work = (limit * (length - limit) + 0.5 * (limit * limit - square_before)) / c.stiffness;
      else
        work = limit * (length - sqrt(square_before)) / c.stiffness;
    } else {
      for (int d = 0; d < D; ++d) traction[d] = T(0.0);
      work = T(0.0);
    }
    for (int d = 0; d < D; ++d) {
      next[d] = u[d];
      next[D + d] = traction[d];
      if constexpr (Form::kPostSlip) {
        const T& reference = past[2 * D + d];
        next[2 * D + d] = reference;
        traction[d] += c.post * (u[d] - reference);
        work += c.post * (u[d] - past[d]) * (0.5 * (u[d] + past[d]) - reference);
      }
    }
  }

  template <int D>
  static void load_tangent(const Constants<double>& c, const double* u, double normal,
                           const double* past, double* traction, double* tangent,
                           double* d_normal) {
    const double limit = slip_limit(c, normal);
    double stuck[D], square = 0;
    for (int d = 0; d < D; ++d) {
      stuck[d] = past[D + d] + c.stiffness * (u[d] - past[d]);
      square += stuck[d] * stuck[d];
    }
    const bool sticks = square < limit * limit;
    const double inverse = square > 0 ? 1 / std::sqrt(square) : 0;
    const double limit_slope = Form::kPressure && normal > 0 ? c.slip : 0;
    for (int d = 0; d < D; ++d) {
      const double along = stuck[d] * inverse;  // unit vector of the stuck prediction
      traction[d] = sticks ? stuck[d] : limit * along;
      d_normal[d] = sticks ? 0 : limit_slope * along;
      for (int e = 0; e < D; ++e) {
        const double same = d == e ? 1 : 0;
        // In one direction 1 - along^2 is zero: sliding has no stiffness.
        const double across = D == 1 ? 0 : same - along * stuck[e] * inverse;
        tangent[d * D + e] =
            (sticks ? c.stiffness * same : limit * c.stiffness * inverse * across) + c.post * same;
      }
      if constexpr (Form::kPostSlip) traction[d] += c.post * (u[d] - past[2 * D + d]);
    }
  }

 private:
  template <class T>
  static T slip_limit(const Constants<T>& c, const T& normal) {
    if constexpr (Form::kPressure)
      return value_of(normal) > 0 ? T(c.slip * normal) : T(0.0);
    else
      return c.slip;
  }
};

}  // namespace slipfront
