// Friction laws in rate form, integrated: the path for laws without a closed solution.
//
//   dt/du = g(u, t, s; C)
//
// t [N/m^2], u [m] measured from a reference, s = +1 or -1 the direction of travel, C the
// parameters (Porter et al. eq 27). The Radau IIA method of order 9 (models/radau.hpp)
// integrates t, its sensitivities (eq 28), the work int t du, and the sensitivities of
// the work (eq 29) together, with one error control: each step against its two halves.
//
//   d/du (dt/dC) = (dg/dt) (dt/dC) + dg/dC,   d/du (dW/dC) = dt/dC
//
// The derivatives by the displacements need no equation: with S = dt/dt0,
//   dt/du = g(end), dt/du0 = -g(start) S, dt/dreference = -(dt/du + dt/du0).
//
// A kernel is a struct of static functions, for T = double or ceres::Jet:
//   static constexpr int kParameters;
//   template <class T> static T rate(const T& u, const T& t, double s, const T* parameters);
//
// History of a point: displacement and traction at the reversal point, reference.
// Limits: g has to be Lipschitz in t on the path (Bouc-Wen with n < 1 at t = 0 is not).
// The loop area of the Masing form is the difference 8 W - 4 u t, which cancels for
// small u. One direction.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/friction_law.hpp"
#include "models/scalar.hpp"

namespace slipfront {

struct RateOptions {
  /// Error of one step <= relative_tolerance * (largest |value| so far), for each quantity
  /// that is integrated. The number of steps grows as relative_tolerance^(-1/10).
  double relative_tolerance = 1e-12;
  /// A path that needs more steps than this is given up with a Failure.
  int most_steps = 200000;
};

/// g and, where `gradient` is not null, its derivatives by u, t, and the parameters.
using RateFunction = std::function<double(double u, double t, double s, double* gradient)>;

/// The end of a path from (u0, t0) to u. Work is int t du.
struct RatePath {
  double traction, work;
  double tangent, start_tangent;           // g at the end and at the start
  double traction_start, work_start;       // derivatives by t0; with derivatives only
  std::vector<double> d_traction, d_work;  // by the parameters; with derivatives only
};

/// Displacements measured from the reference. Throws a Failure if a rate is not finite.
RatePath integrate_rate(const RateFunction& rate, std::size_t parameters, double u0, double t0,
                        double u, bool derivatives, const RateOptions& options = {});

/// A rate as a BoundLaw.
class RateLaw final : public BoundLaw {
 public:
  RateLaw(RateFunction rate, std::size_t parameters, const RateOptions& options = {})
      : rate_(std::move(rate)), parameters_(parameters), options_(options) {}

  std::size_t parameter_count() const override { return parameters_; }
  std::size_t history_size(std::size_t directions) const override;
  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override;
  void virgin(const VirginBatch& batch) const override;
  void hysteretic(const HystereticBatch& batch) const override;

 private:
  void jacobian(const double* history, const RatePath& path, double* out) const;

  RateFunction rate_;
  std::size_t parameters_;
  RateOptions options_;
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

/// A LawDeclaration::bind for a kernel in rate form.
template <class Kernel>
std::unique_ptr<const BoundLaw> bind_rate(Framework, std::span<const double> values) {
  return std::make_unique<RateLaw>(rate_function<Kernel>(values), Kernel::kParameters);
}

}  // namespace slipfront
