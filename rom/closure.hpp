// Does the bolt load close the joint? The sign of the interface normal, told by physics.
//
// Linear springs kt = kn on the whole interface hold the structure under one newton per
// bolt: (K + F k D) u = Fv. The net normal force they carry, k sum_i A_i un_i, is above 0
// if the bolts press the parts together, below 0 if the normal has the wrong sign. Where
// the parts can separate as rigid bodies it is the number of bolts, whatever k is.
#pragma once

#include <Eigen/Core>

#include "core/structure.hpp"

namespace slipfront {

/// Matrix of linear springs on the whole interface, kt and kn per area [N/m^3]:
/// D' diag(A k) D for patches, F diag(k) D for elements.
Eigen::MatrixXd interface_springs(const Structure& structure, double tangential, double normal);

/// Net normal force per newton of each bolt; 0 without a bolt load.
double bolt_closure(const Structure& structure);

}  // namespace slipfront
