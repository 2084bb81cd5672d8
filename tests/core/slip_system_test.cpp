#include "core/slip_system.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

using namespace slipfront;

namespace {

constexpr Eigen::Index kPoints = 6, kTangential = 2 * kPoints, kRows = 3 * kPoints;

struct Setup {
  std::mt19937 random{17};
  Eigen::MatrixXd flexibility{kRows, kRows};
  Eigen::VectorXd stuck{kTangential};

  Setup() {
    std::normal_distribution<double> normal;
    Eigen::MatrixXd m(kRows, kRows);
    for (double& x : m.reshaped()) x = normal(random);
    flexibility =
        1e-9 * (m * m.transpose() / kRows + 0.1 * Eigen::MatrixXd::Identity(kRows, kRows));
    for (Eigen::Index i = 0; i < kTangential; ++i) stuck[i] = 1e10 * (1 + i / 2);
  }

  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }

  /// dr, dz of dz = h - F dr, dr = e + D dz by one dense solve.
  void dense(const Eigen::MatrixXd& f, const SlipSystem::Blocks& blocks, const Eigen::VectorXd& h,
             const Eigen::VectorXd& e, Eigen::VectorXd& dr, Eigen::VectorXd& dz) const {
    const Eigen::Index n = f.rows();
    Eigen::MatrixXd d = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < kPoints; ++i) {
      d.block<2, 2>(2 * i, 2 * i) = blocks.block<2, 2>(0, 3 * i);
      if (n == kTangential) continue;
      d.block<2, 1>(2 * i, kTangential + i) = blocks.block<2, 1>(0, 3 * i + 2);
      d(kTangential + i, kTangential + i) = blocks(2, 3 * i + 2);
    }
    dz = (Eigen::MatrixXd::Identity(n, n) + f * d).lu().solve(h - f * e);
    dr = e + d * dz;
  }

  void compare(const Eigen::MatrixXd& f, const SlipSystem::Blocks& blocks, Eigen::Index unknowns,
               bool no_normal_force = false) {
    const StuckInterface interface(f, stuck);
    SlipSystem system;
    system.factorise(interface, blocks);
    CHECK(system.unknowns() == unknowns);
    Eigen::VectorXd h(f.rows()), e(f.rows()), dr_dense, dz_dense;
    for (double& x : h) x = 1e-9 * number();
    for (double& x : e) x = number();
    // Two columns of h, weighted, and two cases of errors.
    Eigen::MatrixXd u(f.rows(), 2), errors(f.rows(), 2), x(2, 2), dr_all, dz_all;
    u << h, e.cwiseProduct(f.diagonal());
    errors << e, 0.3 * e + 0.1 * Eigen::VectorXd::Ones(f.rows());
    if (f.rows() > kTangential && no_normal_force) errors.bottomRows(kPoints).setZero();
    x << 1, 0.2, -0.4, 3;
    StuckResponse bases;
    interface.respond(u, bases);
    const SlipSystem::Border border = system.border(u, bases, errors);
    system.step(x, dr_all, dz_all);
    for (Eigen::Index k = 0; k < 2; ++k) {
      dense(f, blocks, u * x.col(k), errors.col(k), dr_dense, dz_dense);
      CHECK((dr_all.col(k) - dr_dense).norm() < 1e-9 * dr_dense.norm());
      CHECK((dz_all.col(k) - dz_dense).norm() < 1e-9 * dz_dense.norm());
      // The border: u'dr is linear in the two causes.
      const Eigen::VectorXd parts = border.columns * x.col(k) + border.errors.col(k);
      CHECK((u.transpose() * dr_dense - parts).norm() < 1e-9 * parts.norm());
    }
  }

  SlipSystem::Blocks sticking() const {
    SlipSystem::Blocks blocks = SlipSystem::Blocks::Zero(3, kRows);
    for (Eigen::Index i = 0; i < kPoints; ++i)
      for (Eigen::Index d = 0; d < 2; ++d) blocks(d, 3 * i + d) = stuck[2 * i + d];
    return blocks;
  }
};

}  // namespace

TEST_CASE("nothing slips: the stuck structure") {
  Setup setup;
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), setup.sticking(), 0);
  setup.compare(setup.flexibility, setup.sticking(), 0);
}

TEST_CASE("points that slip on a circle: Cholesky in the directions of the slip") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  for (const Eigen::Index i : {1, 2, 5}) {
    const Eigen::Vector2d across = Eigen::Vector2d(setup.number(), setup.number()).normalized();
    blocks.block<2, 2>(0, 3 * i) = 0.4 * setup.stuck[2 * i] * across * across.transpose();
  }
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), blocks, 6);
  setup.compare(setup.flexibility, blocks, 6);
  setup.compare(setup.flexibility, blocks, 6, true);
}

TEST_CASE("where most points slip on a flat limit the forces are the unknowns") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  for (const Eigen::Index i : {0, 1, 2, 3, 5}) {
    const Eigen::Vector2d across = Eigen::Vector2d(setup.number(), setup.number()).normalized();
    blocks.block<2, 2>(0, 3 * i) = 0.4 * setup.stuck[2 * i] * across * across.transpose();
  }
  // One point sticks, five have one direction each: 7 forces, where 10 slips would be unknown.
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), blocks, 7);
  setup.compare(setup.flexibility, blocks, 7);
  setup.compare(setup.flexibility, blocks, 7, true);
  // Nothing holds any more.
  for (Eigen::Index i = 0; i < kPoints; ++i) blocks.block<2, 2>(0, 3 * i).setZero();
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), blocks, 0);
}

TEST_CASE(
    "points that slip on a circle, and points apart: Cholesky in the directions of the slip") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  for (const Eigen::Index i : {1, 2}) {
    const Eigen::Vector2d across = Eigen::Vector2d(setup.number(), setup.number()).normalized();
    blocks.block<2, 2>(0, 3 * i) = 0.4 * setup.stuck[2 * i] * across * across.transpose();
  }
  for (const Eigen::Index i : {0, 4}) {
    blocks.middleCols<3>(3 * i).setZero();
    blocks(2, 3 * i + 2) = -1e8;
  }
  setup.compare(setup.flexibility, blocks, 2 * 4 + 2);
  setup.compare(setup.flexibility, blocks, 2 * 4 + 2, true);
}

TEST_CASE("a point apart at rest that touches: LU") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  blocks(2, 5) = 1e8;
  blocks.middleCols<3>(9).setZero();
  blocks(2, 11) = -1e8;
  setup.compare(setup.flexibility, blocks, 2 + 2);
}

TEST_CASE("slip limits that follow pressure, and points apart: LU") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  for (const Eigen::Index i : {0, 3}) {  // sliding at mu p: forces follow the normal motion
    const Eigen::Vector2d along = Eigen::Vector2d(setup.number(), setup.number()).normalized();
    const Eigen::Vector2d across(-along[1], along[0]);
    blocks.block<2, 2>(0, 3 * i) = 0.2 * setup.stuck[2 * i] * across * across.transpose();
    blocks.block<2, 1>(0, 3 * i + 2) = 2e9 * along;
  }
  blocks.middleCols<3>(12).setZero();
  blocks(2, 14) = -1e8;  // apart: the reference spring taken away
  setup.compare(setup.flexibility, blocks, 2 * 3 + 1);
}

TEST_CASE("a falling curve is solved too") {
  Setup setup;
  SlipSystem::Blocks blocks = setup.sticking();
  blocks.block<2, 2>(0, 6) = -0.01 * setup.stuck[4] * Eigen::Matrix2d::Identity();
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), blocks, 2);
}

TEST_CASE("stiffness far above the structure's loses no digits") {
  Setup setup;
  setup.stuck *= 1e6;
  SlipSystem::Blocks blocks = setup.sticking();
  blocks.block<2, 2>(0, 3).setZero();
  setup.compare(setup.flexibility.topLeftCorner(kTangential, kTangential), blocks, 2);
}
