// Linear constraints, eliminated: one matrix from the unknowns that remain to all.
//
//   u = T q
//
// Ties give their slaves directly (a slave of a slave is resolved); then each equation
// E T q = 0 gives one more unknown by Gauss-Jordan elimination, the one with the largest
// coefficient in it that is not among `kept`.
#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

using Sparse = Eigen::SparseMatrix<double>;

struct Elimination {
  Sparse all_from_free;   // T
  std::vector<int> free;  // which unknown each q is
};

/// `kept`: unknowns (3 node + direction) that must stay. Failure if ties go in a circle,
/// if a kept unknown is a slave, or if equations contradict each other by depending.
Elimination eliminate(const SolidModel& model, const std::vector<int>& kept,
                      const std::string& where);

}  // namespace slipfront
