#include "core/loop_map.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

// Beside the size of the entries: below it is the rounding of differences of them.
constexpr double kNothing = 1e-10;
// A displacement [m] at which no law has slipped yet, and how straight it is up to there.
constexpr double kProbe = 1e-15;
constexpr double kStraight = 1e-3;
constexpr Eigen::Index kAxes = 3;  // rows of a point
constexpr Eigen::Index kNormal = 2;

/// The largest of a row among all points; 1 where all are 0.
double row_size(const std::vector<Eigen::MatrixXd>& points, Eigen::Index row) {
  double largest = 0;
  for (const Eigen::MatrixXd& point : points)
    largest = std::max(largest, point.row(row).cwiseAbs().maxCoeff());
  return largest > 0 ? largest : 1;
}

}  // namespace

FeltHistory FeltHistory::of(const std::vector<Eigen::MatrixXd>& down,
                            const std::vector<Eigen::MatrixXd>& up, const Eigen::VectorXd& size) {
  const Eigen::Index past = size.size();
  const Eigen::VectorXd inverse = size.cwiseInverse();
  std::vector<Eigen::MatrixXd> scaled;  // entries of the history as shares of their size
  for (const Eigen::MatrixXd& point : down) scaled.push_back(point * size.asDiagonal());
  const Eigen::Index tractions = down.empty() ? 0 : down.front().rows() - past;
  Eigen::VectorXd units(tractions + past);
  for (Eigen::Index row = 0; row < tractions; ++row) units[row] = 1 / row_size(scaled, row);
  units.tail(past) = inverse;

  std::vector<Eigen::MatrixXd> felt;  // by point: orthonormal rows over the scaled entries
  Eigen::Index count = 0;
  for (std::size_t k = 0; k < down.size(); ++k) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(units.asDiagonal() * scaled[k],
                                                Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::Index rank = (svd.singularValues().array() > kNothing).count();
    const Eigen::MatrixXd rows = svd.matrixV().leftCols(rank).transpose();
    const Eigen::MatrixXd after = inverse.asDiagonal() * up[k].bottomRows(past) *
                                  down[k].bottomRows(past) * size.asDiagonal();
    const bool sticks = (rows * after * rows.transpose()).isIdentity(kNothing);
    felt.push_back(sticks ? Eigen::MatrixXd(0, past) : rows);
    count += felt.back().rows();
  }

  const Eigen::Index entries = past * static_cast<Eigen::Index>(down.size());
  FeltHistory all{Eigen::MatrixXd::Zero(entries, count), Eigen::MatrixXd::Zero(count, entries), {}};
  Eigen::Index next = 0;
  for (std::size_t k = 0; k < felt.size(); ++k) {
    const Eigen::Index n = felt[k].rows(), first = past * static_cast<Eigen::Index>(k);
    all.out.block(first, next, past, n) = size.asDiagonal() * felt[k].transpose();
    all.in.block(next, first, n, past) = felt[k] * inverse.asDiagonal();
    all.counts.push_back(n);
    next += n;
  }
  return all;
}

LoopSum sum_of_loops(const Eigen::MatrixXd& b, const Eigen::MatrixXd& x, int m) {
  LoopSum out{Eigen::MatrixXd::Zero(x.rows(), x.cols()), x};
  Eigen::MatrixXd next(x.rows(), x.cols());
  for (int k = 0; k < m; ++k) {
    out.sum += out.last;
    next.noalias() = b * out.last;
    out.last.swap(next);
  }
  return out;
}

bool history_adds_up(const ContactRows& contact, ContactRows::Workspace& work) {
  if (contact.penalty() || contact.law_history() == 0) return false;
  const ContactHistory fresh = contact.unloaded();
  Eigen::VectorXd z = Eigen::VectorXd::Constant(contact.rows(), kProbe);
  for (Eigen::Index n = kNormal; n < z.size(); n += kAxes) z[n] = 0;
  const ContactHistory one = contact.turn(z, fresh, work), two = contact.turn(2 * z, fresh, work);
  for (std::size_t k = 0; k < fresh.law.size(); ++k) {
    const double step = one.law[k] - fresh.law[k], both = two.law[k] - fresh.law[k];
    if (std::abs(both - 2 * step) > kStraight * std::abs(step)) return false;
  }
  return true;
}

}  // namespace slipfront
