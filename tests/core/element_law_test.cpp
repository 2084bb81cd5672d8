#include "core/element_law.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <random>

#include "models/registry.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

struct Case {
  const char* model;
  ContactOptions options;
  std::vector<double> values;
};

const std::vector<Case> kCases{
    {"jenkins", {}, {2e5, 1e16, 1e12}},
    {"generalized_jenkins_prager", {}, {2e5, 1e16, 5e12, 1e12}},
    {"generalized_jenkins_prager", {.normal = NormalContact::penalty}, {2e5, 1e13, 5e11, 1e12}},
    {"elastic_dry_friction", {}, {0.3, 1e15, 1e12}},
};

/// A joint with the law of a case, once turned at a random displacement.
struct Joint {
  explicit Joint(const Case& c)
      : structure(test::random_joint(6, 25, 8)),
        condensed(structure, ReferenceSprings::normal),
        contact(Registry::built_in().find(c.model), Framework::non_masing, c.options),
        rows(structure.interface.areas, InterfaceKind::elements, contact, c.values),
        springs(rows.penalty() ? 0 : rows.spring_stiffness()),
        elements(condensed, rows.areas() * rows.normal_stiffness(), rows.penalty(),
                 springs > 0 ? springs * rows.areas() : Eigen::VectorXd()),
        used(rows.penalty() ? elements.rows() : elements.tangential()),
        law(elements, rows, used),
        work(rows.make_workspace()) {
    Eigen::VectorXd pressed = Eigen::VectorXd::Zero(rows.rows());
    for (Eigen::Index i = 0; i < rows.points(); ++i) pressed[3 * i + 2] = 1e-6;
    history = rows.settle(pressed, PrestressKind::conservative);
    history = rows.turn(moved(3e-9), history, work);
  }

  /// Tangential displacements of that size; normals a tenth of the approach.
  Eigen::VectorXd moved(double size) {
    Eigen::VectorXd z(rows.rows());
    for (Eigen::Index row = 0; row < z.size(); ++row)
      z[row] = (row % 3 == 2 ? 1e-7 : size) * any(random);
    return z;
  }
  Eigen::VectorXd moved_used(double size) {
    Eigen::VectorXd out(used);
    elements.gather(moved(size), out);
    return out;
  }

  std::mt19937 random{7};
  std::uniform_real_distribution<double> any{-1, 1};
  Structure structure;
  CondensedStructure condensed;
  ContactModel contact;
  ContactRows rows;
  double springs;
  ElementStructure elements;
  Eigen::Index used;
  ElementLaw law;
  ContactRows::Workspace work;
  ContactHistory history;
};

}  // namespace

TEST_CASE("a softened law is the law in series with springs") {
  for (const Case& c : kCases) {
    Joint joint(c);
    for (const double size : {1e-11, 1e-9, 1e-7}) {
      for (const double share : {1e-6, 0.03, 0.3}) {
        CAPTURE(c.model, size, share);
        const Eigen::VectorXd z = joint.moved_used(size);
        ElementLaw::Forces promised = joint.law.make_forces(), soft = promised, law = promised;
        joint.law.evaluate(joint.moved_used(size), joint.history, promised, joint.work);
        joint.law.begin();
        joint.law.soften(share, promised.net);
        joint.law.evaluate_softened(z, joint.history, soft, joint.work);
        const Eigen::VectorXd point = joint.law.point();
        joint.law.evaluate(point, joint.history, law, joint.work);
        CHECK((law.net - soft.net).norm() <= 1e-9 * law.net.norm());
        // z - z' = c (r - r0), one c for both directions of a point.
        for (Eigen::Index i = 0; i < joint.rows.points(); ++i) {
          const Eigen::Vector2d apart = (z - point).segment<2>(2 * i);
          const auto flexibility = joint.elements.static_flexibility().diagonal().segment<2>(2 * i);
          const double c_i = share * std::sqrt(flexibility[0] * flexibility[1]);
          const Eigen::Vector2d stretch = c_i * (soft.net - promised.net).segment<2>(2 * i);
          CHECK((apart - stretch).norm() <= 1e-8 * (stretch.norm() + z.segment<2>(2 * i).norm()));
        }
        const Eigen::Index normals = joint.used - joint.elements.tangential();
        CHECK((point - z).tail(normals).norm() == 0);
      }
    }
  }
}

TEST_CASE("promised its own force, a softened law is the law") {
  for (const Case& c : kCases) {
    Joint joint(c);
    for (const double size : {1e-10, 1e-8}) {
      const Eigen::VectorXd z = joint.moved_used(size);
      ElementLaw::Forces law = joint.law.make_forces(), soft = law;
      joint.law.evaluate(z, joint.history, law, joint.work);
      joint.law.begin();
      joint.law.soften(0.1, law.net);
      joint.law.evaluate_softened(z, joint.history, soft, joint.work);
      CAPTURE(c.model, size);
      CHECK((joint.law.point() - z).norm() <= 1e-9 * z.norm());
      CHECK((soft.net - law.net).norm() <= 1e-7 * law.net.norm());
    }
  }
}

TEST_CASE("tangents of a softened law are its derivatives, and no stiffer than 1 / c") {
  for (const Case& c : kCases) {
    Joint joint(c);
    constexpr double kShare = 0.1, kStep = 1e-13;
    const Eigen::VectorXd z = joint.moved_used(2e-9);
    ElementLaw::Forces at = joint.law.make_forces(), above = at, below = at;
    joint.law.begin();
    joint.law.soften(kShare, Eigen::VectorXd::Zero(joint.used));
    joint.law.evaluate_softened(z, joint.history, at, joint.work);
    for (Eigen::Index row = 0; row < joint.elements.tangential(); ++row) {
      Eigen::VectorXd moved = z;
      moved[row] += kStep;
      joint.law.evaluate_softened(moved, joint.history, above, joint.work);
      moved[row] -= 2 * kStep;
      joint.law.evaluate_softened(moved, joint.history, below, joint.work);
      const Eigen::Index i = row / 2, d = row % 2;
      const auto flexibility = joint.elements.static_flexibility().diagonal().segment<2>(2 * i);
      const double softest = kShare * std::sqrt(flexibility[0] * flexibility[1]);
      CAPTURE(c.model, row);
      for (Eigen::Index e = 0; e < 2; ++e) {
        const double difference = (above.net - below.net)[2 * i + e] / (2 * kStep);
        CHECK(at.tangent(e, 3 * i + d) == Approx(difference).epsilon(1e-3).margin(1e-3 / softest));
      }
      CHECK(at.tangent(d, 3 * i + d) <= 1.000001 / softest);
    }
  }
}

TEST_CASE("a stuck point of a softened law is as stiff as its stiffness says") {
  Joint joint(kCases[0]);
  const double share = 0.1;
  const Eigen::Index t = joint.elements.tangential();
  Eigen::VectorXd stuck(joint.used);
  joint.elements.gather(joint.rows.stuck_stiffness(), stuck);
  stuck.head(t) -= joint.elements.reference_springs(t);
  // At rest every point sticks.
  const ContactHistory rest =
      joint.rows.settle(Eigen::VectorXd::Zero(joint.rows.rows()), PrestressKind::conservative);
  ElementLaw::Forces soft = joint.law.make_forces();
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(joint.used);
  joint.law.begin();
  joint.law.soften(share, none);
  joint.law.evaluate_softened(none, rest, soft, joint.work);
  const Eigen::VectorXd expected = joint.law.softened(share, stuck.head(t));
  for (Eigen::Index row = 0; row < t; ++row)
    CHECK(soft.tangent(row % 2, 3 * (row / 2) + row % 2) == Approx(expected[row]).epsilon(1e-13));
}
