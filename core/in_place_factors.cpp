#include "core/in_place_factors.hpp"

#include <Eigen/LU>

namespace slipfront {

namespace {

constexpr Eigen::Index kColumnByColumn = 12;  // so few columns are not worth a product

using Block = Eigen::Ref<Eigen::MatrixXd>;

void swap_rows(Block a, const std::vector<Eigen::Index>& swaps, Eigen::Index first,
               Eigen::Index count) {
  for (Eigen::Index k = first; k < first + count; ++k)
    if (const Eigen::Index other = swaps[static_cast<std::size_t>(k)]; other != k)
      a.row(k).swap(a.row(other));
}

/// Columns first.. of `a` (all rows of the matrix), whose rows above `first` are finished.
void factorise_columns(Block a, Eigen::Index first, std::vector<Eigen::Index>& swaps) {
  const Eigen::Index rows = a.rows() - first, columns = a.cols();
  if (columns <= kColumnByColumn) {
    for (Eigen::Index c = 0; c < columns; ++c) {
      const Eigen::Index at = first + c, left = a.rows() - at;
      Eigen::Index pivot = 0;
      a.col(c).tail(left).cwiseAbs().maxCoeff(&pivot);
      swaps[static_cast<std::size_t>(at)] = at + pivot;
      if (pivot > 0) a.row(at).swap(a.row(at + pivot));
      if (a(at, c) != 0) a.col(c).tail(left - 1) /= a(at, c);
      for (Eigen::Index other = c + 1; other < columns; ++other)
        a.col(other).tail(left - 1) -= a(at, other) * a.col(c).tail(left - 1);
    }
    return;
  }
  const Eigen::Index half = columns / 2, rest = columns - half;
  auto left = a.leftCols(half), right = a.rightCols(rest);
  factorise_columns(left, first, swaps);
  swap_rows(right, swaps, first, half);
  auto top = right.middleRows(first, half);
  left.middleRows(first, half).triangularView<Eigen::UnitLower>().solveInPlace(top);
  right.bottomRows(rows - half).noalias() -= left.bottomRows(rows - half) * top;
  factorise_columns(right, first + half, swaps);
  swap_rows(left, swaps, first + half, rest);
}

}  // namespace

ScratchMatrix::View InPlaceCholesky::begin(Eigen::Index n) {
  llt_.reset();
  return matrix_.resize(n, n);
}

bool InPlaceCholesky::factorise() {
  if (matrix_.view().size() == 0) return true;
  Eigen::Ref<Eigen::MatrixXd> matrix = matrix_.view();
  llt_.emplace(matrix);
  return llt_->info() == Eigen::Success;
}

void InPlaceCholesky::solve_lower(Eigen::Ref<Eigen::MatrixXd> x) const {
  if (x.size() > 0) llt_->matrixL().solveInPlace(x);
}

void InPlaceCholesky::solve_upper(Eigen::Ref<Eigen::MatrixXd> x) const {
  if (x.size() > 0) llt_->matrixU().solveInPlace(x);
}

ScratchMatrix::View InPlaceLu::begin(Eigen::Index n) {
  swaps_.resize(static_cast<std::size_t>(n));
  return matrix_.resize(n, n);
}

void InPlaceLu::factorise() {
  if (!swaps_.empty()) factorise_columns(matrix_.view(), 0, swaps_);
}

void InPlaceLu::solve(Eigen::Ref<Eigen::MatrixXd> x) const {
  if (x.size() == 0) return;
  const auto factors = matrix_.view();
  swap_rows(x, swaps_, 0, x.rows());
  factors.triangularView<Eigen::UnitLower>().solveInPlace(x);
  factors.triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace slipfront
