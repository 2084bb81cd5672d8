// Stiffness and mass of a solid over all of its unknowns, before constraints.
#pragma once

#include <Eigen/SparseCore>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

struct SolidMatrices {
  Eigen::SparseMatrix<double> stiffness;  // [N/m], symmetric, both triangles
  Eigen::SparseMatrix<double> mass;       // [kg], consistent
};

SolidMatrices assemble_solid(const SolidModel& model);

}  // namespace slipfront
