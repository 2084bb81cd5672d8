// Meshes of quadrilaterals in a plane, and solids of hexahedra extruded from them.
//
// Pieces are added one by one; nodes that coincide become one. A ring lies between two
// closed lines with the same number of places; a core fills a closed line of 4 m places
// with m x m quadrilaterals.
#pragma once

#include <map>
#include <vector>

#include "rom/reduce/interface_mesh.hpp"
#include "rom/solid/solid_model.hpp"

namespace slipfront {

using PlaneLine = std::vector<Eigen::Vector2d>;

class PlaneMesh {
 public:
  /// Counter-clockwise corners.
  void add_quad(const std::array<Eigen::Vector2d, 4>& corners);
  /// Between a closed inner line and an outer one, in `layers`; counter-clockwise both.
  void add_ring(const PlaneLine& inner, const PlaneLine& outer, int layers);
  /// Inside a closed line of 4 m places, counter-clockwise from the middle of the right
  /// side; m even. The core is a square of m x m, bulged towards the line.
  void add_core(const PlaneLine& line);
  /// Rectangle of columns x rows.
  void add_grid(double x0, double x1, double y0, double y1, int columns, int rows);

  const std::vector<Eigen::Vector2d>& places() const { return places_; }
  const std::vector<Quad>& quads() const { return quads_; }

 private:
  int node(const Eigen::Vector2d& place);

  std::vector<Eigen::Vector2d> places_;
  std::vector<Quad> quads_;
  std::map<std::pair<long, long>, std::vector<int>> cells_;
};

/// n places on the circle, from angle 0 on; n on the rectangle, an eighth of n from the
/// middle of each side to its corner; n on the hexagon across flats, corners at +-30
/// degrees and so on, nearest places moved into them.
PlaneLine circle_line(const Eigen::Vector2d& centre, double radius, int n);
PlaneLine rectangle_line(const Eigen::Vector2d& centre, double half_x, double half_y, int n);
PlaneLine hexagon_line(const Eigen::Vector2d& centre, double across_flats, int n);

/// Adds the mesh, extruded over the levels (ascending z), with elements of material 0.
/// Returns the first node: node i of the mesh at level k is first + k size + i.
int extrude(const PlaneMesh& mesh, const std::vector<double>& levels, SolidModel& solid);

/// From `from` to `to` in `layers` equal steps; both ends included.
std::vector<double> even_levels(double from, double to, int layers);

}  // namespace slipfront
