// The contract of a friction law: a pure function of a batch of interface points.
//
// A law relates the tangential relative displacement u [m] of a point to a traction t
// [N/m^2]. It is written per area; on a patch the force is area x traction. History is
// an argument, parameters are bound once, and a bound law is const and thread-safe:
// one virtual call evaluates every point of an interface.
//
//   FrictionLaw   what the registry holds: name, parameters, which frameworks it knows.
//   BoundLaw      the law with its parameter values (and any table built from them).
//
// Two questions are asked of a bound law.
//
//   virgin      loading from the origin, one direction: t = f(u), odd in u. The Masing
//               framework needs no more (Porter et al., 2.3.1). With it comes the
//               area of the Masing loop between -u and u,
//                   D(u) = 8 int_0^u f du - 4 u f(u)      [N/m]   (J per m^2)
//               given by the law in a form without cancellation.
//   hysteretic  loading from a reversal point that `history` describes, in one
//               direction, or in two coupled ones (traction form of the elements). The
//               displacement is taken to move monotonically from the reversal point.
//
// Plain pointers and counts only: the same structs cross the border to plugins.
// Arrays are point-major. Any output pointer may be null: that output is not wanted.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/parameter.hpp"

namespace slipfront {

enum class Framework { masing, non_masing };

std::string to_text(Framework framework);  // "masing", "non_masing"

/// Loading from the origin. Columns of the derivative rows: u, normal traction, then
/// the parameters in their order (2 + parameters in all).
struct VirginBatch {
  std::size_t points = 0;
  const double* displacement = nullptr;     // [points] u
  const double* normal_traction = nullptr;  // [points] >= 0; only read by pressure-dependent laws
  double* traction = nullptr;               // [points] f(u)
  double* tangent = nullptr;                // [points] df/du
  double* loop_area = nullptr;              // [points] D(u) >= 0
  double* d_traction = nullptr;             // [points * (2 + parameters)]
  double* d_loop_area = nullptr;            // [points * (2 + parameters)]
};

/// Loading from a reversal point. With d = directions (1 or 2) and h = history size,
/// the jacobian of a point has rows traction[d], new_history[h], work[1] and columns
/// displacement[d], normal_traction[1], history[h], parameters: row-major.
struct HystereticBatch {
  std::size_t points = 0;
  std::size_t directions = 1;
  const double* displacement = nullptr;     // [points * d]
  const double* normal_traction = nullptr;  // [points], pressure-dependent laws only
  const double* history = nullptr;          // [points * h]
  double* traction = nullptr;               // [points * d]
  double* tangent = nullptr;                // [points * d * d], row-major
  double* d_normal = nullptr;               // [points * d] dt/d(normal traction)
  double* work = nullptr;                   // [points] int t.du from the reversal point to here
  double* new_history = nullptr;            // [points * h] what history is if loading turns here
  double* jacobian = nullptr;               // [points * (d + h + 1) * (d + 1 + h + parameters)]
};

class BoundLaw {
 public:
  virtual ~BoundLaw() = default;

  virtual std::size_t parameter_count() const = 0;

  virtual void virgin(const VirginBatch& batch) const = 0;

  /// Number of doubles that describe the past of one point in `directions` directions.
  /// A law that has no hysteretic form in so many directions returns 0.
  virtual std::size_t history_size(std::size_t directions) const = 0;

  /// History of a point that starts, free of traction, at `displacement` ([directions]).
  /// Affine in the displacement.
  virtual void start_history(std::size_t directions, const double* displacement,
                             double* history) const = 0;

  /// Stiffness [N/m^3] of a linear spring that is part of the law, beside its hysteretic
  /// part (kp of generalized Jenkins-Prager, Et of Valanis): conservative prestress keeps it.
  virtual double spring_stiffness() const { return 0; }

  /// History of a point whose hysteretic part is free of traction at `displacement`, while
  /// the law's own spring is free at `origin`. Affine in both.
  virtual void settle_history(std::size_t directions, const double* displacement,
                              const double* /*origin*/, double* history) const {
    start_history(directions, displacement, history);
  }

  virtual void hysteretic(const HystereticBatch& batch) const = 0;
};

/// What a law is, in words and tables: for `slipfront models` and the study reader.
struct LawDescription {
  std::string name;    // "iwan4"
  std::string title;   // "4-parameter Iwan"
  std::string source;  // "Porter et al. eq 7-8; Segalman 2002"
  int version = 1;     // part of a combination's identity: raise it when numbers change
  bool pressure_dependent = false;  // needs normal_traction, implies penalty contact
  bool has_post_slip = false;       // the law has its own post-slip stiffness
  std::vector<Framework> frameworks;
  bool coupled = false;    // has a hysteretic form in two coupled directions
  std::string build = {};  // of a plugin: fingerprint of its file, part of the identity too
};

class FrictionLaw {
 public:
  virtual ~FrictionLaw() = default;
  virtual const LawDescription& description() const = 0;

  /// Names, units and search bounds; may differ between the frameworks (Bouc-Wen).
  virtual const std::vector<Parameter>& parameters(Framework framework) const = 0;

  /// Empty if the values are inside the law's mathematical domain (which is wider than
  /// the search bounds); otherwise the rule they break, as "beta + (chi+1)/(chi+2) > 0".
  virtual std::string domain_violation(Framework framework,
                                       std::span<const double> values) const = 0;

  /// Throws a Failure if domain_violation says so or a value is not finite.
  virtual std::unique_ptr<const BoundLaw> bind(Framework framework,
                                               std::span<const double> values) const = 0;
};

}  // namespace slipfront
