// Bouc-Wen with n = 1 (Porter et al., eq 12-13): exponentials.
//   loading    a = a0 e^(-r x) + (A/r)(1 - e^(-r x))
//   unloading  |a| = |a0| e^(-p x) - (A/p)(1 - e^(-p x)), zero at x = log(1 + p|a0|/A)/p
// written with quotients that stay smooth as r or p goes to zero (alpha = +-beta).
// A = initial_stiffness [N/m^3]; eta, alpha [1/m].
#include <algorithm>

#include "models/bouc_wen_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"
#include "models/smooth_functions.hpp"

namespace slipfront {

namespace {

struct Travel1 {
  template <class T>
  using Constants = BoucWenConstants<T>;

  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u) {
    const T y = c.load * u, spring = c.stiffness * u;
    return {spring * exp_mean(y), kMasingSecant * spring * u * exp_bend(y)};
  }
  static TractionTangent virgin_tangent(const Constants<double>& c, double u) {
    const double y = c.load * u;
    return {y > 0 ? -c.stiffness * std::expm1(-y) / c.load : c.stiffness * u,
            c.stiffness * std::exp(-y)};
  }
  template <class T>
  static T fading(const Constants<T>& c, const T& a) {
    return value_of(a) < 0 ? c.unload : c.load;
  }

  template <class T>
  static Traveled<T> travel(const Constants<T>& c, const T& a0, const T& x) {
    using std::exp;
    const T& A = c.stiffness;
    if (value_of(a0) >= 0) return load(c, a0, x);
    const T w0 = -a0, ratio = c.unload * w0 / A;
    const T zero = w0 / A * log_mean(ratio);  // where the traction is gone
    if (value_of(x) < value_of(zero)) {
      const T y = c.unload * x, mean = exp_mean(y), left = exp(-y);
      return {A * x * mean - w0 * left, A * x * x * exp_mean2(y) - w0 * x * mean, left,
              (A + c.unload * w0) * left};
    }
    Traveled<T> end = load(c, T(0.0), T(x - zero));
    end.work -= w0 * w0 / A * log_mean2(ratio);
    end.fade = end.fade / (1.0 + ratio);
    return end;
  }

  static TractionTangent advance(const Constants<double>& c, double a0, double x) {
    if (a0 >= 0) return load_alone(c, a0, x);
    const double p = c.unload, w0 = -a0, y = p * x, left = std::exp(-y);
    const double a = c.stiffness * x * exp_mean(y) - w0 * left;
    if (a < 0) return {a, (c.stiffness + p * w0) * left};
    const double zero = w0 / c.stiffness * log_mean(p * w0 / c.stiffness);
    return load_alone(c, 0, std::max(x - zero, 0.0));
  }

 private:
  static TractionTangent load_alone(const Constants<double>& c, double a0, double x) {
    const double y = c.load * x, left = std::exp(-y);
    return {a0 * left + c.stiffness * x * exp_mean(y), (c.stiffness - c.load * a0) * left};
  }

  template <class T>
  static Traveled<T> load(const Constants<T>& c, const T& a0, const T& x) {
    using std::exp;
    const T y = c.load * x, mean = exp_mean(y), left = exp(-y), spring = c.stiffness * x;
    return {a0 * left + spring * mean, x * (a0 * mean + spring * exp_mean2(y)), left,
            (c.stiffness - c.load * a0) * left};
  }
};

}  // namespace

std::unique_ptr<FrictionLaw> make_bouc_wen_1() {
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "bouc_wen_1",
                                     .title = "Bouc-Wen n = 1",
                                     .source = "Porter et al. eq 12-13",
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = {parameter::initial_stiffness(), parameter::eta_1()},
                     .non_masing = {parameter::initial_stiffness(), parameter::alpha_1(),
                                    parameter::beta_over_alpha()},
                     .violation = bouc_wen_violation,
                     .bind = bind_kernels<MasingBoucWen<Travel1>, NonMasingBoucWen<Travel1>>});
}

}  // namespace slipfront
