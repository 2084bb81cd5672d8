// Bouc-Wen integrated as a differential equation, tightly: the second way to its
// tractions and works.
//   dt/du = A - [alpha sgn(t du) - beta] |t|^n,   dW/du = t
// In two directions with unit vector of travel m:
//   dt/dx = A m - k(a) t, a = t.m, k = (alpha sgn(a) - beta) sgn(a) |a|^(n-1)
#pragma once

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

namespace slipfront {

struct BoucWenOde {
  double A, alpha, beta;
  int n;

  using State = std::array<double, 3>;  // tx, ty, work

  /// From state t at u0 on a straight line to u; integrates up to where a changes sign and
  /// goes on from there, so that no step crosses the kink.
  State to(State t, std::array<double, 2> u0, std::array<double, 2> u) const {
    const double dx = u[0] - u0[0], dy = u[1] - u0[1], length = std::hypot(dx, dy);
    if (length == 0) return t;
    const double mx = dx / length, my = dy / length;
    t[2] = 0;
    const auto rate = [&](double sign) {
      return [=, this](const State& s, State& d, double) {
        const double a = s[0] * mx + s[1] * my;
        const double k = (alpha * sign - beta) * sign * std::pow(std::abs(a), n - 1);
        d = {A * mx - k * s[0], A * my - k * s[1], a};
      };
    };
    double x = 0;
    const double a = t[0] * mx + t[1] * my;
    if (a < 0) {
      const double crossing = find_crossing(rate(-1), t, mx, my, length);
      integrate(rate(-1), t, 0, crossing);
      x = crossing;
    }
    if (x < length) integrate(rate(1), t, x, length);
    return t;
  }

 private:
  template <class Rate>
  static void integrate(const Rate& rate, State& t, double from, double to) {
    using namespace boost::numeric::odeint;
    if (to <= from) return;
    const double scale = std::abs(t[0]) + std::abs(t[1]);
    integrate_adaptive(make_controlled(1e-13 * (scale + 1e-3), 1e-13, runge_kutta_dopri5<State>()),
                       rate, t, from, to, 1e-3 * (to - from));
  }

  // Where a = 0, or the whole length if it stays negative: bisection on integrations.
  template <class Rate>
  static double find_crossing(const Rate& rate, const State& start, double mx, double my,
                              double length) {
    const auto a_at = [&](double x) {
      State t = start;
      integrate(rate, t, 0, x);
      return t[0] * mx + t[1] * my;
    };
    if (a_at(length) <= 0) return length;
    double low = 0, high = length;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (a_at(middle) < 0 ? low : high) = middle;
    }
    return high;
  }
};

}  // namespace slipfront
