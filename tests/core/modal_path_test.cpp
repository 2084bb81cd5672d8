#include "core/modal_path.hpp"

#include <catch2/catch.hpp>

#include "core/linear_modes.hpp"
#include "core/measured_backbone.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {
const test::BilinearLaw kLaw("bilinear");
}

TEST_CASE("a path in many steps and a path in one end at the same solution") {
  const CondensedStructure c(test::random_joint(5, 13, 3));
  const ContactModel contact(kLaw, Framework::masing);
  const MasingRows rows(c, contact, std::vector{1e5, 1e15, 1e14});
  const ModalBasis basis = modes_with_springs(c, rows.stuck_stiffness(), 12);
  const Eigen::Index kept = 8;
  ModalState stuck;
  stuck.amplitude = 1;
  stuck.lambda = basis.lambda[0];
  stuck.eta = basis.eta.col(0);
  stuck.a = stuck.eta.head(kept);
  stuck.z = c.psi() * stuck.eta;
  stuck.force = rows.stuck_stiffness().cwiseProduct(stuck.z);
  stuck.force_amplitude = 1;

  ModalNewton slow_newton(c, rows, kept), fast_newton(c, rows, kept);
  ModalPath slow(slow_newton, stuck), fast(fast_newton, stuck);
  ModalPath::Point last;
  for (const double q : log_spaced(1e-8, 5e-5, 60)) last = slow.advance(q);
  REQUIRE(last.status == PointStatus::converged);
  const ModalPath::Point leap = fast.advance(5e-5);
  REQUIRE(leap.status == PointStatus::converged);
  CHECK(leap.state.lambda == Approx(last.state.lambda).epsilon(1e-10));
  CHECK(last.state.lambda < 0.9 * stuck.lambda);  // far from where the path began
  CHECK(slow.iterations() > 0);
}
