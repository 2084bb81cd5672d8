// The conformance kit: what every friction law must obey, built in or plugin, checked by
// numbers alone. Draws parameter sets within the search bounds (seeded) and, for each,
// displacements over the decades in which the law bends, and compares with
//
//   - finite outputs at rest, at tiny and at huge displacements
//   - units: counted in other units of length and force, the curve is the same
//   - symmetry: f odd, loop area and tangent even, mirrored paths give mirrored tractions
//   - tangent and parameter derivatives against finite differences (one-sided at kinks)
//   - loop area against quadrature of 8 int f du - 4 u f; not negative
//   - hysteretic: starts as the virgin curve; a straight path may be cut into pieces; work
//     against quadrature; closed cycles dissipate; chained jacobians against differences
//     of whole paths; the Masing loop, where the law is declared to obey Masing's rules
//   - the law's own spring: a point that settles is one that starts, and the spring beside it
//   - two directions: the same, invariant under rotation, uncoupled along a line
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

struct ConformanceOptions {
  int parameter_sets = 12;  // drawn within the bounds, uniformly on each parameter's scale
  std::uint64_t seed = 1;
  /// Narrower bounds for parameters of these names; the law's own for all others.
  std::vector<Parameter> bounds = {};
  /// Derivatives agree within this fraction of value / argument.
  double derivative_tolerance = 1e-7;
  /// Tractions and works of two routes to the same point agree within this fraction.
  double path_tolerance = 1e-9;
  /// Along a line the coupled form is the uncoupled one within path_tolerance, and this fraction
  /// of the traction of full slip: for a coupled form that is a finite set of sliders.
  double line_tolerance = 0;
  /// Rotated paths give rotated tractions within this fraction.
  double rotation_tolerance = 1e-12;
  /// All lengths and tractions of the law are parameters: false for one that holds a constant
  /// with a unit of its own.
  bool units = true;
  /// The closed loop between -u and u has the loop area of the virgin curve.
  bool masing = false;
};

/// What keeps a law from being searched at all: a framework that it does not know, missing or
/// equal names, bounds that are no range. Part of check_law.
std::vector<std::string> check_declaration(const FrictionLaw& law, Framework framework);

/// One sentence for each kind of check that fails, with the first case that did; empty if
/// the law conforms. Nothing is thrown for a law that does wrong.
std::vector<std::string> check_law(const FrictionLaw& law, Framework framework,
                                   const ConformanceOptions& options = {});

}  // namespace slipfront
