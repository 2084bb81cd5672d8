#include "rom/mesh/lap_beam.hpp"

#include <catch2/catch.hpp>

#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/patches.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

namespace {
double polygon(int n, double d) { return 0.125 * n * d * d * std::sin(2 * M_PI / n); }
double hexagon(double across) { return 0.5 * std::sqrt(3.0) * across * across; }
}  // namespace

TEST_CASE("mass, areas and parts of the Brake-Reuss beam by hand") {
  for (const int refinement : {3, 4}) {
    LapBeamSpec spec;
    spec.refinement = refinement;
    const JointModel joint = make_lap_beam(spec);
    const BoltSpec& b = spec.bolts;
    const int n = 8 * refinement;
    const double hole = polygon(n, b.hole_diameter), shank = polygon(n, b.diameter);
    // The full box, minus the quarters beyond the lap... both halves make one bar.
    double volume = spec.width * spec.height * spec.length - 3 * hole * spec.height;
    volume += 3 * (shank * b.length + (hexagon(b.head.across_flats) - shank) * b.head.height +
                   (hexagon(b.nut.across_flats) - shank) * b.nut.height);
    volume += 3 * 2 * b.washer.thickness *
              (polygon(n, b.washer.outer_diameter) - polygon(n, b.washer.inner_diameter));
    // The hexagon's flats bend at places between its corners only if these are no places.
    CHECK(joint.solid.mass() == Approx(volume * spec.material.density).epsilon(2e-5));
    const double ends = 0.5 * (spec.lap - 3 * b.pitch) * spec.width;
    const double block = b.pitch * spec.width - hole;
    Eigen::VectorXd areas(5);
    areas << ends, block, block, block, ends;
    CHECK((patch_areas(joint) - areas).norm() < 1e-12);
    CHECK(joint.response_nodes.size() == 2);
    CHECK(joint.solid.places(joint.response_nodes[0], 0) == Approx(spec.length / 2));
    const RelativeSystem system = relative_system(joint);
    CHECK(system.separation.cols() == 1);
    // Three bolts, each with one newton against the separation of the bodies.
    const Eigen::VectorXd r = system.separation.col(0).head(system.relative);
    CHECK(system.separation.col(0).dot(system.bolt_load) / r[2] == Approx(3));
  }
}

TEST_CASE("other beams of the family") {
  LapBeamSpec spec;
  spec.refinement = 2;
  spec.bolts.count = 1;
  spec.lap = 0.05;
  spec.length = 0.4;
  CHECK(relative_system(make_lap_beam(spec)).separation.cols() == 1);
  spec.bolts.count = 2;
  spec.lap = 2 * spec.bolts.pitch;  // no strips at the ends
  const JointModel two = make_lap_beam(spec);
  CHECK(two.patches == 2);
  spec.bolts.count = 5;
  spec.lap = 0.2;
  spec.width = 0.03;
  spec.height = 0.02;
  const JointModel five = make_lap_beam(spec);
  CHECK(five.patches == 7);
  CHECK(five.bolts == 5);
  CHECK(fine_interface(five).area() ==
        Approx(0.2 * 0.03 - 5 * polygon(16, spec.bolts.hole_diameter)));
}

TEST_CASE("a mesh that no machine holds is refused before it is made, odd units are told") {
  LapBeamSpec spec;
  spec.refinement = 40;
  CHECK_THAT(problem_of([&] { make_lap_beam(spec); }),
             Catch::Contains("/refinement: found 40; makes a mesh of about 8.6e+06 hexahedra") &&
                 Catch::Contains("smaller refinement"));
  spec = {};
  spec.height = 1e-9;
  CHECK_THAT(problem_of([&] { make_lap_beam(spec); }), Catch::Contains("hexahedra"));
  spec = {};
  spec.refinement = 2;
  CHECK(make_lap_beam(spec).notes.empty());
  spec.material.density = 7.8e-9;
  REQUIRE(make_lap_beam(spec).notes.size() == 1);
  CHECK_THAT(make_lap_beam(spec).notes[0], Catch::Contains("tonnes"));
}

TEST_CASE("frequencies of the default mesh stand by the reference, and fall with refinement") {
  // Stated with the reference data, for another mesh of the same beam: kt = kn = 1e13.
  double last[3] = {1e9, 1e9, 1e9};
  for (const int refinement : {2, 3}) {
    LapBeamSpec spec;
    spec.refinement = refinement;
    const JointModel joint = make_lap_beam(spec);
    const FullModes modes = full_modes(joint, relative_system(joint), 1e13, 8);
    REQUIRE(modes.bending.size() >= 3);
    const double stated[3] = {191.46, 609.92, 1221.34};
    for (std::size_t i = 0; i < 3; ++i) {
      const double f = modes.frequencies_hz[modes.bending[i]];
      CHECK(f < last[i]);
      CHECK(f == Approx(stated[i]).epsilon(0.03));
      last[i] = f;
    }
  }
}
