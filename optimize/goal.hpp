// What one descent minimises, in the plane of the two objectives F of eq 42: one of them, or
// the distance t along a ray from the utopian point F* (Porter et al., eq 43):
//
//   min t  such that  (F - F*) / scale = t (cos psi, sin psi)
//
// t is eliminated: with a = cos psi D1 + sin psi D2 along and b = -sin psi D1 + cos psi D2
// across the ray, D = (F - F*) / scale, eq 43 is min a such that b = 0. `scale` (1, 1) is
// the paper's; that of a front's extent spreads the angles evenly over it.
#pragma once

#include <cmath>

#include "optimize/errors.hpp"

namespace slipfront {

/// Below this extent (eq 42) there is no front between two points.
inline constexpr double kOnePoint = 1e-6;

struct Goal {
  ObjectivePair origin;       // F*
  double along[2] = {1, 0};   // da/dF
  double across[2] = {0, 0};  // db/dF; 0 without a constraint

  static Goal lowest_frequency() { return {}; }
  static Goal lowest_damping() { return {{}, {0, 1}, {0, 0}}; }
  /// The lowest of objective 0 (frequency) or 1 (damping): an end of a front.
  static Goal end(int objective) { return objective == 0 ? lowest_frequency() : lowest_damping(); }
  static Goal ray(const ObjectivePair& origin, double angle, const ObjectivePair& scale) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {origin,
            {c / scale.frequency, s / scale.damping},
            {-s / scale.frequency, c / scale.damping}};
  }

  bool constrained() const { return across[0] != 0 || across[1] != 0; }
  double a(const ObjectivePair& f) const {
    return along[0] * (f.frequency - origin.frequency) + along[1] * (f.damping - origin.damping);
  }
  double b(const ObjectivePair& f) const {
    return across[0] * (f.frequency - origin.frequency) + across[1] * (f.damping - origin.damping);
  }
  /// The t at which the ray has passed both objectives of f: the lowest tells which of many
  /// points is the best start. Without a constraint a.
  double reach(const ObjectivePair& f) const {
    if (!constrained()) return a(f);
    // On the ray D = t (cos, sin) = t scale along; D1 = a cos - b sin.
    const double d1 = f.frequency - origin.frequency, d2 = f.damping - origin.damping;
    const double t1 = direction(0) > 0 ? d1 / direction(0) : 0;
    const double t2 = direction(1) > 0 ? d2 / direction(1) : 0;
    return t1 > t2 ? t1 : t2;
  }
  /// dF/dt on the ray.
  double direction(int objective) const {
    // (along, across) is a rotation by psi after the scaling; its inverse's first column.
    const double determinant = along[0] * across[1] - along[1] * across[0];
    return (objective == 0 ? across[1] : -across[0]) / determinant;
  }
};

}  // namespace slipfront
