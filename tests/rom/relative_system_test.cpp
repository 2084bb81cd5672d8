#include "rom/reduce/relative_system.hpp"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "rom/solid/sparse_factor.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("rigid motions and separation have no energy, exactly as many as there are") {
  const RelativeSystem system = relative_system(two_bricks());
  CHECK(system.relative == 63);
  REQUIRE(system.separation.cols() == 1);
  const double scale = system.stiffness.norm();
  CHECK((system.stiffness * system.rigid).norm() < 1e-14 * scale * system.rigid.norm());
  CHECK((system.stiffness * system.separation).norm() < 1e-14 * scale * system.separation.norm());
  CHECK(system.rigid.topRows(63).norm() == 0);
  CHECK((system.rigid.transpose() * (system.mass * system.rigid) - Eigen::MatrixXd::Identity(6, 6))
            .norm() < 1e-10);
  const Eigen::VectorXd values =
      Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::MatrixXd(system.stiffness),
                                                                Eigen::MatrixXd(system.mass))
          .eigenvalues();
  CHECK(values[6] < 1e-9 * values[20]);
  CHECK(values[7] > 1e-5 * values[20]);
  // The separation moves the pairs along z, all by the same.
  const Eigen::VectorXd r = system.separation.col(0).head(63);
  for (int i = 0; i < 21; ++i) {
    CHECK(std::abs(r[3 * i + 2]) == Approx(std::abs(r[2])));
    CHECK(std::abs(r[3 * i]) < 1e-12 * std::abs(r[2]));
  }
}

TEST_CASE("pins carry nothing under loads in balance") {
  const RelativeSystem system = relative_system(two_bricks());
  CHECK(system.pins.size() == 7);
  srand(3);
  Eigen::VectorXd load = Eigen::VectorXd::Random(system.size());
  Eigen::MatrixXd motions(system.size(), 7);
  motions << system.rigid, system.separation;
  load -= motions * (motions.transpose() * motions).inverse() * (motions.transpose() * load);
  const Eigen::VectorXd answer = SparseFactor(system.pinned(), "x").solve(load);
  CHECK((system.stiffness * answer - load).norm() < 1e-9 * load.norm());
}

TEST_CASE("loads, response and displacements follow from x") {
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  srand(4);
  const Eigen::VectorXd x = Eigen::VectorXd::Random(system.size());
  const Eigen::VectorXd u = system.all_from_x * x;
  for (std::size_t i = 0; i < joint.top.size(); ++i)
    CHECK((u.segment<3>(3 * joint.top[i]) - u.segment<3>(3 * joint.bottom[i]) -
           x.segment<3>(static_cast<Eigen::Index>(3 * i)))
              .norm() < 1e-14);
  double work = 0;
  for (const auto& [unknown, value] : joint.bolt_load) work += value * u[unknown];
  CHECK(system.bolt_load.dot(x) == Approx(work));
  CHECK(((system.response * x).head<3>() - u.segment<3>(3 * joint.response_nodes[0])).norm() == 0);
}

TEST_CASE("parts that hang on nothing are named") {
  CHECK_THAT(problem_of([] { relative_system(two_bricks(false)); }),
             Contains("2 parts that ties do not join, with 6 motions free") &&
                 Contains("63 nodes around"));
}

TEST_CASE("constraints that hold the whole against the ground are refused") {
  JointModel joint = two_bricks();
  joint.solid.equations.push_back({{0, 1}});
  CHECK_THAT(problem_of([&] { relative_system(joint); }),
             Contains("against rigid motion") && Contains("free"));
}

TEST_CASE("pins are rows that tell the motions apart") {
  Eigen::MatrixXd motions(4, 2);
  motions << 1, 0, 5, 0, 0, 2, 1, 1;
  CHECK(choose_pins(motions) == std::vector<Eigen::Index>{1, 2});
}
