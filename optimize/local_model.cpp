#include "optimize/local_model.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "optimize/front_distance.hpp"

namespace slipfront {
namespace {

// Enough for the straight part in six variables and for what bends beside it.
constexpr std::size_t kNeighbours = 20;
// The least that a variable counts, as a share of the one that counts most.
constexpr double kLeastScale = 0.03;
// Added to the diagonal, distances in units of the furthest neighbour's: two evaluations of one
// point, and directions in which no neighbour lies, leave the equations with one solution.
constexpr double kSmoothing = 1e-3;
// Share of the distance to the nearest point that counts as promise.
constexpr double kUnknown = 0.2;

Eigen::Map<const Eigen::ArrayXd> array(const std::vector<double>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

}  // namespace

LocalModel::LocalModel(std::size_t variables) : variables_(static_cast<Eigen::Index>(variables)) {}

void LocalModel::add(const std::vector<double>& x, const ObjectivePair& objectives) {
  x_.insert(x_.end(), x.begin(), x.end());
  objectives_.push_back(objectives);
}

void LocalModel::add_slopes(const std::vector<double>& x, const std::vector<double>& slopes) {
  const double least = kLeastScale * array(slopes).maxCoeff();
  if (least > 0) scales_.push_back({array(x), array(slopes).max(least)});
}

Eigen::ArrayXd LocalModel::scale_near(const Eigen::ArrayXd& x) const {
  const Scale* nearest = nullptr;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Scale& scale : scales_) {
    const double distance = (scale.slopes * (scale.x - x)).abs().sum();
    if (distance < lowest) lowest = distance, nearest = &scale;
  }
  return nearest != nullptr ? nearest->slopes : Eigen::ArrayXd::Ones(variables_);
}

LocalModel::Guess LocalModel::guess(const std::vector<double>& at) const {
  const Eigen::ArrayXd x = array(at), scale = scale_near(x);
  const auto count = objectives_.size();
  const Eigen::Map<const Eigen::ArrayXXd> all(x_.data(), variables_,
                                              static_cast<Eigen::Index>(count));
  const Eigen::ArrayXd squares =
      ((all.colwise() - x).colwise() * scale).square().colwise().sum().transpose();
  std::vector<Eigen::Index> order(count);
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  const auto kept = static_cast<std::ptrdiff_t>(std::min(kNeighbours, count));
  std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                    [&](Eigen::Index a, Eigen::Index b) {
                      return squares[a] != squares[b] ? squares[a] < squares[b] : a < b;
                    });
  const Eigen::Index n = kept, size = n + 1 + variables_;
  const double furthest = std::sqrt(squares[order[static_cast<std::size_t>(n - 1)]]);
  const double unit = furthest > 0 ? furthest : 1;
  Eigen::MatrixXd u(variables_, n);  // from x on
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(size, 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index k = order[static_cast<std::size_t>(i)];
    u.col(i) = ((all.col(k) - x) * scale / unit).matrix();
    const ObjectivePair& f = objectives_[static_cast<std::size_t>(k)];
    values.row(i) << f.frequency, f.damping;
  }
  Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j)
      equations(i, j) = equations(j, i) = -(u.col(i) - u.col(j)).norm();
    equations(i, i) = kSmoothing;
    equations(i, n) = equations(n, i) = 1;
  }
  equations.block(n + 1, 0, variables_, n) = u;
  equations.block(0, n + 1, n, variables_) = u.transpose();
  equations.bottomRightCorner(variables_, variables_).diagonal().setConstant(-kSmoothing);
  const Eigen::MatrixXd weights = equations.partialPivLu().solve(values);
  // u = 0 at x: what is straight there is the constant.
  const Eigen::RowVector2d f = weights.row(n) - u.colwise().norm() * weights.topRows(n);
  return {{f[0], f[1]}, std::sqrt(squares[order.front()])};
}

double promise(const LocalModel::Guess& guess, const std::vector<ObjectivePair>& front,
               double furthest) {
  return missed_by(guess.objectives, front) + kUnknown * std::min(guess.distance, furthest);
}

}  // namespace slipfront
