// Friction laws in rate form, integrated: the path for laws without a closed solution.
//
//   dt/du = g(u, t, s; C)
//
// t [N/m^2], u [m] measured from a reference, s = +1 or -1 the direction of travel, C the
// parameters (Porter et al. eq 27). models/rate_walk.hpp integrates t, the work, and the
// sensitivities of both (eq 28-29).
//
// The derivatives by the displacements need no equation: with S = dt/dt0,
//   dt/du = g(end), dt/du0 = -g(start) S, dt/dreference = -(dt/du + dt/du0).
//
// A kernel is a struct of static functions, for T = double or ceres::Jet:
//   static constexpr int kParameters;
//   template <class T> static T rate(const T& u, const T& t, double s, const T* parameters);
//   static constexpr RateOptions rate_options;               // optional
//   template <class T> static T spring(const T* parameters); // optional
//
// spring: stiffness k [N/m^3] of a linear spring beside the hysteresis, which then is
// z = t - k u; the rate depends on u through it alone (Valanis: Et).
//
// History of a point: displacement and z (t without a spring) at the reversal point, reference.
// Limits: those of the integration. The loop area of the Masing form is the difference 8 W - 4 u t,
// which cancels for small u. One direction.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/friction_law.hpp"
#include "models/rate_walk.hpp"
#include "models/scalar.hpp"

namespace slipfront {

/// Displacements measured from the reference. `way` is the sign of u - u0, or at rest that of the
/// tangent. Throws a Failure if a rate is not finite.
RatePath integrate_rate(const RateFunction& rate, std::size_t parameters, double u0, double t0,
                        double u, double way, bool derivatives, const RateOptions& options = {});

/// A law's own spring: its stiffness and the derivatives by the parameters (empty: none).
struct RateSpring {
  double stiffness = 0;
  std::vector<double> d_stiffness = {};
};

/// A rate as a BoundLaw.
class RateLaw final : public BoundLaw {
 public:
  RateLaw(RateFunction rate, std::size_t parameters, const RateOptions& options = {},
          RateSpring spring = {})
      : rate_(std::move(rate)),
        parameters_(parameters),
        options_(options),
        spring_(std::move(spring)) {
    spring_.d_stiffness.resize(parameters);
  }

  std::size_t parameter_count() const override { return parameters_; }
  std::size_t history_size(std::size_t directions) const override;
  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override;
  double spring_stiffness() const override { return spring_.stiffness; }
  void settle_history(std::size_t directions, const double* displacement, const double* origin,
                      double* history) const override;
  void virgin(const VirginBatch& batch) const override;
  void hysteretic(const HystereticBatch& batch) const override;

 private:
  void jacobian(double u, const double* history, const RatePath& path, double* out) const;

  RateFunction rate_;
  std::size_t parameters_;
  RateOptions options_;
  RateSpring spring_;
};

/// The rate of a kernel with these parameters, differentiated with Jets.
template <class Kernel>
RateFunction rate_function(std::span<const double> values) {
  constexpr int kP = Kernel::kParameters;
  std::array<double, kP> p;
  for (int i = 0; i < kP; ++i) p[i] = values[i];
  return [p](double u, double t, double s, double* gradient) {
    if (!gradient) return Kernel::template rate<double>(u, t, s, p.data());
    using Jet = ceres::Jet<double, 2 + kP>;
    std::array<Jet, kP> parameters;
    for (int i = 0; i < kP; ++i) parameters[i] = Jet(p[i], 2 + i);
    const Jet g = Kernel::template rate<Jet>(Jet(u, 0), Jet(t, 1), s, parameters.data());
    for (int i = 0; i < 2 + kP; ++i) gradient[i] = g.v[i];
    return g.a;
  };
}

/// The spring of a kernel with these parameters.
template <class Kernel>
RateSpring rate_spring(std::span<const double> values) {
  constexpr int kP = Kernel::kParameters;
  if constexpr (requires(const double* p) { Kernel::spring(p); }) {
    using Jet = ceres::Jet<double, kP>;
    std::array<Jet, kP> p;
    for (int i = 0; i < kP; ++i) p[i] = Jet(values[i], i);
    const Jet k = Kernel::spring(p.data());
    return {k.a, {k.v.data(), k.v.data() + kP}};
  } else {
    return {};
  }
}

/// A LawDeclaration::bind for a kernel in rate form.
template <class Kernel>
std::unique_ptr<const BoundLaw> bind_rate(Framework, std::span<const double> values) {
  RateOptions options;
  if constexpr (requires { Kernel::rate_options; }) options = Kernel::rate_options;
  return std::make_unique<RateLaw>(rate_function<Kernel>(values), Kernel::kParameters, options,
                                   rate_spring<Kernel>(values));
}

}  // namespace slipfront
