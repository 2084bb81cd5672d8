#include "core/prestress.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

const test::BilinearLaw kBilinear("bilinear");

struct Solved {
  Prestress state;
  Eigen::VectorXd force;  // of the rows
};

Solved solve(const Structure& s, const std::vector<double>& values, double preload) {
  const CondensedStructure c(s);
  const ContactRows rows(s.interface.areas, InterfaceKind::patches,
                         ContactModel(kBilinear, Framework::masing), values);
  Solved out;
  out.state =
      PrestressSolver(c, rows, PrestressKind::full).solve(preload, Eigen::VectorXd::Ones(s.dof()));
  out.force.resize(rows.rows());
  ContactRows::Blocks tangent(3, rows.rows());
  auto work = rows.make_workspace();
  rows.evaluate(out.state.z, rows.unloaded(), out.force, tangent, work);
  return out;
}

}  // namespace

TEST_CASE("a stuck interface gives the linear static solution") {
  const Structure s = test::random_joint(3, 5, 9);
  const std::vector<double> values{1e9, 1e12, 1e13};  // never slips
  const Prestress p = solve(s, values, 500).state;
  REQUIRE(p.converged);
  CHECK(p.residual < 1e-9);
  CHECK(p.touching <= 3);
  const Eigen::MatrixXd& d = s.interface.displacement;
  Eigen::VectorXd k(9);
  for (int i = 0; i < 9; ++i) k[i] = s.interface.areas[i / 3] * (i % 3 == 2 ? 1e13 : 1e12);
  const Eigen::VectorXd u =
      (s.stiffness + d.transpose() * k.asDiagonal() * d).lu().solve(500 * s.bolt_load);
  CHECK((p.z - d * u).norm() < 1e-9 * (d * u).norm());
}

TEST_CASE("a slipping slider carries its slip force and the structure the rest") {
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  s.bolt_load = Eigen::Vector3d(1, 0, 2);
  for (const double kt : {1e11, 1e18}) {
    const Solved p = solve(s, {1e5, kt, 1e13}, 100);  // slip force 10 N
    REQUIRE(p.state.converged);
    CHECK(p.state.z[0] == Approx((100 - 10) / 1e6).epsilon(1e-10));
    CHECK(p.force[0] == Approx(10).epsilon(1e-12));
    CHECK(p.state.z[1] == Approx(0).margin(1e-18));
    CHECK(p.state.z[2] == Approx(200 / 1e9).epsilon(1e-10));
    CHECK(p.state.touching == 1);
  }
}

TEST_CASE("a state whose forces do not balance is no prestressed state") {
  // The sum of springs is beyond what double precision holds beside the structure.
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  s.bolt_load = Eigen::Vector3d(1, 0, 2);
  for (const double kn : {1e13, 1e21, 1e40, 1e80}) {
    const Prestress p = solve(s, {1e5, 1e12, kn}, 100).state;
    CAPTURE(kn, p.residual);
    CHECK(p.converged == (p.residual <= kUnbalanced));
  }
}

TEST_CASE("the preload of sliders is found all over the search bounds") {
  // A convex problem: there is a solution, and one only.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  BackboneOptions options;
  options.loops = 1;
  std::mt19937 random(4);
  for (const char* model : {"jenkins", "iwan4", "bouc_wen_1", "generalized_jenkins_prager"}) {
    const ContactModel contact(Registry::built_in().find(model), Framework::non_masing);
    for (int draw = 0; draw < 60; ++draw) {
      std::vector<double> values;
      do {
        values.clear();
        for (const Parameter& p : contact.parameters()) {
          const double low = to_search(p, p.lower), high = to_search(p, p.upper);
          values.push_back(from_search(p, std::uniform_real_distribution(low, high)(random)));
        }
      } while (!contact.domain_violation(values).empty());
      const Backbone b = solver.backbone(contact, values, std::vector<double>{1e-6}, options);
      CAPTURE(model, values, b.notes);
      CHECK(b.status.front() != PointStatus::prestress_failed);
    }
  }
}

TEST_CASE("where projected steps go to and fro the energy's line search finds the preload") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto structure = std::make_shared<const Structure>(load_structure(file));
  const CondensedStructure condensed(*structure);
  const ContactModel jenkins(Registry::built_in().find("jenkins"), Framework::non_masing);
  for (const double traction : {1e4, 1.5e4, 1.8e4, 2e4, 2.5e4}) {
    const std::vector<double> values{traction, 4e14, 1e14};
    const ContactRows rows(structure->interface.areas, InterfaceKind::patches, jenkins, values);
    const Prestress p = PrestressSolver(condensed, rows, PrestressKind::full)
                            .solve(12845, Eigen::VectorXd::Ones(structure->dof()));
    CAPTURE(traction, p.residual, p.iterations);
    CHECK(p.converged);
    CHECK(p.residual < 1e-9);
  }
}
