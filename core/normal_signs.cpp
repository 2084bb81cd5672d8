#include "core/normal_signs.hpp"

#include <Eigen/LU>

namespace slipfront {

namespace {

constexpr double kWeak = 1e-6;     // share of the reference springs that is left: a in the header
constexpr double kFree = 1e-2;     // least motion of a structure that parts freely; held: about a
constexpr double kOpposed = -0.3;  // of the largest; a wrong row moves by -1, the others by 1
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

}  // namespace

std::vector<Eigen::Index> opposed_normals(const Eigen::MatrixXd& compliance,
                                          const Eigen::VectorXd& springs,
                                          const Eigen::VectorXd& loaded) {
  const Eigen::Index points = springs.size() / kAxes;
  Eigen::MatrixXd g(points, points);
  Eigen::VectorXd k(points);
  for (Eigen::Index j = 0; j < points; ++j) {
    k[j] = springs[kAxes * j + kNormal];
    for (Eigen::Index i = 0; i < points; ++i)
      g(i, j) = compliance(kAxes * i + kNormal, kAxes * j + kNormal);
  }
  // The springs weakened from k to a k: z = (I + (a - 1) G k)^-1 a G k 1.
  Eigen::MatrixXd system = (kWeak - 1) * g * k.asDiagonal();
  system.diagonal().array() += 1;
  const Eigen::VectorXd parting = system.partialPivLu().solve(kWeak * g * k);
  std::vector<Eigen::Index> opposed;
  const double largest = parting.cwiseAbs().maxCoeff();
  if (!(largest > kFree)) return opposed;
  // Of the two signs the one of most rows is right.
  const double sign = parting.sum() < 0 ? -1 : 1;
  for (Eigen::Index i = 0; i < points; ++i)
    if (sign * parting[i] < kOpposed * largest && loaded[kAxes * i + kNormal] < 0)
      opposed.push_back(i);
  return opposed;
}

}  // namespace slipfront
