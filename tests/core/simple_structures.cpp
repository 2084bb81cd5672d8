#include "core/simple_structures.hpp"

#include <Eigen/QR>
#include <random>

namespace slipfront::test {

Structure single_mass(double kx, double ky, double area) {
  Structure s;
  s.name = s.source = "single mass";
  s.stiffness = Eigen::Vector3d(kx, ky, 0).asDiagonal();
  s.mass = Eigen::Matrix3d::Identity();
  s.bolt_load = Eigen::Vector3d(0, 0, 1);
  s.interface.displacement = Eigen::Matrix3d::Identity();
  s.interface.force = Eigen::Matrix3d::Identity();
  s.interface.areas = Eigen::VectorXd::Constant(1, area);
  s.response = Eigen::Matrix3d::Identity();
  s.response_names = {"x", "y", "z"};
  s.response_in_triples = true;
  return s;
}

Structure random_joint(int points, int inner, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const int rows = 3 * points, n = rows + inner;
  const auto matrix = [&](int r, int c) {
    Eigen::MatrixXd m(r, c);
    for (int j = 0; j < c; ++j)
      for (int i = 0; i < r; ++i) m(i, j) = normal(random);
    return m;
  };
  Structure s;
  s.name = s.source = "random joint";
  const Eigen::MatrixXd a = matrix(n, n), b = matrix(n, n);
  s.mass = Eigen::MatrixXd::Identity(n, n) + 0.1 / n * b * b.transpose();
  Eigen::VectorXd separation = Eigen::VectorXd::Zero(n);
  for (int i = 2; i < rows; i += 3) separation[i] = 1;
  separation.normalize();
  const Eigen::MatrixXd keep =
      Eigen::MatrixXd::Identity(n, n) - separation * separation.transpose();
  Eigen::VectorXd stiffness(n);
  for (int i = 0; i < n; ++i) stiffness[i] = 1e6 * (1 + 3.0 * i);
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(a).householderQ();
  s.stiffness = keep * q * stiffness.asDiagonal() * q.transpose() * keep;
  s.stiffness = (0.5 * (s.stiffness + s.stiffness.transpose())).eval();
  s.bolt_load = separation * 1.0 + 0.05 * keep * matrix(n, 1);
  s.interface.displacement = Eigen::MatrixXd::Identity(rows, n);
  s.interface.force = s.interface.displacement.transpose();
  s.interface.areas = Eigen::VectorXd::LinSpaced(points, 2e-4, 4e-4);
  s.response = matrix(3, n);
  s.response_names = {"x", "y", "z"};
  s.response_in_triples = true;
  s.preload = 1000;
  return s;
}

}  // namespace slipfront::test
