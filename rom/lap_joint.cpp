#include "rom/lap_joint.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "rom/beam_element.hpp"
#include "rom/relative_reduction.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kPerNode = 6;  // ux uy uz rx ry rz
constexpr Eigen::Index kRigidModes = 6;

/// One half beam: its nodes along x, and by which height its elements hang below z = 0.
struct HalfBeam {
  std::vector<double> x;
  std::vector<bool> in_lap;  // of each element
  double lap_offset = 0;     // of the neutral axis in the lap
  Eigen::Index first = 0;    // number of its first node
};

std::vector<double> evenly(double from, double to, int elements) {
  std::vector<double> places;
  for (int i = 0; i <= elements; ++i)
    places.push_back(from + (to - from) * static_cast<double>(i) / elements);
  return places;
}

HalfBeam half_beam(const LapJointSpec& spec, bool top) {
  const double end = spec.length / 2, edge = spec.lap / 2;
  // A node at every edge and every centre of a patch.
  const std::vector<double> lap = evenly(-edge, edge, 2 * spec.patches);
  const std::vector<double> arm =
      top ? evenly(-end, -edge, spec.arm_elements) : evenly(edge, end, spec.arm_elements);
  HalfBeam half;
  half.x = top ? arm : lap;
  const std::vector<double>& rest = top ? lap : arm;
  half.x.insert(half.x.end(), rest.begin() + 1, rest.end());
  for (std::size_t e = 0; e + 1 < half.x.size(); ++e)
    half.in_lap.push_back(top ? e + 1 >= arm.size() : e + 1 < lap.size());
  half.lap_offset = (top ? -0.25 : 0.25) * spec.height;
  return half;
}

/// Adds a half beam to the matrices of absolute displacements.
void assemble(const LapJointSpec& spec, const HalfBeam& half, Eigen::MatrixXd& stiffness,
              Eigen::MatrixXd& mass) {
  const auto section = [&](double height) {
    return BeamSection::rectangle(spec.young, spec.poisson, spec.density, spec.width, height);
  };
  const BeamSection full = section(spec.height), split = section(spec.height / 2);
  for (std::size_t e = 0; e < half.in_lap.size(); ++e) {
    const double length = half.x[e + 1] - half.x[e];
    const bool lap = half.in_lap[e];
    const double offset = lap ? half.lap_offset : 0;
    const Eigen::Index at = kPerNode * (half.first + static_cast<Eigen::Index>(e));
    stiffness.block<12, 12>(at, at) +=
        with_offset(beam_stiffness(lap ? split : full, length), offset);
    mass.block<12, 12>(at, at) += with_offset(beam_mass(lap ? split : full, length), offset);
  }
}

/// Rigid-body motion of a node on the x axis: three translations, three rotations.
Eigen::Matrix<double, 6, 6> rigid_motion(double x) {
  Eigen::Matrix<double, 6, 6> motion = Eigen::Matrix<double, 6, 6>::Identity();
  motion(1, 5) = x;   // uy = rz x
  motion(2, 4) = -x;  // uz = -ry x
  return motion;
}

/// The shares of a bolt at x on the patches: linear between the two nearest centres.
Eigen::VectorXd bolt_shares(const LapJointSpec& spec, double x) {
  const double pitch = spec.lap / spec.patches;
  const double place = (x + spec.lap / 2) / pitch - 0.5;  // in patches from the first centre
  const int left = std::clamp(static_cast<int>(std::floor(place)), 0, spec.patches - 2);
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(spec.patches);
  shares[left] = 1 - (place - left);
  shares[left + 1] = place - left;
  return shares;
}

/// Springs of a shank, clamped at both ends and cut along its axis, against the relative
/// motion at the interface plane in its middle.
Eigen::Matrix<double, 6, 1> shank_springs(const LapJointSpec& spec) {
  const BeamSection shank =
      BeamSection::circle(spec.young, spec.poisson, spec.density, spec.bolt_diameter);
  const double l = spec.height, bending = shank.young * shank.iy / l;
  const double shear = 12 * bending / (l * l * (1 + shear_flexibility(shank, shank.iy, l)));
  Eigen::Matrix<double, 6, 1> springs;
  springs << shear, shear, 0, bending, bending, shank.shear * shank.torsion / l;
  return springs;
}

double bolt_place(const LapJointSpec& spec, int bolt) {
  return (bolt - 0.5 * (spec.bolts - 1)) * spec.bolt_pitch;
}

void check(const LapJointSpec& spec) {
  std::vector<Problem> problems;
  const auto require = [&](bool good, const char* key, double value, const std::string& rule) {
    if (!good) problems.push_back({"lap joint", key, to_text(value), rule, ""});
  };
  const auto positive = [&](const char* key, double value) {
    require(value > 0 && std::isfinite(value), key, value, "must be above 0");
  };
  positive("length", spec.length);
  positive("lap", spec.lap);
  positive("width", spec.width);
  positive("height", spec.height);
  positive("young", spec.young);
  positive("density", spec.density);
  positive("bolt_diameter", spec.bolt_diameter);
  positive("preload", spec.preload);
  require(spec.lap < spec.length, "lap", spec.lap, "must be shorter than the length");
  require(spec.poisson > -1 && spec.poisson < 0.5, "poisson", spec.poisson,
          "must be between -1 and 0.5");
  require(spec.patches >= 2, "patches", spec.patches, "must be at least 2");
  require(spec.bolts >= 1, "bolts", spec.bolts, "must be at least 1");
  require(spec.arm_elements >= 1, "arm_elements", spec.arm_elements, "must be at least 1");
  require(spec.modes >= 0, "modes", spec.modes, "must not be negative");
  const double last = std::abs(bolt_place(spec, spec.bolts - 1));
  require(spec.bolt_pitch > 0 && last <= (spec.lap - spec.lap / spec.patches) / 2, "bolt_pitch",
          spec.bolt_pitch, "bolts must stand between the centres of the outermost patches");
  throw_if_any(std::move(problems));
}

}  // namespace

LapJointModel assemble_lap_joint(const LapJointSpec& spec) {
  check(spec);
  const HalfBeam top = half_beam(spec, true);
  HalfBeam bottom = half_beam(spec, false);
  bottom.first = static_cast<Eigen::Index>(top.x.size());
  const Eigen::Index nodes = bottom.first + static_cast<Eigen::Index>(bottom.x.size());
  const Eigen::Index size = kPerNode * nodes;
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(size, size), mass = stiffness;
  assemble(spec, top, stiffness, mass);
  assemble(spec, bottom, stiffness, mass);

  // Node at the centre of each patch: every second one of the lap, from its second on.
  const auto top_node = [&](int patch) { return spec.arm_elements + 1 + 2 * patch; };
  const auto bottom_node = [&](int patch) { return bottom.first + 1 + 2 * patch; };
  LapJointModel model;
  model.relative = kPerNode * spec.patches;

  // absolute = change (relative, others): u_top = r + u_bottom at the patches.
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(size, size);
  model.rigid.setZero(size, kRigidModes);
  std::vector<Eigen::Index> column(static_cast<std::size_t>(nodes), -1);
  for (int p = 0; p < spec.patches; ++p)
    column[static_cast<std::size_t>(top_node(p))] = kPerNode * p;
  Eigen::Index next = model.relative;
  for (Eigen::Index node = 0; node < nodes; ++node) {
    Eigen::Index& place = column[static_cast<std::size_t>(node)];
    if (place < 0) {
      place = next;
      next += kPerNode;
      const bool is_top = node < bottom.first;
      const double x = is_top ? top.x[static_cast<std::size_t>(node)]
                              : bottom.x[static_cast<std::size_t>(node - bottom.first)];
      model.rigid.middleRows<kPerNode>(place) = rigid_motion(x);
    }
    change.block<kPerNode, kPerNode>(kPerNode * node, place).setIdentity();
  }
  for (int p = 0; p < spec.patches; ++p)
    change
        .block<kPerNode, kPerNode>(kPerNode * top_node(p),
                                   column[static_cast<std::size_t>(bottom_node(p))])
        .setIdentity();
  model.stiffness = change.transpose() * stiffness * change;
  model.mass = change.transpose() * mass * change;

  model.bolt_load.setZero(size);
  const Eigen::Matrix<double, 6, 1> springs = shank_springs(spec);
  for (int bolt = 0; bolt < spec.bolts; ++bolt) {
    const Eigen::VectorXd shares = bolt_shares(spec, bolt_place(spec, bolt));
    for (int p = 0; p < spec.patches; ++p) {
      model.bolt_load[kPerNode * p + 2] += shares[p];
      for (int other = 0; other < spec.patches; ++other)
        model.stiffness.block<kPerNode, kPerNode>(kPerNode * p, kPerNode * other) +=
            shares[p] * shares[other] * springs.asDiagonal().toDenseMatrix();
    }
  }
  // The end x = +L/2 is the last node of the bottom half, x = -L/2 the first of the top.
  model.response.resize(kRigidModes, size);
  model.response << change.middleRows<3>(kPerNode * (nodes - 1)), change.topRows<3>();
  return model;
}

Structure make_lap_joint(const LapJointSpec& spec) {
  const LapJointModel model = assemble_lap_joint(spec);
  const Eigen::Index most = model.stiffness.rows() - model.relative - kRigidModes;
  if (spec.modes > most)
    throw Failure(Problem{"lap joint", "modes", std::to_string(spec.modes),
                          "must be at most " + std::to_string(most) + ", all there are", ""});
  const RelativeReduction reduced =
      reduce_relative(model.stiffness, model.mass, model.relative, model.rigid, spec.modes);
  Structure joint;
  joint.name = "lap-joint";
  joint.source = "built-in lap joint";
  joint.layout = "built-in";
  joint.stiffness = reduced.stiffness;
  joint.mass = reduced.mass;
  joint.bolt_load = reduced.basis.transpose() * model.bolt_load;
  joint.preload = spec.preload;
  joint.response = model.response * reduced.basis;
  joint.response_names = {"end1_x", "end1_y", "end1_z", "end2_x", "end2_y", "end2_z"};
  joint.response_in_triples = true;
  joint.total_mass = spec.density * spec.width * spec.height * spec.length;
  Interface& interface = joint.interface;
  interface.kind = InterfaceKind::patches;
  interface.displacement.setZero(3 * spec.patches, joint.dof());
  for (int p = 0; p < spec.patches; ++p)
    interface.displacement.block<3, 3>(3 * p, kPerNode * p).setIdentity();
  interface.force = interface.displacement.transpose();
  interface.areas = Eigen::VectorXd::Constant(spec.patches, spec.lap * spec.width / spec.patches);
  check_structure(joint, joint.source);
  return joint;
}

}  // namespace slipfront
