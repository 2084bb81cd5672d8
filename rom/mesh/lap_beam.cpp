#include "rom/mesh/lap_beam.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "rom/mesh/plane_mesh.hpp"
#include "rom/reduce/interface_pairs.hpp"
#include "rom/reduce/patches.hpp"
#include "rom/solid/coupling.hpp"
#include "rom/solid/tie.hpp"

namespace slipfront {

namespace {

constexpr double kSame = 1e-8;  // [m]: nearer places are the same
// Growth of an arm's elements from the step of the lap, where stress is singular, to the
// free end: e^2, about sevenfold.
constexpr double kGrowth = 2;
constexpr double kFirst = 0.8;  // length over height of the first of them
// Hexahedra of both halves beyond which the factor takes more memory than a workstation has:
// 30,000 take 2 GiB, and it grows faster than they do.
constexpr double kMostHexahedra = 5e5;
constexpr double kNearWasher = 1.5;  // radii of the washer within which it looks for masters

/// Layers that a length gets beside the half height's `refinement` layers.
int layers(double share, int refinement) {
  return std::max(1, static_cast<int>(std::lround(share * refinement)));
}

class LapBeamMesher {
 public:
  explicit LapBeamMesher(const LapBeamSpec& spec)
      : spec_(spec), n_(8 * spec.refinement), half_(spec.height / 2) {}

  JointModel make() {
    joint_.name = spec_.name;
    joint_.source = spec_.source;
    joint_.solid.materials = {spec_.material};
    joint_.preload = spec_.preload;
    joint_.bolts = spec_.bolts.count;
    check_size();
    for (std::string& note : unit_notes(joint_.solid)) joint_.notes.push_back(std::move(note));
    add_half(true);
    add_half(false);
    for (int bolt = 0; bolt < spec_.bolts.count; ++bolt) add_bolt(place(bolt));
    check_solid(joint_.solid, spec_.source);
    tie_washers();
    couple_bolts();
    for (const double side : {1.0, -1.0})
      joint_.response_nodes.push_back(nearest_node({side * spec_.length / 2, 0, 0}));
    pair_interface(joint_, side_nodes(true), side_nodes(false));
    divide_at(joint_, patch_lines());
    return std::move(joint_);
  }

 private:
  struct Body {
    int first = 0, end = 0;  // nodes
  };
  struct Bolt {
    Eigen::Vector2d centre;
    Body bolt, nut, washers[2];  // washers at the head, at the nut
  };

  Eigen::Vector2d place(int bolt) const {
    return {(bolt - 0.5 * (spec_.bolts.count - 1)) * spec_.bolts.pitch, 0};
  }

  /// Lines between the patches: at the edges of the bolts' blocks.
  std::vector<double> patch_lines() const {
    const double pitch = spec_.bolts.pitch, edge = place(0)[0] - pitch / 2;
    std::vector<double> lines;
    for (int i = 0; i <= spec_.bolts.count; ++i)
      if (std::abs(edge + i * pitch) < spec_.lap / 2 - kSame) lines.push_back(edge + i * pitch);
    return lines;
  }

  PlaneMesh lap_plane() const {
    PlaneMesh plane;
    const BoltSpec& bolts = spec_.bolts;
    const int k = spec_.refinement;
    for (int bolt = 0; bolt < bolts.count; ++bolt) {
      const PlaneLine hole = circle_line(place(bolt), bolts.hole_diameter / 2, n_);
      const PlaneLine washer = circle_line(place(bolt), bolts.washer.outer_diameter / 2, n_);
      const PlaneLine block = rectangle_line(place(bolt), bolts.pitch / 2, spec_.width / 2, n_);
      constexpr double kToWasher = 0.5, kToBlock = 0.75;  // of the refinement: squarish elements
      plane.add_ring(hole, washer, layers(kToWasher, k));
      plane.add_ring(washer, block, layers(kToBlock, k));
    }
    const double inner = 0.5 * bolts.count * bolts.pitch, outer = spec_.lap / 2;
    if (outer - inner > kSame) {
      const int columns = layers((outer - inner) / bolts.pitch * 2, k);
      plane.add_grid(-outer, -inner, -spec_.width / 2, spec_.width / 2, columns, 2 * k);
      plane.add_grid(inner, outer, -spec_.width / 2, spec_.width / 2, columns, 2 * k);
    }
    return plane;
  }

  /// Columns of elements along an arm; not whole, and without limit.
  double arm_columns() const {
    const double length = 0.5 * (spec_.length - spec_.lap);
    return length * kGrowth / std::expm1(kGrowth) / (kFirst * half_) * spec_.refinement;
  }

  void check_size() const {
    const double k = spec_.refinement;
    constexpr double kRings = 1.25;  // of the refinement, from hole to block
    const double count = 2 * (spec_.bolts.count * n_ * kRings * k * k + arm_columns() * 4 * k * k);
    if (!(count <= kMostHexahedra))
      throw Failure(Problem{spec_.source, "/refinement", to_text(k),
                            "makes a mesh of about " + to_text(count, 2) +
                                " hexahedra in the two halves; 5e5 is the most that is solved",
                            "take a smaller refinement; check length and height, of which the "
                            "number of elements along an arm follows"});
  }

  /// Runs `add`, then joins the nodes it made that coincide.
  template <typename Add>
  Body body(const Add& add) {
    const Body result{joint_.solid.nodes(), 0};
    add();
    merge_from(result.first);
    return {result.first, joint_.solid.nodes()};
  }

  void add_half(bool top) {
    halves_[top ? 0 : 1] = body([&] {
      const int k = spec_.refinement;
      extrude(lap_plane(), top ? even_levels(-half_, 0, k) : even_levels(0, half_, k),
              joint_.solid);
      // Levels of the arm meet those of the lap exactly.
      std::vector<double> levels = even_levels(-half_, 0, k);
      const std::vector<double> lower = even_levels(0, half_, k);
      levels.insert(levels.end(), lower.begin() + 1, lower.end());
      const double from = spec_.lap / 2, to = spec_.length / 2;
      const int columns = std::max(1, static_cast<int>(std::lround(arm_columns())));
      PlaneMesh arm;
      const auto x = [&](int i) {
        const double share = std::expm1(kGrowth * i / columns) / std::expm1(kGrowth);
        return i == columns ? to : from + (to - from) * share;
      };
      for (int i = 0; i < columns; ++i)
        arm.add_grid(top ? x(i) : -x(i + 1), top ? x(i + 1) : -x(i), -spec_.width / 2,
                     spec_.width / 2, 1, 2 * k);
      extrude(arm, levels, joint_.solid);
    });
  }

  void add_bolt(const Eigen::Vector2d& centre) {
    const BoltSpec& spec = spec_.bolts;
    const int k = spec_.refinement;
    constexpr double kHexagonLayers = 0.4, kHexagonRings = 0.5, kWasherLayers = 0.25;
    const double under_head = -half_ - spec.washer.thickness;
    const double nut_start = half_ + spec.washer.thickness, nut_end = nut_start + spec.nut.height;
    const double head_start = under_head - spec.head.height, end = head_start + spec.length;
    const PlaneLine shank = circle_line(centre, spec.diameter / 2, n_);
    const std::vector<double> head = even_levels(head_start, under_head, layers(kHexagonLayers, k));
    Bolt bolt;
    bolt.centre = centre;
    bolt.bolt = body([&] {
      std::vector<double> levels = head;
      const auto go_on = [&](double to, int steps) {
        if (to - levels.back() < kSame) return;
        const std::vector<double> more = even_levels(levels.back(), to, steps);
        levels.insert(levels.end(), more.begin() + 1, more.end());
      };
      constexpr double kGripLayers = 2;
      go_on(nut_start, layers(kGripLayers, k));
      go_on(nut_end, layers(kHexagonLayers, k));
      go_on(end, layers(kHexagonLayers, k));
      PlaneMesh core, flange;
      core.add_core(shank);
      extrude(core, levels, joint_.solid);
      flange.add_ring(shank, hexagon_line(centre, spec.head.across_flats, n_),
                      layers(kHexagonRings, k));
      extrude(flange, head, joint_.solid);
    });
    bolt.nut = body([&] {
      PlaneMesh ring;
      ring.add_ring(shank, hexagon_line(centre, spec.nut.across_flats, n_),
                    layers(kHexagonRings, k));
      extrude(ring, even_levels(nut_start, nut_end, layers(kHexagonLayers, k)), joint_.solid);
    });
    for (int side = 0; side < 2; ++side)
      bolt.washers[side] = body([&] {
        PlaneMesh ring;
        ring.add_ring(circle_line(centre, spec.washer.inner_diameter / 2, n_),
                      circle_line(centre, spec.washer.outer_diameter / 2, n_),
                      layers(kHexagonRings, k));
        extrude(ring,
                side == 0 ? even_levels(under_head, -half_, layers(kWasherLayers, k))
                          : even_levels(half_, nut_start, layers(kWasherLayers, k)),
                joint_.solid);
      });
    bolts_.push_back(bolt);
  }

  /// Joins nodes from `first` on that stand at the same place.
  void merge_from(int first) {
    SolidModel& solid = joint_.solid;
    std::vector<int> order;
    for (int node = first; node < solid.nodes(); ++node) order.push_back(node);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return solid.places(a, 0) < solid.places(b, 0); });
    std::vector<int> same(static_cast<std::size_t>(solid.nodes()), -1);
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i; j-- > 0;) {
        if (solid.places(order[i], 0) - solid.places(order[j], 0) > kSame) break;
        if ((solid.places.row(order[i]) - solid.places.row(order[j])).norm() > kSame) continue;
        // The earlier of the two stays, or what it was joined to.
        int keep = std::min(order[i], order[j]);
        const int drop = std::max(order[i], order[j]);
        if (same[static_cast<std::size_t>(keep)] >= 0) keep = same[static_cast<std::size_t>(keep)];
        same[static_cast<std::size_t>(drop)] = keep;
      }
    std::vector<int> renumbered(same.size());
    int next = first;
    for (int node = 0; node < solid.nodes(); ++node) {
      const auto n = static_cast<std::size_t>(node);
      if (node < first) {
        renumbered[n] = node;
      } else if (same[n] < 0) {
        solid.places.row(next) = solid.places.row(node).eval();
        renumbered[n] = next++;
      } else {
        renumbered[n] = renumbered[static_cast<std::size_t>(same[n])];
      }
    }
    solid.places.conservativeResize(next, 3);
    for (Hexahedron& element : solid.elements)
      for (int& node : element)
        if (node >= first) node = renumbered[static_cast<std::size_t>(node)];
  }

  /// Outer facets of a body with all nodes where `is_there` says yes.
  template <typename Place>
  std::vector<Quad> facets(const Body& of, const Place& is_there) {
    if (faces_.empty())
      for (const Face& face : outer_faces(joint_.solid))
        faces_.push_back(face_nodes(joint_.solid, face));
    std::vector<Quad> found;
    for (const Quad& quad : faces_)
      if (std::all_of(quad.begin(), quad.end(), [&](int node) {
            return node >= of.first && node < of.end &&
                   is_there(Eigen::Vector3d(joint_.solid.places.row(node)));
          }))
        found.push_back(quad);
    return found;
  }

  static std::vector<int> nodes_of(const std::vector<Quad>& quads) {
    std::vector<int> nodes;
    for (const Quad& quad : quads) nodes.insert(nodes.end(), quad.begin(), quad.end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
  }

  void tie_washers() {
    const double thick = spec_.bolts.washer.thickness;
    const double reach = kNearWasher * spec_.bolts.washer.outer_diameter / 2;
    for (const Bolt& bolt : bolts_)
      for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? -1 : 1;
        const auto at = [&](double z) {
          return [&, z](const Eigen::Vector3d& x) {
            return std::abs(x[2] - z) < kSame && (x.head<2>() - bolt.centre).norm() < reach;
          };
        };
        const double on_beam = sign * half_, on_bolt = sign * (half_ + thick);
        tie_nodes(joint_.solid, nodes_of(facets(bolt.washers[side], at(on_beam))),
                  facets(halves_[side], at(on_beam)));
        tie_nodes(joint_.solid, nodes_of(facets(bolt.washers[side], at(on_bolt))),
                  facets(side == 0 ? bolt.bolt : bolt.nut, at(on_bolt)));
      }
  }

  void couple_bolts() {
    const double from = half_ + spec_.bolts.washer.thickness, to = from + spec_.bolts.nut.height;
    constexpr std::size_t kAlongBolt = 2;
    for (const Bolt& bolt : bolts_) {
      const auto on_thread = [&](const Eigen::Vector3d& x) {
        return std::abs((x.head<2>() - bolt.centre).norm() - spec_.bolts.diameter / 2) < kSame &&
               x[2] > from - kSame && x[2] < to + kSame;
      };
      const Eigen::Vector3d middle(bolt.centre[0], bolt.centre[1], 0.5 * (from + to));
      std::array<SparseRow, 6> motion[2];
      for (int part = 0; part < 2; ++part)
        motion[part] =
            coupling_rows(joint_.solid.places,
                          tributary_areas(joint_.solid.places,
                                          facets(part == 0 ? bolt.bolt : bolt.nut, on_thread)),
                          middle, spec_.source);
      for (std::size_t d = 0; d < 6; ++d) {
        SparseRow difference = motion[0][d];
        for (const auto& [unknown, value] : motion[1][d]) difference.emplace_back(unknown, -value);
        // The shank is pulled through the nut, towards it; the nut is pushed back.
        SparseRow& target =
            d == kAlongBolt ? joint_.bolt_load : joint_.solid.equations.emplace_back();
        target.insert(target.end(), difference.begin(), difference.end());
      }
    }
  }

  std::vector<int> side_nodes(bool top) {
    const double edge = spec_.lap / 2 + kSame;
    return nodes_of(facets(halves_[top ? 0 : 1], [&](const Eigen::Vector3d& x) {
      return std::abs(x[2]) < kSame && std::abs(x[0]) < edge;
    }));
  }

  int nearest_node(const Eigen::RowVector3d& place) const {
    Eigen::Index nearest = 0;
    (joint_.solid.places.rowwise() - place).rowwise().squaredNorm().minCoeff(&nearest);
    return static_cast<int>(nearest);
  }

  const LapBeamSpec& spec_;
  int n_;        // places around a hole
  double half_;  // half the height
  JointModel joint_;
  Body halves_[2];
  std::vector<Bolt> bolts_;
  std::vector<Quad> faces_;
};

}  // namespace

JointModel make_lap_beam(const LapBeamSpec& spec) {
  check_lap_beam(spec);
  return LapBeamMesher(spec).make();
}

}  // namespace slipfront
