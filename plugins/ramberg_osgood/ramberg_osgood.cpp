// Ramberg and Osgood's curve (NACA TN 902, 1943), with hysteresis by Masing's rules as
// Jennings proposed for it (J. Eng. Mech. Div. ASCE 90, 1964):
//
//   u = t/k [1 + (t/ty)^(n-1)]       k [N/m^3], ty [N/m^2], n > 1
//
// The displacement is given by the traction: the plugin solves for t. With x = t/ty and
// z = k u/ty the equation is x + x^n = z. At t = ty half of the displacement is slip.
//
//   loop area   D(u) = 4 t^2/k (t/ty)^(n-1) (n-1)/(n+1)
//
// from int_0^u t du = u t - int_0^t u dt.
#include <algorithm>
#include <cmath>
#include <slipfront_plugin.hpp>

namespace {

using slipfront::value_of;

struct RambergOsgood {
  static constexpr slipfront::plugin::Law law = {
      .name = "ramberg_osgood",
      .title = "Ramberg-Osgood",
      .source = "Ramberg and Osgood 1943; hysteresis: Jennings 1964"};

  static constexpr slipfront::plugin::Parameter parameters[] = {
      {.name = "initial_stiffness",
       .symbol = "k",
       .unit = "N/m^3",
       .log10_scale = true,
       .lower = 3e10,
       .upper = 1e16,
       .area_scaled = true},
      {.name = "yield_traction",
       .symbol = "ty",
       .unit = "N/m^2",
       .log10_scale = true,
       .lower = 3e3,
       .upper = 5e6,
       .area_scaled = true},
      {.name = "exponent",
       .symbol = "n",
       .unit = "1",
       .log10_scale = false,
       .lower = 1.5,
       .upper = 20,
       .area_scaled = false},
  };

  static constexpr bool masing_branches = true;

  static std::string domain_violation(const double* p) {
    return p[2] > 1 ? "" : "exponent must be above 1";
  }

  template <class T>
  static T force(const T& u, const T* p) {
    using std::pow;
    const T &k = p[0], &ty = p[1], &n = p[2];
    const T z = k * u / ty;
    if (value_of(z) == 0) return k * u;
    // x is solved in plain numbers. One more Newton step, with the derivatives of z and n
    // along, gives x its own: they need no iteration.
    const double x = root(value_of(z), value_of(n));
    const double slope = 1 + value_of(n) * std::pow(x, value_of(n) - 1);
    return ty * (x - (x + pow(x, n) - z) / slope);
  }

  template <class T>
  static T loop_area(const T& u, const T* p) {
    using std::pow;
    const T &k = p[0], &ty = p[1], &n = p[2];
    const T t = force(u, p);
    if (value_of(t) == 0) return T(0.0);
    return 4.0 * t * t / k * pow(t / ty, n - 1.0) * (n - 1.0) / (n + 1.0);
  }

 private:
  // x + x^n = z by Newton's method for w = log x, where log(e^w + e^(nw)) is convex and
  // rises: from above the root every step stays above it.
  static double root(double z, double n) {
    const double log_z = std::log(z);
    double w = std::min(log_z, log_z / n);
    for (int i = 0; i < 50; ++i) {
      const double power = std::exp((n - 1) * w);  // x^(n-1)
      const double step = (w + std::log1p(power) - log_z) / (1 + (n - 1) * power / (1 + power));
      w -= step;
      if (std::abs(step) < 1e-15 * (1 + std::abs(w))) break;
    }
    return std::exp(w);
  }
};

}  // namespace

SLIPFRONT_EXPORT_LAW(RambergOsgood)
