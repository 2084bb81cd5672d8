// Bouc-Wen with n = 2 (Porter et al., eq 14-15): hyperbolic and circular tangents.
//   loading    a = (a0 + A tau) / (1 + r a0 tau),        tau = tanh(b)/b x, b^2 = A r x^2
//   unloading  |a| = (|a0| - A tau) / (1 + p |a0| tau),  tau = tan(b)/b x,  b^2 = A p x^2
// zero at x = atan(v) / sqrt(A p), v^2 = p a0^2 / A. All stay smooth as r or p goes to
// zero. A = initial_stiffness [N/m^3]; eta, alpha [m/N].
#include <algorithm>
#include <numbers>

#include "models/bouc_wen_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"
#include "models/smooth_functions.hpp"

namespace slipfront {

namespace {

struct Travel2 {
  template <class T>
  using Constants = BoucWenConstants<T>;

  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u) {
    const T spring = c.stiffness * u, y = c.load * spring * u;
    return {spring * tanh_mean(y), kMasingSecant * spring * u * tanh_bend(y)};
  }
  static TractionTangent virgin_tangent(const Constants<double>& c, double u) {
    const double b = std::sqrt(c.stiffness * c.load) * u;
    return {b > 0 ? c.stiffness * u * (std::tanh(b) / b) : c.stiffness * u,
            c.stiffness * inverse_cosh_square(b)};
  }
  template <class T>
  static T fading(const Constants<T>& c, const T& a) {
    return value_of(a) < 0 ? T(-c.unload * a) : T(c.load * a);
  }

  template <class T>
  static Traveled<T> travel(const Constants<T>& c, const T& a0, const T& x) {
    using std::exp;
    const T& A = c.stiffness;
    if (value_of(a0) >= 0) return load(c, a0, x);
    const T w0 = -a0, ratio = c.unload * w0 * w0 / A;
    const T zero = w0 / A * atan_mean(ratio);  // where the traction is gone
    if (value_of(x) < value_of(zero)) {
      const T y = -c.unload * A * x * x, tau = x * tanh_mean(y), v = c.unload * w0 * tau;
      Traveled<T> end;
      end.work = A * x * x * cosh_mean(y) - w0 * tau * log_mean(v);
      end.fade = exp(c.unload * end.work);
      end.a = (A * tau - w0) / (1.0 + v);
      end.slope = A + c.unload * end.a * end.a;
      return end;
    }
    Traveled<T> end = load(c, T(0.0), T(x - zero));
    const T unloading = -0.5 * w0 * w0 / A * log_mean(ratio);
    end.work += unloading;
    end.fade = end.fade * exp(c.unload * unloading);
    return end;
  }

  static TractionTangent advance(const Constants<double>& c, double a0, double x) {
    if (a0 >= 0) return load_alone(c, a0, x);
    const double p = c.unload, w0 = -a0, square = p * c.stiffness * x * x;
    constexpr double kQuarter = std::numbers::pi * std::numbers::pi / 4;  // b < pi/2
    if (square < kQuarter) {
      const double tau = x * tanh_mean(-square), v = p * w0 * tau;
      const double a = (c.stiffness * tau - w0) / (1 + v);
      if (a < 0) return {a, c.stiffness + p * a * a};
    }
    const double zero = w0 / c.stiffness * atan_mean(p * w0 * w0 / c.stiffness);
    return load_alone(c, 0, std::max(x - zero, 0.0));
  }

 private:
  static TractionTangent load_alone(const Constants<double>& c, double a0, double x) {
    const double b = std::sqrt(c.stiffness * c.load) * x, e = std::exp(-2 * b);
    const double mean = b * b < series::kTanhRange ? tanh_mean(b * b) : (1 - e) / ((1 + e) * b);
    const double tau = x * mean, faster = 1 / (1 + c.load * a0 * tau), half_cosh = 0.5 * (1 + e);
    return {(a0 + c.stiffness * tau) * faster,
            (c.stiffness - c.load * a0 * a0) * e / (half_cosh * half_cosh) * (faster * faster)};
  }

  static double inverse_cosh_square(double b) {
    const double e = std::exp(-2 * b), half_cosh = 0.5 * (1 + e);
    return e / (half_cosh * half_cosh);
  }

  template <class T>
  static Traveled<T> load(const Constants<T>& c, const T& a0, const T& x) {
    using std::exp;
    const T& A = c.stiffness;
    const T y = c.load * A * x * x, tau = x * tanh_mean(y), v = c.load * a0 * tau;
    Traveled<T> end;
    end.work = A * x * x * cosh_mean(y) + a0 * tau * log_mean(v);
    end.fade = exp(-c.load * end.work);
    end.a = (a0 + A * tau) / (1.0 + v);
    // 1 / (cosh b (1 + v)) is the fading, and the slope goes with its square.
    end.slope = (A - c.load * a0 * a0) * end.fade * end.fade;
    return end;
  }
};

}  // namespace

std::unique_ptr<FrictionLaw> make_bouc_wen_2() {
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "bouc_wen_2",
                                     .title = "Bouc-Wen n = 2",
                                     .source = "Porter et al. eq 14-15",
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = {parameter::initial_stiffness(), parameter::eta_2()},
                     .non_masing = {parameter::initial_stiffness(), parameter::alpha_2(),
                                    parameter::beta_over_alpha()},
                     .violation = bouc_wen_violation,
                     .bind = bind_kernels<MasingBoucWen<Travel2>, NonMasingBoucWen<Travel2>>});
}

}  // namespace slipfront
