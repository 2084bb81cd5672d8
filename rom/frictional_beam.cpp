#include "rom/frictional_beam.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rom/beam_element.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kPerNode = FrictionalBeam::kPerNode;
// Between support and force, and between force and end: frequencies of the first modes are
// then exact to 1e-6.
constexpr int kFreeElements = 8;
// Unknowns of a node among the six of a beam element: all but the twist.
constexpr std::array<int, kPerNode> kKept = {0, 1, 2, 4, 5};
constexpr int kOfElement = 6;  // unknowns per node of rom/beam_element.hpp

// Gauss's rules on 0..1: two points for the layer; three points for a distributed load,
// exact for the cubic shapes.
const double kTwo = 0.5 / std::sqrt(3.0);
const std::array<double, 2> kLayerPlaces = {0.5 - kTwo, 0.5 + kTwo};
const double kThree = 0.5 * std::sqrt(3.0 / 5.0);
const std::array<double, 3> kLoadPlaces = {0.5 - kThree, 0.5, 0.5 + kThree};
constexpr std::array<double, 3> kLoadWeights = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};

std::vector<double> node_places(const FrictionalBeamSpec& spec, int support_elements) {
  std::vector<double> nodes = {0};
  const auto go_on = [&](double to, int elements) {
    const double from = nodes.back();
    for (int i = 1; i <= elements; ++i)
      nodes.push_back(i == elements ? to : from + (to - from) * static_cast<double>(i) / elements);
  };
  go_on(spec.support_length, support_elements);
  go_on(spec.load_place, kFreeElements);
  if (spec.load_place < spec.length) go_on(spec.length, kFreeElements);
  return nodes;
}

/// Euler-Bernoulli: no flexibility in shear.
BeamSection section_of(const FrictionalBeamSpec& spec) {
  const double no_twist = 0;  // Poisson's ratio only enters the torsion that is left out
  BeamSection section =
      BeamSection::rectangle(spec.young, no_twist, spec.density, spec.width, spec.height);
  section.shear_factor = std::numeric_limits<double>::infinity();
  return section;
}

void add_element(const ElementMatrix& element, Eigen::Index first_node, Eigen::MatrixXd& sum) {
  const auto place = [&](int i) { return kPerNode * (first_node + i / kPerNode) + i % kPerNode; };
  const auto own = [](int i) {
    return kOfElement * (i / static_cast<int>(kPerNode)) + kKept[i % kPerNode];
  };
  for (int i = 0; i < 2 * kPerNode; ++i)
    for (int j = 0; j < 2 * kPerNode; ++j) sum(place(i), place(j)) += element(own(i), own(j));
}

/// Bolt tension of one newton, spread evenly over the washer.
Eigen::VectorXd washer_load(const FrictionalBeamSpec& spec, const FrictionalBeam& beam) {
  Eigen::VectorXd load = Eigen::VectorXd::Zero(beam.stiffness.rows());
  const double middle = spec.support_length / 2, half = spec.washer_width / 2;
  for (std::size_t e = 0; e + 1 < beam.nodes.size(); ++e) {
    const double from = std::max(beam.nodes[e], middle - half);
    const double to = std::min(beam.nodes[e + 1], middle + half);
    if (!(from < to)) continue;
    for (std::size_t i = 0; i < kLoadPlaces.size(); ++i)
      load += kLoadWeights[i] * (to - from) / spec.washer_width *
              beam.lower_face(from + kLoadPlaces[i] * (to - from)).row(2).transpose();
  }
  return load;
}

}  // namespace

Eigen::MatrixXd FrictionalBeam::lower_face(double x) const { return displacement(x, height / 2); }

Eigen::MatrixXd FrictionalBeam::axis(double x) const { return displacement(x, 0); }

Eigen::MatrixXd FrictionalBeam::displacement(double x, double below_axis) const {
  const auto after = std::upper_bound(nodes.begin(), nodes.end() - 1, x);
  const Eigen::Index e = std::max<Eigen::Index>(0, after - nodes.begin() - 1);
  const double length = nodes[e + 1] - nodes[e], xi = (x - nodes[e]) / length;
  const Eigen::RowVector4d w = beam_deflection(xi, length, 0), slope = beam_rotation(xi, length, 0);
  Eigen::MatrixXd rows =
      Eigen::MatrixXd::Zero(3, static_cast<Eigen::Index>(nodes.size()) * kPerNode);
  for (int end = 0; end < 2; ++end) {
    const Eigen::Index at = kPerNode * (e + end);
    const int shape = 2 * end;
    rows(0, at) = end == 0 ? 1 - xi : xi;
    rows(0, at + 2) = -below_axis * slope[shape];
    rows(0, at + 3) = below_axis * slope[shape + 1];  // dw/dx = -ry
    rows(1, at + 1) = w[shape];
    rows(1, at + 4) = w[shape + 1];  // d uy/dx = rz
    rows(2, at + 2) = w[shape];
    rows(2, at + 3) = -w[shape + 1];
  }
  return rows;
}

std::vector<Eigen::Index> FrictionalBeam::planar() const {
  std::vector<Eigen::Index> unknowns;
  for (Eigen::Index node = 0; node < static_cast<Eigen::Index>(nodes.size()); ++node)
    for (const Eigen::Index own : {0, 2, 3}) unknowns.push_back(kPerNode * node + own);
  return unknowns;
}

FrictionalBeam assemble_frictional_beam(const FrictionalBeamSpec& spec, int support_elements) {
  check_frictional_beam(spec);
  FrictionalBeam beam;
  beam.height = spec.height;
  beam.nodes = node_places(spec, support_elements);
  const Eigen::Index size = kPerNode * static_cast<Eigen::Index>(beam.nodes.size());
  beam.stiffness.setZero(size, size);
  beam.mass.setZero(size, size);
  const BeamSection section = section_of(spec);
  for (std::size_t e = 0; e + 1 < beam.nodes.size(); ++e) {
    const double length = beam.nodes[e + 1] - beam.nodes[e];
    const auto first = static_cast<Eigen::Index>(e);
    add_element(beam_stiffness(section, length), first, beam.stiffness);
    add_element(beam_mass(section, length), first, beam.mass);
    if (static_cast<int>(e) >= support_elements) continue;
    for (const double place : kLayerPlaces) {
      beam.places.push_back(beam.nodes[e] + place * length);
      beam.weights.push_back(length / 2);
    }
  }
  beam.layer.resize(3 * static_cast<Eigen::Index>(beam.places.size()), size);
  for (std::size_t i = 0; i < beam.places.size(); ++i)
    beam.layer.middleRows<3>(3 * static_cast<Eigen::Index>(i)) = beam.lower_face(beam.places[i]);
  const Eigen::MatrixXd bolt = beam.axis(spec.support_length / 2);
  beam.mass += spec.bolt_mass * bolt.transpose() * bolt;
  beam.bolt_load = washer_load(spec, beam);
  beam.load = beam.lower_face(spec.load_place).row(2).transpose();
  return beam;
}

Structure make_frictional_beam(const FrictionalBeamSpec& spec, InterfaceKind kind) {
  const FrictionalBeam beam = assemble_frictional_beam(spec, spec.patches);
  Structure structure;
  structure.name = spec.name;
  structure.source = spec.source;
  structure.layout = "built-in";
  structure.stiffness = beam.stiffness;
  structure.mass = 0.5 * (beam.mass + beam.mass.transpose());
  structure.bolt_load = beam.bolt_load;
  structure.preload = spec.preload;
  structure.response.resize(6, beam.stiffness.cols());
  structure.response << beam.axis(spec.length), beam.axis(spec.load_place);
  structure.response_names = {"end_x", "end_y", "end_z", "load_x", "load_y", "load_z"};
  structure.response_in_triples = true;
  structure.total_mass = spec.density * spec.width * spec.height * spec.length + spec.bolt_mass;
  Interface& interface = structure.interface;
  interface.kind = kind;
  if (kind == InterfaceKind::patches) {
    interface.displacement.resize(3 * spec.patches, beam.layer.cols());
    for (int p = 0; p < spec.patches; ++p)
      interface.displacement.middleRows<3>(3 * p) =
          0.5 * (beam.layer.middleRows<3>(6 * p) + beam.layer.middleRows<3>(6 * p + 3));
    interface.force = interface.displacement.transpose();
    interface.areas =
        Eigen::VectorXd::Constant(spec.patches, spec.width * spec.support_length / spec.patches);
  } else {
    interface.displacement = beam.layer;
    interface.force = beam.layer.transpose();
    interface.areas.resize(static_cast<Eigen::Index>(beam.places.size()));
    for (Eigen::Index i = 0; i < interface.areas.size(); ++i) {
      interface.areas[i] = spec.width * beam.weights[static_cast<std::size_t>(i)];
      interface.force.middleCols<3>(3 * i) *= interface.areas[i];
    }
  }
  check_structure(structure, structure.source);
  return structure;
}

}  // namespace slipfront
