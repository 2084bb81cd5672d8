#include "core/modal_path.hpp"

#include <catch2/catch.hpp>

#include "core/dense_newton.hpp"
#include "core/linear_modes.hpp"
#include "core/measured_backbone.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {
const test::BilinearLaw kLaw("bilinear");

/// A joint of five points whose mode falls by a tenth and more until 5e-5.
struct SofteningJoint {
  Structure structure = test::random_joint(5, 13, 3);
  CondensedStructure condensed{structure};
  ContactModel contact{kLaw, Framework::masing};
  ContactRows rows{structure.interface.areas, InterfaceKind::patches, contact,
                   std::vector{1e5, 1e15, 1e14}};
  ModalBasis basis = modes_with_springs(condensed, rows.stuck_stiffness(), 12);

  DenseNewton newton() const { return {condensed, rows, basis, 0, rows.stuck_stiffness()}; }
};
}  // namespace

TEST_CASE("a path in many steps and a path in one end at the same solution") {
  const SofteningJoint joint;
  DenseNewton slow_newton = joint.newton(), fast_newton = joint.newton();
  ModalPath slow(slow_newton, joint.rows.unloaded()), fast(fast_newton, joint.rows.unloaded());
  CHECK_FALSE(slow.begun());
  for (const double q : log_spaced(1e-8, 5e-5, 60))
    REQUIRE(slow.advance(q) == PointStatus::converged);
  REQUIRE(fast.advance(5e-5) == PointStatus::converged);
  const ModalState &walked = slow.here().state, &leapt = fast.here().state;
  CHECK(leapt.lambda == Approx(walked.lambda).epsilon(1e-10));
  CHECK(walked.lambda < 0.9 * joint.basis.lambda[0]);  // far from where the path began
  CHECK(slow.iterations() > 0);
}

TEST_CASE("a path goes down in steps, too, and back to where it stood") {
  const SofteningJoint joint;
  DenseNewton newton = joint.newton();
  ModalPath path(newton, joint.rows.unloaded());
  REQUIRE(path.advance(1e-6) == PointStatus::converged);
  const double low = path.here().state.lambda;
  const ModalPath::Standing standing = path.standing();
  REQUIRE(path.advance(5e-5) == PointStatus::converged);
  CHECK(path.here().state.lambda < 0.9 * low);  // too far for one step
  REQUIRE(path.advance(1e-6) == PointStatus::converged);
  CHECK(path.here().state.amplitude == 1e-6);
  CHECK(path.here().state.lambda == Approx(low).epsilon(1e-10));
  REQUIRE(path.advance(5e-5) == PointStatus::converged);
  path.go_back(standing);
  CHECK(path.here().state.amplitude == 1e-6);
  CHECK(path.here().state.lambda == low);
}

TEST_CASE("rest has no displacement and no force") {
  const Structure s = test::random_joint(2, 4, 3);
  const CondensedStructure c(s);
  const ContactModel contact(kLaw, Framework::masing);
  const ContactRows rows(s.interface.areas, InterfaceKind::patches, contact,
                         std::vector{1e5, 1e12, 1e13});
  DenseNewton newton(c, rows, modes_with_springs(c, rows.stuck_stiffness(), 4), 0,
                     rows.stuck_stiffness());
  const Instant rest = ModalPath(newton, rows.unloaded()).rest();
  CHECK(rest.state.amplitude == 0);
  CHECK(rest.state.z.isZero(0));
  CHECK(rest.state.force.isZero(0));
}
