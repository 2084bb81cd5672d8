#include "rom/closure.hpp"

#include <Eigen/LU>

namespace slipfront {

namespace {
// Stiff beside a bolted joint's bulk, soft beside rounding: the usual contact stiffness
// of machined steel, N/m^3.
constexpr double kProbeStiffness = 1e12;
}  // namespace

Eigen::MatrixXd interface_springs(const Structure& structure, double tangential, double normal) {
  const Interface& interface = structure.interface;
  Eigen::VectorXd stiffness(3 * interface.points());
  for (Eigen::Index p = 0; p < interface.points(); ++p) {
    const double weight = interface.kind == InterfaceKind::patches ? interface.areas[p] : 1;
    stiffness.segment<3>(3 * p) << weight * tangential, weight * tangential, weight * normal;
  }
  return interface.force * stiffness.asDiagonal() * interface.displacement;
}

double bolt_closure(const Structure& structure) {
  if (structure.bolt_load.isZero(0)) return 0;
  const Interface& interface = structure.interface;
  const Eigen::MatrixXd held =
      structure.stiffness + interface_springs(structure, kProbeStiffness, kProbeStiffness);
  const Eigen::VectorXd relative =
      interface.displacement * held.partialPivLu().solve(structure.bolt_load);
  double force = 0;
  for (Eigen::Index p = 0; p < interface.points(); ++p)
    force += kProbeStiffness * interface.areas[p] * relative[3 * p + 2];
  return force;
}

}  // namespace slipfront
