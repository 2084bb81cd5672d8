#include "rom/reduce/craig_bampton.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("projection takes rigid motion out and keeps what it is given") {
  const RelativeSystem system = relative_system(two_bricks());
  srand(6);
  const Eigen::MatrixXd shapes = Eigen::MatrixXd::Random(system.size(), 3);
  SparseModes none{Eigen::VectorXd(0), Eigen::MatrixXd(system.size(), 0)};
  std::vector<std::string> told;
  const JointReduction reduced =
      project(system, shapes + system.rigid * Eigen::MatrixXd::Random(6, 3),
              shapes.transpose() * (system.stiffness * shapes), none,
              [&](const std::string& what) { told.push_back(what); });
  const Eigen::MatrixXd clean = system.without_rigid(shapes);
  CHECK((system.rigid.transpose() * (system.mass * clean)).norm() < 1e-9);
  CHECK((reduced.mass - clean.transpose() * (system.mass * clean)).norm() <
        1e-10 * reduced.mass.norm());
  CHECK((reduced.response - system.response * clean).norm() < 1e-10);
  CHECK((reduced.bolt_load - clean.transpose() * system.bolt_load).norm() < 1e-10);
  CHECK(told.size() == 1);
  tell({}, "nobody listens");
}
