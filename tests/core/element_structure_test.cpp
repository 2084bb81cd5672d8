#include "core/element_structure.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "simple_structures.hpp"

using namespace slipfront;

namespace {

struct Setup {
  Structure structure = test::random_joint(12, 40, 5);
  CondensedStructure condensed{structure, ReferenceSprings::normal};
  Eigen::VectorXd springs = structure.interface.areas * 3e12;
  Eigen::VectorXd along;  // tangential springs
  ElementStructure elements;

  explicit Setup(double kp = 0)
      : along(structure.interface.areas * kp),
        elements(condensed, springs, true, kp > 0 ? along : Eigen::VectorXd()) {
    elements.condense_motion(1);
  }

  /// K with the contact springs, and D with rows in the order of use.
  Eigen::MatrixXd stiffness() const {
    Eigen::MatrixXd k = structure.stiffness;
    const Eigen::MatrixXd& d = structure.interface.displacement;
    for (Eigen::Index i = 0; i < springs.size(); ++i)
      k += springs[i] * d.row(3 * i + 2).transpose() * d.row(3 * i + 2) +
           along[i] * d.middleRows<2>(3 * i).transpose() * d.middleRows<2>(3 * i);
    return k;
  }
  /// Sum of psi psi' / (w^2 - lambda)^power over the explicit modes above the kept ones.
  Eigen::MatrixXd modal_part(Eigen::Index kept, double lambda, int power) const {
    const Eigen::Index others = elements.omega().size() - kept;
    const Eigen::MatrixXd psi = elements.psi().rightCols(others);
    const Eigen::VectorXd soft = (elements.omega().tail(others).array() - lambda).pow(-power);
    return psi * soft.asDiagonal() * psi.transpose();
  }
  Eigen::MatrixXd map() const {
    Eigen::MatrixXd out(36, structure.dof());
    for (Eigen::Index i = 0; i < 12; ++i) {
      out.middleRows<2>(2 * i) = structure.interface.displacement.middleRows<2>(3 * i);
      out.row(24 + i) = structure.interface.displacement.row(3 * i + 2);
    }
    return out;
  }
};

}  // namespace

TEST_CASE("the flexibility of the rows is that of the structure with its contact springs") {
  const Setup setup(GENERATE(0.0, 2e11));
  const Eigen::MatrixXd d = setup.map(), k = setup.stiffness();
  const Eigen::MatrixXd still = d * k.lu().solve(Eigen::MatrixXd(d.transpose()));
  CHECK((setup.elements.static_flexibility() - still).norm() < 1e-10 * still.norm());

  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(k, setup.structure.mass);
  const Eigen::MatrixXd psi = d * eigen.eigenvectors();
  CHECK(setup.elements.modes_to_keep(eigen.eigenvalues()[0]) >= 4);
  for (const double share : {0.3, 1.1}) {
    const double lambda = share * eigen.eigenvalues()[0];
    const Eigen::Index kept = 4;
    Eigen::MatrixXd exact = Eigen::MatrixXd::Zero(36, 36), slope = exact;
    for (Eigen::Index r = kept; r < eigen.eigenvalues().size(); ++r) {
      const double soft = 1 / (eigen.eigenvalues()[r] - lambda);
      exact += soft * psi.col(r) * psi.col(r).transpose();
      slope += soft * soft * psi.col(r) * psi.col(r).transpose();
    }
    // The series of what lies above the m explicit modes ends with its fourth term.
    const double left =
        std::pow(lambda / setup.elements.omega()[setup.elements.omega().size() - 1], 4);
    const auto rest = setup.elements.rest(lambda);
    CHECK((rest.value + setup.modal_part(kept, lambda, 1) - exact).norm() <
          (left + 1e-10) * exact.norm());
    CHECK((rest.slope + setup.modal_part(kept, lambda, 2) - slope).norm() <
          (10 * left + 1e-9) * slope.norm());
  }
}

TEST_CASE("coordinates solve the equations of motion of a state") {
  const Setup setup(GENERATE(0.0, 2e11));
  const Eigen::MatrixXd d = setup.map(), k = setup.stiffness();
  const double lambda = 0.8 * setup.elements.omega()[0];
  const Eigen::Index kept = setup.elements.modes_to_keep(setup.elements.omega()[0]);
  const Eigen::VectorXd r = Eigen::VectorXd::LinSpaced(36, -3, 5);
  // With the kept modes where their equations put them, all equations hold.
  const Eigen::VectorXd push = setup.elements.psi().leftCols(kept).transpose() * r;
  const Eigen::VectorXd a =
      -push.cwiseQuotient((setup.elements.omega().head(kept).array() - lambda).matrix());
  const Eigen::RowVectorXd at = Eigen::RowVectorXd::Constant(1, lambda);
  const Eigen::VectorXd y = setup.condensed.shapes() * setup.elements.coordinates(a, at, r);
  const Eigen::VectorXd left = k * y - lambda * setup.structure.mass * y + d.transpose() * r;
  CHECK(left.norm() < 1e-9 * (d.transpose() * r).norm());
}

TEST_CASE("rows come and go between the two orders") {
  const Setup setup;
  const Eigen::VectorXd all = Eigen::VectorXd::LinSpaced(36, 0, 35);
  Eigen::VectorXd used(36), back(36), tangential(24);
  setup.elements.gather(all, used);
  CHECK(used[3] == all[4]);   // y of the second point
  CHECK(used[25] == all[5]);  // its normal
  setup.elements.scatter(used, back);
  CHECK(back == all);
  setup.elements.gather(all, tangential);
  CHECK(tangential == used.head(24));
  back.setZero();
  setup.elements.scatter(tangential, back);
  CHECK(back[4] == all[4]);
  CHECK(back[5] == 0);
}
