// A solid of hexahedra with linear constraints between its nodes: what a deck and the
// mesher of lap joints both describe, before any reduction.
//
// The unknowns are the displacements of the nodes, 3 n + direction for node n. Linear
// constraints are of two kinds:
//   tie        u(slave) = sum_i w_i u(master_i)
//   equation   sum_j c_j u_j = 0, among any unknowns
// A distributing coupling adds no unknown: the motion of its reference point is the rigid
// motion that fits its nodes best (coupling.hpp), so that equations between reference
// points are equations between the nodes.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "rom/solid/hex8.hpp"

namespace slipfront {

using Places = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
using Hexahedron = std::array<int, 8>;
using Quad = std::array<int, 4>;

/// Coefficients of unknowns: (3 node + direction, value).
using SparseRow = std::vector<std::pair<int, double>>;

struct NodeTie {
  int slave = 0;
  std::vector<std::pair<int, double>> masters;  // node, weight; the weights add up to 1
};

struct SolidModel {
  Places places;  // [m]
  std::vector<Hexahedron> elements;
  std::vector<int> material_of;  // of each element
  std::vector<ElasticMaterial> materials;
  std::vector<NodeTie> ties;
  std::vector<SparseRow> equations;

  int nodes() const { return static_cast<int>(places.rows()); }
  HexPlaces places_of(std::size_t element) const;
  double mass() const;  // [kg]
};

/// Failure with all that is wrong with elements and materials: inverted or flat
/// hexahedra, numbers of nodes that do not exist, materials that are none. `where` names
/// the source, `element_name` an element in messages.
void check_solid(const SolidModel& model, const std::string& where,
                 std::string (*element_name)(std::size_t) = nullptr);

/// A sentence for each material whose numbers look like tonnes, millimetres and seconds.
std::vector<std::string> unit_notes(const SolidModel& model);

/// Faces that belong to one element only, by element and face.
struct Face {
  std::size_t element = 0;
  int face = 0;
};
std::vector<Face> outer_faces(const SolidModel& model);
Quad face_nodes(const SolidModel& model, const Face& face);

/// Of a four-sided facet: half the cross product of its diagonals.
Eigen::Vector3d area_vector(const Places& places, const Quad& quad);

}  // namespace slipfront
