#include "core/element_prestress.hpp"

#include <catch2/catch.hpp>

#include "models/registry.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

TEST_CASE("prestress of many points is that of the dense solver") {
  const Structure s = test::random_joint(10, 20, 3);
  const CondensedStructure dense(s), sparse(s, ReferenceSprings::normal);
  const Eigen::VectorXd scaling = Eigen::VectorXd::Ones(s.dof());
  for (const NormalContact normal : {NormalContact::spring, NormalContact::penalty})
    for (const double ts : {1e4, 1e8})
      for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative}) {
        CAPTURE(to_text(normal), ts, static_cast<int>(kind));
        const ContactModel contact(Registry::built_in().find("generalized_jenkins_prager"),
                                   Framework::non_masing, {.normal = normal});
        const std::vector<double> values{ts, 1e12, 1e9, 1e12};
        const ContactRows rows(s.interface.areas, InterfaceKind::elements, contact, values);
        // kp = 1e9 N/m^3 as springs of the structure where it is linear throughout.
        const Eigen::VectorXd along =
            normal == NormalContact::spring ? s.interface.areas * 1e9 : Eigen::VectorXd();
        const ElementStructure elements(sparse, s.interface.areas * 1e12, true, along);
        ElementPrestress quick(elements, rows, kind);
        PrestressSolver slow(dense, rows, kind);
        const Prestress one = quick.solve(3000, scaling), other = slow.solve(3000, scaling);
        REQUIRE(one.converged);
        REQUIRE(other.converged);
        CHECK(one.residual < 1e-9);
        CHECK((one.z - other.z).norm() < 1e-8 * other.z.norm());
        CHECK(one.touching == other.touching);
        const Eigen::MatrixXd a = quick.slope(one), b = slow.slope(other);
        for (Eigen::Index p = 0; p < a.cols(); ++p)
          CHECK((a.col(p) - b.col(p)).norm() <= 1e-6 * b.col(p).norm() + 1e-18);
      }
}
