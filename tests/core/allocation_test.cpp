// Backbones ask for no memory in their inner loop, on patches and on elements: a solve of eq 33
// works in buffers that it already has, whatever number of steps it takes; a backbone's requests
// grow with the instants that it keeps, and not with the work that it takes to find them.
#include <catch2/catch.hpp>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "core/contact_rows.hpp"
#include "core/element_newton.hpp"
#include "core/linear_modes.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_path.hpp"
#include "core/modal_solver.hpp"
#include "count_allocations.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"
#include "simple_equations.hpp"

namespace {
thread_local std::size_t asked = 0;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// A sanitizer owns malloc, and says when it is called.
#include <sanitizer/allocator_interface.h>
namespace {
void count(const volatile void*, std::size_t) { ++asked; }
void ignore(const volatile void*) {}
[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(count, ignore);
}  // namespace
#else
// The C library's own names for what is taken over here.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t bytes) {
  ++asked;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  ++asked;
  return __libc_calloc(count, bytes);
}
void* realloc(void* old, std::size_t bytes) {
  ++asked;
  return __libc_realloc(old, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  ++asked;
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) {
  *out = memalign(alignment, bytes);
  return *out ? 0 : ENOMEM;
}
}
#endif

std::size_t slipfront::test::allocations() { return asked; }

using namespace slipfront;
using test::allocations_of;

namespace {

struct Case {
  const char* model;
  Framework framework;
  std::vector<double> values;
  ContactOptions contact = {};
};
// They begin to slip at about 1e-7 m; friction under pressure at 5e-7 m.
const std::vector<Case> kCases{{"jenkins", Framework::masing, {1e3, 1e10, 1e11}},
                               {"iwan4", Framework::masing, {1e3, 1e10, -0.4, 1e-3, 1e11}},
                               {"bouc_wen", Framework::masing, {1e10, 1e7, 0.9, 1e11}},
                               {"jenkins", Framework::non_masing, {1e3, 1e10, 1e11}},
                               {"iwan4", Framework::non_masing, {1e3, 1e10, -0.4, 1e-3, 1e11}},
                               {"bouc_wen_1", Framework::non_masing, {1e10, 1e7, -0.4, 1e11}},
                               {"valanis", Framework::non_masing, {1e10, 1e8, 1e7, 0.2, 1e11}},
                               {"elastic_dry_friction", Framework::non_masing, {0.5, 1e10, 1e11}},
                               {"generalized_jenkins_prager",
                                Framework::non_masing,
                                {1e3, 1e10, 1e8, 1e11},
                                {.normal = NormalContact::penalty}}};

/// Touching everywhere, a little.
Eigen::VectorXd pressed(const Structure& s) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(3 * s.interface.points());
  for (Eigen::Index row = 2; row < z.size(); row += 3) z[row] = 1e-7;
  return z;
}

/// Solves again and again with start values at several distances, so that the number of steps
/// differs; returns the requests for memory of all but the first round.
struct Asked {
  std::size_t requests = 0;
  int fewest = 1000, most = 0;
};
Asked solve_again(ModalPath path, ModalEquations& equations, double q) {
  for (const double share : {0.1, 0.3, 0.6, 1.0})
    REQUIRE(path.advance(share * q) == PointStatus::converged);
  const ModalState& solution = path.here().state;
  const ContactHistory& history = path.here().history;
  Asked out;
  const ForceRange known{solution.force, solution.force, solution.z};
  ModalState state = solution;
  for (int round = 0; round < 3; ++round)
    for (const double stretch : {1.0, 1.02, 0.7, 1.5})
      for (const bool with_range : {false, true}) {  // elements: where the law is linearised
        state = solution;
        state.scale(stretch);
        NewtonSummary summary;
        const ForceRange nothing;
        const std::size_t requests = allocations_of(
            [&] { summary = equations.solve(state, history, with_range ? known : nothing); });
        if (round == 0) continue;
        out.requests += requests;
        out.fewest = std::min(out.fewest, summary.iterations);
        out.most = std::max(out.most, summary.iterations);
      }
  return out;
}

}  // namespace

TEST_CASE("requests for memory are counted") {
  CHECK(allocations_of([] {}) == 0);
  CHECK(allocations_of([] { std::free(std::malloc(10)); }) == 1);
  CHECK(allocations_of([] { std::vector<double> v(100); }) == 1);
  CHECK(allocations_of([] { Eigen::MatrixXd m(10, 10); }) == 1);
}

TEST_CASE("forces and tangents of an interface ask for no memory") {
  const Structure s = test::random_joint(5, 13, 3);
  for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements})
    for (const Case& c : kCases) {
      CAPTURE(c.model, int(kind), int(c.framework));
      const ContactModel contact(test::law(c.model), c.framework, c.contact);
      ContactRows rows(s.interface.areas, kind, contact, c.values);
      const ContactHistory rest = rows.settle(pressed(s), PrestressKind::full);
      ContactRows::Workspace work = rows.make_workspace();
      Eigen::VectorXd z = Eigen::VectorXd::Zero(rows.rows()), force(rows.rows());
      ContactRows::Blocks tangent(3, rows.rows());
      rows.evaluate(z, rest, force, tangent, work);
      CHECK(allocations_of([&] {
              for (const double size : {1e-9, 1e-7, 1e-6, 1e-5}) {
                for (Eigen::Index r = 0; r < z.size(); ++r) z[r] = size * std::sin(1.0 + double(r));
                rows.evaluate(z, rest, force, tangent, work);
              }
            }) == 0);
    }
}

TEST_CASE("a solve on patches asks for no memory, in however many steps") {
  for (const Case& c : kCases) {
    CAPTURE(c.model, int(c.framework));
    const Structure s = test::random_joint(5, 13, 3);
    const ContactModel contact(test::law(c.model), c.framework, c.contact);
    test::Equations equations(s, contact, c.values, 0, pressed(s));
    const Asked found = solve_again(equations.path(), *equations.newton, 3e-6);
    CHECK(found.most > found.fewest);
    CHECK(found.requests == 0);
  }
}

TEST_CASE("a solve on many points asks for no memory, in however many steps") {
  const Structure s = test::random_joint(25, 20, 8);
  const CondensedStructure condensed(s, ReferenceSprings::normal);
  for (const Case& c : kCases) {
    if (c.framework == Framework::masing) continue;
    CAPTURE(c.model);
    const ContactModel contact(test::law(c.model), c.framework, c.contact);
    ContactRows rows(s.interface.areas, InterfaceKind::elements, contact, c.values);
    const ContactHistory rest = rows.settle(pressed(s), PrestressKind::full);
    const Eigen::VectorXd stuck = rows.stuck_stiffness();
    const ModalBasis basis = modes_with_springs(condensed, stuck, 12);
    const double kp = rows.penalty() ? 0 : rows.spring_stiffness();
    ElementStructure elements(condensed, rows.areas() * rows.normal_stiffness(), rows.penalty(),
                              kp > 0 ? kp * rows.areas() : Eigen::VectorXd());
    elements.condense_motion(basis.lambda[0]);
    ElementNewton newton(elements, rows, basis.lambda[0], basis.eta.col(0), stuck);
    const Asked found = solve_again(ModalPath(newton, rest), newton, 2e-6);
    CHECK(found.most > found.fewest);
    CHECK(found.requests == 0);
  }
}

TEST_CASE("a solve on 152 points asks for no memory, whatever the size of its systems") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const auto structure = std::make_shared<const Structure>(load_structure(file));
  const CondensedStructure condensed(*structure, ReferenceSprings::normal);
  // Stick at some points and slip at others: tangential slips, then forces as unknowns.
  const ContactModel contact(test::law("jenkins"), Framework::non_masing);
  ContactRows rows(structure->interface.areas, InterfaceKind::elements, contact,
                   std::vector{std::pow(10, 5.355), std::pow(10, 14.0), std::pow(10, 11.35)});
  const ContactHistory rest = rows.settle(Eigen::VectorXd::Zero(rows.rows()), PrestressKind::none);
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  const ModalBasis basis = modes_with_springs(condensed, stuck, 12);
  ElementStructure elements(condensed, rows.areas() * rows.normal_stiffness(), false,
                            Eigen::VectorXd());
  elements.condense_motion(basis.lambda[0]);
  ElementNewton newton(elements, rows, basis.lambda[0], basis.eta.col(0), stuck);
  const Asked found = solve_again(ModalPath(newton, rest), newton, 5e-5);
  CHECK(found.most > found.fewest);
  CHECK(found.requests == 0);
}

TEST_CASE("a backbone asks for memory for what it keeps, not for its steps") {
  // The same amplitudes, once without slip and once with a great deal of it.
  const ModalSolver solver(std::make_shared<const Structure>(test::random_joint(5, 13, 3)));
  BackboneOptions options;
  options.mode.index = 0;
  options.prestress = PrestressKind::none;
  options.loop_tolerance = 0;
  options.loops = 2;
  const auto q = log_spaced(1e-7, 3e-6, 20);
  for (const Framework framework : {Framework::masing, Framework::non_masing}) {
    const ContactModel contact(test::law("jenkins"), framework);
    std::size_t requests[2] = {};
    int steps[2] = {};
    for (const int slips : {0, 1}) {
      Backbone b;
      for (int round = 0; round < 2; ++round)
        requests[slips] = allocations_of([&] {
          b = solver.backbone(contact, std::vector{slips ? 1e3 : 1e9, 1e10, 1e11}, q, options);
        });
      REQUIRE(b.failed() == 0);
      for (const SolveRung rung : b.rung) REQUIRE(rung == SolveRung::direct);
      steps[slips] = b.newton_iterations;
    }
    CAPTURE(int(framework), steps[0], steps[1]);
    CHECK(steps[1] > steps[0]);
    // Four buffers are made when a row is first put back on its law's curve.
    CHECK(requests[1] <= requests[0] + 4);
  }
}
