// Sparse Cholesky factor of a symmetric positive definite matrix (CHOLMOD, supernodal).
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <string>

namespace slipfront {

class SparseFactor {
 public:
  /// Reads the lower triangle. Failure, naming `what`, if the matrix is not positive
  /// definite or memory runs out.
  SparseFactor(const Eigen::SparseMatrix<double>& matrix, const std::string& what);
  ~SparseFactor();
  SparseFactor(SparseFactor&&) noexcept;
  SparseFactor& operator=(SparseFactor&&) noexcept;

  /// A^-1 b for all columns, in blocks; not from two threads at once.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slipfront
