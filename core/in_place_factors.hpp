// Triangular factors in memory that is asked for once: the sizes of a solve's linear systems
// change from step to step, and Eigen's own owners of factors would ask anew each time.
//
//   InPlaceCholesky   A = L L'     A symmetric and positive definite; its lower half is read
//   InPlaceLu         P A = L U    rows swapped; recursive: halves of the columns, so that most
//                                  of the work is one product of matrices
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/scratch_matrix.hpp"

namespace slipfront {

class InPlaceCholesky {
 public:
  /// The n x n matrix to fill (lower half), then factorise().
  ScratchMatrix::View begin(Eigen::Index n);
  /// False if not positive definite.
  bool factorise();
  /// L^-1 x and L'^-1 x in place.
  void solve_lower(Eigen::Ref<Eigen::MatrixXd> x) const;
  void solve_upper(Eigen::Ref<Eigen::MatrixXd> x) const;

 private:
  ScratchMatrix matrix_;
  std::optional<Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>> llt_;
};

class InPlaceLu {
 public:
  ScratchMatrix::View begin(Eigen::Index n);
  void factorise();
  /// A^-1 x in place.
  void solve(Eigen::Ref<Eigen::MatrixXd> x) const;

 private:
  ScratchMatrix matrix_;
  std::vector<Eigen::Index> swaps_;  // row k with row swaps_[k], one after the other
};

}  // namespace slipfront
