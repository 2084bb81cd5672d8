#include "core/stuck_interface.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

using namespace slipfront;

TEST_CASE("a stuck interface answers as its equations say") {
  constexpr Eigen::Index kPoints = 4, kTangential = 2 * kPoints, kRows = 3 * kPoints;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd m(kRows, kRows), h(kRows, 2);
  for (double& x : m.reshaped()) x = normal(random);
  for (double& x : h.reshaped()) x = normal(random);
  const Eigen::MatrixXd f = m * m.transpose() + Eigen::MatrixXd::Identity(kRows, kRows);
  for (const double d0 : {0.3, 1e12}) {  // soft and stiff against F
    CAPTURE(d0);
    const StuckInterface stuck(f, Eigen::VectorXd::Constant(kTangential, d0));
    StuckResponse b;
    stuck.respond(h, b);
    // dz_t = h_t - F_tt dr_t with dr_t = d0 dz_t, and dz_n = h_n - F_nt dr_t.
    const Eigen::MatrixXd dz_t = b.force / d0;
    CHECK((dz_t - h.topRows(kTangential) + f.topLeftCorner(kTangential, kTangential) * b.force)
              .norm() < 1e-10 * h.norm());
    CHECK((b.normal - h.bottomRows(kPoints) + f.bottomLeftCorner(kPoints, kTangential) * b.force)
              .norm() < 1e-10 * h.norm());
    // Q: what is left of the normal flexibility once the tangential rows answer.
    CHECK((stuck.soft - f.bottomRightCorner(kPoints, kPoints) +
           f.bottomLeftCorner(kPoints, kTangential) * stuck.pull)
              .norm() < 1e-10 * f.norm());
    // Stuck by other tangents, the same structure: as if made from the start.
    const StuckInterface other(stuck, Eigen::VectorXd::Constant(kTangential, 0.1 * d0));
    const StuckInterface anew(f, Eigen::VectorXd::Constant(kTangential, 0.1 * d0));
    CHECK(other.f == stuck.f);
    CHECK(other.inverse == anew.inverse);
    CHECK(other.soft == anew.soft);
    CHECK(other.pull_rows == anew.pull.transpose());
    const StuckInterface alone(f.topLeftCorner(kTangential, kTangential),
                               Eigen::VectorXd::Constant(kTangential, d0));
    CHECK(alone.normals == 0);
    StuckResponse same;
    alone.respond(h.topRows(kTangential), same);
    CHECK((same.force - b.force).norm() < 1e-12 * b.force.norm());
  }
}
