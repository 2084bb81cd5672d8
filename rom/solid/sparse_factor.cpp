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
  parts_->factor.analyzePattern(matrix);
  const auto check_memory = [&] {
    const int status = parts_->factor.cholmod().status;
    if (status == CHOLMOD_OUT_OF_MEMORY || status == CHOLMOD_TOO_LARGE)
      throw Failure(Problem{what, "",
                            "a stiffness matrix of " + std::to_string(matrix.rows()) + " unknowns",
                            "its factor does not fit in memory", "coarsen the mesh"});
  };
  check_memory();  // before Eigen looks at a factor that is none
  parts_->factor.factorize(matrix);
  check_memory();
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
