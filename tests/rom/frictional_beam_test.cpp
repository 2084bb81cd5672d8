#include "rom/frictional_beam.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "core/modal_solver.hpp"
#include "rom/closure.hpp"
#include "rom/frictional_support.hpp"

using namespace slipfront;

namespace {

constexpr double kPi = 3.14159265358979323846;

/// Unknowns of a motion of the axis given by its values at each node.
template <typename Motion>
Eigen::VectorXd motion(const FrictionalBeam& beam, const Motion& at) {
  Eigen::VectorXd unknowns(beam.stiffness.rows());
  for (std::size_t i = 0; i < beam.nodes.size(); ++i)
    unknowns.segment<5>(5 * static_cast<Eigen::Index>(i)) = at(beam.nodes[i]);
  return unknowns;
}

using Node = Eigen::Matrix<double, 5, 1>;

}  // namespace

TEST_CASE("the beam moves freely without its support, and weighs what it weighs") {
  const FrictionalBeamSpec spec;
  const FrictionalBeam beam = assemble_frictional_beam(spec, 6);
  CHECK(beam.nodes.size() == 1 + 6 + 8 + 8);
  const double mass = 7850 * 0.3 * 0.03 * 0.003 + 0.052;
  const double scale = beam.stiffness.diagonal().maxCoeff();
  for (int unknown : {0, 1, 2}) {
    const Eigen::VectorXd rigid = motion(beam, [&](double) { return Node(Node::Unit(unknown)); });
    CHECK((beam.stiffness * rigid).norm() < 1e-12 * scale);
    CHECK(rigid.dot(beam.mass * rigid) == Approx(mass).epsilon(1e-12));
  }
  const auto pitch = [](double x) { return (Node() << 0, 0, -x, 1, 0).finished(); };
  const auto yaw = [](double x) { return (Node() << 0, x, 0, 0, 1).finished(); };
  CHECK((beam.stiffness * motion(beam, pitch)).norm() < 1e-12 * scale);
  CHECK((beam.stiffness * motion(beam, yaw)).norm() < 1e-12 * scale);
}

TEST_CASE("the lower face slides where the beam turns") {
  const FrictionalBeam beam = assemble_frictional_beam({}, 6);
  // w = x^3 - 2 x, ux = 3 x, uy = x^2: exact for cubic and linear shapes.
  const Eigen::VectorXd u = motion(beam, [](double x) {
    return (Node() << 3 * x, x * x, x * x * x - 2 * x, -(3 * x * x - 2), 2 * x).finished();
  });
  for (const double x : {0.0, 0.013, 0.05, 0.1, 0.3}) {
    const Eigen::Vector3d face = beam.lower_face(x) * u, axis = beam.axis(x) * u;
    CHECK(face[0] == Approx(3 * x - 0.0015 * (3 * x * x - 2)));
    CHECK(face[1] == Approx(x * x).margin(1e-14));
    CHECK(face[2] == Approx(x * x * x - 2 * x).margin(1e-14));
    CHECK(axis[0] == Approx(3 * x).margin(1e-14));
  }
}

TEST_CASE("the bolt presses with its tension, evenly about its place") {
  const FrictionalBeam beam = assemble_frictional_beam({}, 7);  // edges of the washer: no nodes
  const auto sink = [](double) { return Node(Node::Unit(2)); };
  const auto pitch = [](double x) { return (Node() << 0, 0, x, -1, 0).finished(); };
  const auto bow = [](double x) { return (Node() << 0, 0, x * x, -2 * x, 0).finished(); };
  CHECK(beam.bolt_load.dot(motion(beam, sink)) == Approx(1));
  CHECK(beam.bolt_load.dot(motion(beam, pitch)) == Approx(0.025));
  // int x^2 over a width b about m, divided by b: m^2 + b^2 / 12
  CHECK(beam.bolt_load.dot(motion(beam, bow)) == Approx(0.025 * 0.025 + 0.027 * 0.027 / 12));
  CHECK(beam.load.dot(motion(beam, pitch)) == Approx(0.13));
}

TEST_CASE("on a rigid support it is a clamped beam") {
  FrictionalBeamSpec spec;
  spec.bolt_mass = 0;
  spec.patches = 20;
  const auto rom = std::make_shared<const Structure>(make_frictional_beam(spec));
  const ModalSolver::LinearModes modes = ModalSolver(rom).linear_modes(1e17, 1e17);
  const double area = 0.03 * 0.003, inertia = 0.03 * std::pow(0.003, 3) / 12, free = 0.25;
  const double unit = std::sqrt(2e11 * inertia / (7850 * area)) / (2 * kPi * free * free);
  REQUIRE(modes.bending.size() >= 2);
  // beta l of a cantilever; the patches let the beam turn a little between their middles.
  CHECK(modes.frequencies_hz[modes.bending[0]] == Approx(1.875104 * 1.875104 * unit).epsilon(0.02));
  CHECK(modes.frequencies_hz[modes.bending[1]] == Approx(4.694091 * 4.694091 * unit).epsilon(0.02));
}

TEST_CASE("both reduced models have the paper's stick modes") {
  const FrictionalBeamSpec spec;
  const double kt = spec.layer.tangential_stiffness / spec.width,
               kn = spec.layer.normal_stiffness / spec.width;
  for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements}) {
    const auto rom = std::make_shared<const Structure>(make_frictional_beam(spec, kind));
    CHECK(rom->interface.total_area() == Approx(0.05 * 0.03));
    CHECK(rom->interface.points() == (kind == InterfaceKind::patches ? 10 : 20));
    CHECK(bolt_closure(*rom) > 0);
    CHECK(*rom->preload == 5667);
    CHECK(*rom->total_mass == Approx(7850 * 0.3 * 0.03 * 0.003 + 0.052));
    const ModalSolver::LinearModes modes = ModalSolver(rom).linear_modes(kt, kn);
    REQUIRE(modes.bending.size() >= 2);
    // Ten patches average over 5 mm each; points do not.
    const double tolerance = kind == InterfaceKind::patches ? 5e-3 : 1e-3;
    CHECK(modes.frequencies_hz[modes.bending[0]] == Approx(35.28).epsilon(tolerance));
    CHECK(modes.frequencies_hz[modes.bending[1]] == Approx(220.83).epsilon(tolerance));
  }
}

TEST_CASE("more patches than a dense solve likes: the beam is held by its joint alone") {
  const auto first = [](int patches, InterfaceKind kind) {
    FrictionalBeamSpec spec;
    spec.patches = patches;
    const ModalSolver solver(std::make_shared<const Structure>(make_frictional_beam(spec, kind)));
    return solver.linear_modes(1e10, 1e10).frequencies_hz.front();
  };
  const double few = first(10, InterfaceKind::patches);
  for (const int patches : {12, 24, 60})
    CHECK(first(patches, InterfaceKind::patches) == Approx(few).epsilon(0.01));
  CHECK(first(12, InterfaceKind::elements) ==
        Approx(first(10, InterfaceKind::elements)).epsilon(0.01));
}
