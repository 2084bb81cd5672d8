#include "rom/reduce/averaged_reduction.hpp"

#include <catch2/catch.hpp>

#include "reduction_checks.hpp"
#include "rom/reduce/reduced_models.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("with averages and all their modes the full model is met; fewer modes are stiffer") {
  const JointModel joint = two_bricks(true, 6, 2, 1);
  const RelativeSystem system = relative_system(joint);
  const Eigen::MatrixXd averages = patch_averages(joint);
  REQUIRE(averages.rows() == 18);
  // Springs on the averages: the same forces in the full model are C' k C.
  const double k = 1e7;
  Eigen::MatrixXd full = Eigen::MatrixXd(system.stiffness);
  full.topLeftCorner(system.relative, system.relative) += k * averages.transpose() * averages;
  const Eigen::VectorXd exact = dense_lambda(full, Eigen::MatrixXd(system.mass));
  const auto own = [&](int modes) {
    const JointReduction reduced = reduce_to_averages(system, averages, modes);
    return dense_lambda(reduced.stiffness + relative_springs(18 + modes, 18, k), reduced.mass);
  };
  const auto most = static_cast<int>(system.size() - 18 - 6 - 2);
  const Eigen::VectorXd all = own(most), few = own(8);
  for (int i = 0; i < 15; ++i) CHECK(all[i] == Approx(exact[6 + i]).epsilon(1e-6));
  for (int i = 0; i < 4; ++i) {
    CHECK(few[i] == Approx(exact[6 + i]).epsilon(0.05));
    CHECK(few[i] > exact[6 + i] * (1 - 1e-9));
  }
}

TEST_CASE("constraint modes have least energy: statics of averages are exact") {
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  const Eigen::MatrixXd averages = patch_averages(joint);
  const JointReduction reduced = reduce_to_averages(system, averages, 2);
  const Eigen::Index count = averages.rows();
  Eigen::VectorXd apart = Eigen::VectorXd::Zero(count + 2);
  apart.head(count) = averages * system.separation.col(0).head(system.relative);
  CHECK((reduced.stiffness * apart).norm() < 1e-9 * reduced.stiffness.norm() * apart.norm());
  Eigen::MatrixXd held = Eigen::MatrixXd(system.stiffness);
  held.topLeftCorner(system.relative, system.relative) += 1e7 * averages.transpose() * averages;
  held += 1e9 * (system.mass * system.rigid) * (system.mass * system.rigid).transpose();
  Eigen::VectorXd load = Eigen::VectorXd::Zero(system.size());
  srand(5);
  const Eigen::VectorXd forces = Eigen::VectorXd::Random(count);
  load.head(system.relative) = averages.transpose() * forces;
  const Eigen::VectorXd full = averages * held.ldlt().solve(load).head(system.relative);
  const Eigen::VectorXd own = (reduced.stiffness.topLeftCorner(count, count) +
                               1e7 * Eigen::MatrixXd::Identity(count, count))
                                  .ldlt()
                                  .solve(forces);
  CHECK((own - full).norm() < 1e-6 * full.norm());
  Eigen::MatrixXd twice(count + 1, averages.cols());
  twice << averages, averages.row(0) + averages.row(5);
  CHECK_THAT(problem_of([&] { reduce_to_averages(system, twice, 0); }),
             Catch::Contains("independent"));
}
