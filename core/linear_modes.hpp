// Linear modes of a structure whose interface carries linear springs, and the choice of
// one of them by its shape.
//
//   (K + D' diag(k) D) phi = lambda M phi,   phi' M phi = 1
//
// Springs may be as stiff as 1e21 N/m^3: the modes are found as the largest eigenvalues
// of the inverse, which stays well scaled,
//
//   (Omega + Psi'dk Psi)^-1 = 1/Omega - 1/Omega Psi' dk (I + G dk)^-1 Psi 1/Omega,
//
// dk = k - reference springs, G the static compliance (core/condensed.hpp).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/condensed.hpp"
#include "core/modal_solver.hpp"

namespace slipfront {

struct ModalBasis {
  Eigen::VectorXd lambda;  // ascending [rad^2/s^2]
  Eigen::MatrixXd eta;     // columns: shapes in condensed coordinates, of unit length
};

/// The lowest `count` modes (or all, if there are fewer) with the springs `row_stiffness`
/// [N/m], one per interface row. The sign of a shape makes its largest response (or, without
/// response rows, its largest coordinate) positive.
/// Many rows: by Krylov iteration (core/krylov_modes.hpp); few: all modes at once.
ModalBasis modes_with_springs(const CondensedStructure& structure,
                              const Eigen::VectorXd& row_stiffness, int count);

/// Makes the largest response of a shape positive.
void fix_sign(const CondensedStructure& structure, Eigen::Ref<Eigen::VectorXd> eta);

/// Positions of the modes that bend along the bolt axis: the z rows of the response carry
/// more than half of its energy, and their norm exceeds a tenth of the largest z-norm of
/// the basis. Empty if the response rows are not triples x, y, z.
std::vector<int> bending_modes(const CondensedStructure& structure, const ModalBasis& basis,
                               bool response_in_triples);

/// Position of the chosen mode, or -1 if there is none.
int choose_mode(const ModeChoice& choice, const std::vector<int>& bending, const ModalBasis& basis);

}  // namespace slipfront
