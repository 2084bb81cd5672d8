#include "rom/solid/sparse_factor.hpp"

#include <Eigen/CholmodSupport>

#include "core/failure.hpp"

namespace slipfront {

namespace {
// Right-hand sides solved at once: enough for the dense kernels to work at full speed,
// and a small share of the memory of the factor.
constexpr Eigen::Index kBlock = 64;
}  // namespace

struct SparseFactor::Parts {
  Eigen::CholmodSupernodalLLT<Eigen::SparseMatrix<double>, Eigen::Lower> factor;
};

SparseFactor::SparseFactor(const Eigen::SparseMatrix<double>& matrix, const std::string& what)
    : parts_(std::make_unique<Parts>()) {
  parts_->factor.cholmod().print = 0;
  parts_->factor.compute(matrix);
  if (parts_->factor.info() != Eigen::Success)
    throw Failure(Problem{what, "", "a stiffness matrix that is not positive definite",
                          "every part must be held by its elements, ties and couplings",
                          "look for parts that hang on nothing, and for degenerate elements"});
}

SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

Eigen::MatrixXd SparseFactor::solve(const Eigen::MatrixXd& right) const {
  Eigen::MatrixXd answer(right.rows(), right.cols());
  for (Eigen::Index at = 0; at < right.cols(); at += kBlock) {
    const Eigen::Index width = std::min(kBlock, right.cols() - at);
    const Eigen::MatrixXd block = right.middleCols(at, width);
    answer.middleCols(at, width) = parts_->factor.solve(block);
  }
  return answer;
}

}  // namespace slipfront
