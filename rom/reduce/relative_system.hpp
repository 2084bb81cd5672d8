// The sparse model of a joint in relative coordinates.
//
//   x = (r, o):  r the relative displacements of the interface pairs, top minus bottom,
//   three per pair; o the other unknowns that constraints leave free (the top's interface
//   displacements are r + those of the bottom).
//   all displacements = T x,   K = T' K_solid T,   M = T' M_solid T
//
// Motions without energy are known exactly: the six rigid motions Z of the whole (r = 0),
// and `separation`, what constraints leave of the rigid motions of its parts against each
// other: for bolts that slide in their nuts one motion along the bolts.
// The pins are as many unknowns as there are such motions, held by springs: under loads
// in balance they carry nothing, so that the pinned K gives an exact answer.
#pragma once

#include <Eigen/SparseCore>

#include "rom/reduce/joint_model.hpp"

namespace slipfront {

struct RelativeSystem {
  std::string source;
  Eigen::SparseMatrix<double> stiffness, mass;
  Eigen::Index relative = 0;   // size of r
  Eigen::MatrixXd rigid;       // Z, six columns with Z'MZ = 1
  Eigen::MatrixXd separation;  // columns, none to few
  std::vector<Eigen::Index> pins;
  Eigen::VectorXd bolt_load;                              // T'f
  Eigen::SparseMatrix<double, Eigen::RowMajor> response;  // rows x, y, z of each place
  Eigen::SparseMatrix<double> all_from_x;                 // T

  Eigen::Index size() const { return stiffness.rows(); }
  /// K with springs on the pins.
  Eigen::SparseMatrix<double> pinned() const;
  /// x minus its rigid motion: (1 - Z Z'M) x.
  Eigen::MatrixXd without_rigid(const Eigen::MatrixXd& x) const;
};

/// As many rows of the motions as there are columns, by complete pivoting.
std::vector<Eigen::Index> choose_pins(Eigen::MatrixXd motions);

/// Failure if parts of the structure hang on nothing, with the place of the smallest.
RelativeSystem relative_system(const JointModel& joint);

}  // namespace slipfront
