// A second, independent route to eq 33 in the Masing framework, for tests: replace every
// slider by the secant spring f(z)/z of the latest shape, take the mode of the linear
// structure, scale it to the amplitude, and repeat. A fixed point of this is a solution
// of eq 33; nothing of the solver's condensation or Newton steps is used.
#pragma once

#include <Eigen/Dense>

#include "core/friction_law.hpp"
#include "core/structure.hpp"

namespace slipfront::test {

struct SecantSolution {
  double lambda = 0;
  double dissipation = 0;
  double change = 1;  // relative change of z in the last round
};

inline SecantSolution secant_method(const Structure& s, const BoundLaw& law, double kp, double kn,
                                    double q, int mode) {
  constexpr int kRounds = 3000;
  constexpr double kSettled = 1e-12;
  const Eigen::MatrixXd& d = s.interface.displacement;
  const Eigen::Index rows = d.rows();
  Eigen::VectorXd z = Eigen::VectorXd::Constant(rows, 1e-16), f(rows), area(rows);
  const auto ask = [&] {
    VirginBatch batch;
    batch.points = static_cast<std::size_t>(rows);
    batch.displacement = z.data();
    batch.traction = f.data();
    batch.loop_area = area.data();
    law.virgin(batch);
  };
  SecantSolution solution;
  for (int round = 0; round < kRounds && solution.change > kSettled; ++round) {
    ask();
    Eigen::VectorXd k(rows);
    for (Eigen::Index r = 0; r < rows; ++r)
      k[r] = s.interface.areas[r / 3] * (r % 3 == 2 ? kn : f[r] / z[r] + kp);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
        s.stiffness + d.transpose() * k.asDiagonal() * d, s.mass);
    const double lambda = eigen.eigenvalues()[mode];
    solution.lambda = lambda;
    Eigen::VectorXd next = q * (d * eigen.eigenvectors().col(mode));
    if (next.dot(z) < 0) next = -next;
    solution.change = (next - z).norm() / next.norm();
    z = round == 0 ? next : Eigen::VectorXd(0.5 * (z + next));
  }
  ask();
  for (Eigen::Index r = 0; r < rows; ++r)
    if (r % 3 != 2) solution.dissipation += s.interface.areas[r / 3] * area[r];
  return solution;
}

}  // namespace slipfront::test
