#include "rom/solid_test_models.hpp"

namespace slipfront {

SolidModel brick(int nx, int ny, int nz, const Eigen::Vector3d& size,
                 const ElasticMaterial& material) {
  SolidModel solid;
  solid.materials = {material};
  PlaneMesh plane;
  plane.add_grid(0, size[0], 0, size[1], nx, ny);
  extrude(plane, even_levels(0, size[2], nz), solid);
  return solid;
}

JointModel two_bricks(bool joined, int nx, int ny, int nz) {
  JointModel joint;
  joint.name = "bricks";
  joint.source = "two bricks";
  joint.solid.materials = {{2e11, 0.3, 7800}};
  PlaneMesh plane;
  plane.add_grid(-0.03, 0.03, -0.01, 0.01, nx, ny);
  const int size = static_cast<int>(plane.places().size());
  const int top = extrude(plane, even_levels(-0.01, 0, nz), joint.solid);
  const int bottom = extrude(plane, even_levels(0, 0.01, nz), joint.solid);
  std::vector<int> top_nodes, bottom_nodes;
  for (int i = 0; i < size; ++i) {
    top_nodes.push_back(top + nz * size + i);
    bottom_nodes.push_back(bottom + i);
  }
  const auto at = [&](double x, double y, double z) {
    Eigen::Index nearest = 0;
    (joint.solid.places.rowwise() - Eigen::RowVector3d(x, y, z))
        .rowwise()
        .squaredNorm()
        .minCoeff(&nearest);
    return static_cast<int>(nearest);
  };
  // The outer faces move together on average in all directions but z, as a bolt joins them.
  if (joined) {
    std::array<SparseRow, 6> motion[2];
    for (int side = 0; side < 2; ++side) {
      std::vector<Quad> face;
      for (const Face& outer : outer_faces(joint.solid)) {
        const Quad quad = face_nodes(joint.solid, outer);
        if (std::all_of(quad.begin(), quad.end(), [&](int node) {
              return joint.solid.places(node, 2) == (side == 0 ? -0.01 : 0.01);
            }))
          face.push_back(quad);
      }
      motion[side] = coupling_rows(joint.solid.places, tributary_areas(joint.solid.places, face),
                                   {0, 0, 0}, "bricks");
    }
    for (const std::size_t d : {0u, 1u, 3u, 4u, 5u}) {
      SparseRow row = motion[0][d];
      for (const auto& [unknown, value] : motion[1][d]) row.emplace_back(unknown, -value);
      joint.solid.equations.push_back(row);
    }
  }
  joint.bolt_load = {{3 * at(0, 0, -0.01) + 2, 1}, {3 * at(0, 0, 0.01) + 2, -1}};
  joint.bolts = 1;
  joint.response_nodes = {at(0.03, 0, -0.01), at(-0.03, 0, 0.01)};
  pair_interface(joint, top_nodes, bottom_nodes);
  divide_into_strips(joint, 3);
  return joint;
}

}  // namespace slipfront
