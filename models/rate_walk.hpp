// Integration of a friction law in rate form along one monotonic path.
//
//   dt/du = g(u, t, s; C)
//
// t [N/m^2], u [m] measured from a reference, s = +1 or -1 the direction of travel, C the
// parameters (Porter et al. eq 27). t, its sensitivities (eq 28), the work int t du, and the
// sensitivities of the work (eq 29) are integrated together, with one error control:
//
//   d/du (dt/dC) = (dg/dt) (dt/dC) + dg/dC,   d/du (dW/dC) = dt/dC
//
// Two methods:
//   radau           Radau IIA of order 9 (models/radau.hpp), each step against its two halves.
//                   L-stable: a law at rest at its slip limit costs nothing, and tight
//                   tolerances few steps.
//   dormand_prince  the explicit pair of orders 5 and 4 (Boost.Odeint). No derivative of the
//                   rate is needed for the values; a rate costs less, a path more steps: their
//                   number grows with x |dg/dt| beyond the slip limit.
// Limit: g has to be Lipschitz in t on the path (Bouc-Wen with n < 1 at t = 0 is not).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/radau.hpp"

namespace slipfront {

enum class RateMethod { radau, dormand_prince };

struct RateOptions {
  /// Error of one step <= relative_tolerance * (largest |value| so far), for each quantity
  /// that is integrated. The number of steps grows as relative_tolerance^(-1/10) with radau,
  /// as relative_tolerance^(-1/5) with dormand_prince.
  double relative_tolerance = 1e-12;
  /// A path that needs more steps than this is given up with a Failure.
  int most_steps = 200000;
  RateMethod method = RateMethod::radau;
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

/// Walks from (u0, t0) in direction s, over x = |u - u0|. Throws a Failure if a rate is not
/// finite or a path needs too many steps. State: t, W, then (with derivatives) dt/dt0,
/// dt/dC..., dW/dt0, dW/dC...
class RateWalk {
 public:
  RateWalk(const RateFunction& rate, std::size_t parameters, double u0, double t0, double s,
           bool derivatives, const RateOptions& options);

  /// To a distance that is not below the last one.
  void advance(double x);
  /// Where the walk stands.
  RatePath path();

 private:
  void advance_implicit(double x);
  void advance_explicit(double x);
  double attempt(double h);
  bool move(double x, double h, const std::vector<double>& from, std::vector<double>& to);
  bool sensitivities(const std::vector<double>& from, std::vector<double>& to);
  void slope(const std::vector<double>& state, std::vector<double>& slope, double x);
  void count_step();
  void remember_sizes();
  double u() const { return u0_ + s_ * x_; }

  const RateFunction& rate_;
  const RateOptions options_;
  double u0_, s_;
  std::size_t count_;  // t0 and parameters; 0 without derivatives
  std::vector<double> state_, largest_, whole_, middle_, halves_, gradient_;
  radau::Step radau_;
  double start_tangent_ = 0;
  double x_ = 0, step_ = 0;
  int trials_ = 0;
};

}  // namespace slipfront
