// Measured dissipation per cycle against the amplitude of the force on the joint, as CSV:
//
//   force, dissipation
//
// [N, J], or any consistent set of units: the parameters come in the same. Rows in any order;
// a force may stand there several times.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct ForceDissipation {
  std::string source;
  std::vector<double> force;        // amplitude F0, ascending
  std::vector<double> dissipation;  // D, energy per cycle

  std::size_t size() const { return force.size(); }
};

/// One Failure with all that keeps a joint of slip force F_S from explaining the data: fewer
/// than two forces, values that are not above 0, forces above F_S, dissipation that falls
/// with force or grows no faster than its square.
ForceDissipation read_force_dissipation(const std::string& path, double slip_force);

/// The same for data that are already here.
void check_force_dissipation(const ForceDissipation& data, double slip_force);

}  // namespace slipfront
