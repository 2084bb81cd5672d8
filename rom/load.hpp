// Reduced models from and to MATLAB files.
//
// Recognised layouts, the first whose variables are all there:
//   slipfront     slipfront_layout K M Fv R D F areas kind        (save_structure)
//   Qm Tm         K M R Fv Qm Tm [L node_coords]                  (Python export)
//   Q T           K M R Fv Q T [L]
//   MESH          K M R Fv MESH.Nds MESH.Quad and/or MESH.Tri [L]  one point per element
//   patches       K M R Fv PatchAreas Qxyn [Txyn]
// with, in any of them and optional, Prestress [N per bolt, multiplies Fv], TotalMass
// (or Mass, mass) [kg] and response_in_triples (0 or 1).
//
// Element layouts, with Q (points x nodes) the map from nodes to points and T (nodes x
// points) from tractions to nodal forces, both for one scalar component:
//   D = (Q kron I3) L(1:3Nn, :)     F = L(1:3Nn, :)' (T kron I3)     areas = 1' T
// Without L the first 3 Nn unknowns are the relative nodal displacements, node-major.
// MESH elements: the point is the mean of the element's nodes, T = Q' area.
// Patches: D = Qxyn, F = Txyn (or Qxyn').
//
// R counts as triples x, y, z at one place after another if its rows are a multiple of
// three, unless response_in_triples says otherwise.
// K and M are replaced by the mean with their transpose once they have passed the check.
// Units are taken as they are (SI is meant).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/structure.hpp"

namespace slipfront {

/// What the file's matrices lacked in symmetry before they were made symmetric.
struct Asymmetry {
  double stiffness = 0;
  double mass = 0;
};

/// One Failure with all problems: missing variables with the nearest layout, sizes,
/// NaN, asymmetry, indefinite mass, an interface that opens under the bolt load.
Structure load_structure(const std::string& path, Asymmetry* asymmetry = nullptr);

/// Writes slipfront's own layout; load_structure gives the same numbers back exactly. `more`:
/// further variables, which do not change what is loaded (rom/joint_facts.hpp).
void save_structure(const Structure& structure, const std::string& path,
                    const std::vector<std::pair<std::string, Eigen::MatrixXd>>& more = {});

}  // namespace slipfront
