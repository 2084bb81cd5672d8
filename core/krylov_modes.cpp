#include "core/krylov_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

namespace slipfront {

namespace {

constexpr double kTolerance = 1e-12;  // of 1 / lambda of the mode
constexpr double kRounding = 1e-15;   // of the largest 1 / lambda: that of the inverse itself
constexpr int kMostBlocks = 24;
constexpr double kDependent = 1e-10;  // a column that shrinks so much adds only rounding

KrylovModes all_modes(const std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>& inverse,
                      Eigen::Index n, Eigen::Index count) {
  const Eigen::MatrixXd whole = inverse(Eigen::MatrixXd::Identity(n, n));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (whole + whole.transpose()));
  const Eigen::Index wanted = std::min(count, n);
  return {eigen.eigenvalues().tail(wanted).reverse().cwiseInverse(),
          eigen.eigenvectors().rightCols(wanted).rowwise().reverse()};
}

}  // namespace

KrylovModes krylov_modes(const std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>& inverse,
                         const Eigen::MatrixXd& start, Eigen::Index count) {
  const Eigen::Index n = start.rows(), width = start.cols();
  Eigen::MatrixXd basis(n, std::min<Eigen::Index>(n, width * kMostBlocks));
  Eigen::MatrixXd image(n, basis.cols());
  Eigen::Index size = 0;
  Eigen::MatrixXd block = start;
  while (size < basis.cols()) {
    // Twice is enough.
    for (int pass = 0; pass < 2 && size > 0; ++pass)
      block -= basis.leftCols(size) * (basis.leftCols(size).transpose() * block);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(block);
    qr.setThreshold(kDependent);
    const Eigen::Index fresh = std::min(qr.rank(), basis.cols() - size);
    if (fresh == 0) break;  // the start spans a few modes exactly
    const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(n, fresh);
    basis.middleCols(size, fresh) = q;
    image.middleCols(size, fresh) = inverse(q);
    block = image.middleCols(size, fresh);
    size += fresh;
    if (size < count + width) continue;

    const auto v = basis.leftCols(size);
    const auto av = image.leftCols(size);
    const Eigen::MatrixXd projected = v.transpose() * av;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 *
                                                               (projected + projected.transpose()));
    const Eigen::MatrixXd top = eigen.eigenvectors().rightCols(count).rowwise().reverse();
    const Eigen::VectorXd mu = eigen.eigenvalues().tail(count).reverse();
    const Eigen::MatrixXd shapes = v * top;
    const Eigen::VectorXd error = (av * top - shapes * mu.asDiagonal()).colwise().norm();
    if ((error.array() <= kTolerance * mu.array() + kRounding * mu[0]).all())
      return {mu.cwiseInverse(), shapes};
  }
  return all_modes(inverse, n, count);
}

}  // namespace slipfront
