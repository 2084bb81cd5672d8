#include "rom/interface_maps.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

struct Element {
  double number = 0;                // its own, or its place in the list
  std::vector<Eigen::Index> nodes;  // from 0
};

std::string shape(const Eigen::MatrixXd& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

/// Rows of node numbers; a leading column of element numbers is told by the width.
void read_elements(const Eigen::MatrixXd& rows, Eigen::Index corners, Eigen::Index node_count,
                   const std::string& key, const std::string& where, std::vector<Element>& elements,
                   std::vector<Problem>& problems) {
  const Eigen::Index lead = rows.cols() - corners;
  if (rows.rows() == 0) return;
  if (lead != 0 && lead != 1) {
    problems.push_back({where, key, "a " + shape(rows) + " matrix",
                        "must have " + std::to_string(corners) +
                            " columns of node numbers, or one more for the element's number",
                        "export the mesh again"});
    return;
  }
  Eigen::Index bad = 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    Element element;
    element.number = lead ? rows(i, 0) : static_cast<double>(elements.size());
    for (Eigen::Index j = lead; j < rows.cols(); ++j) {
      const double node = rows(i, j);
      const bool good =
          node >= 1 && node <= static_cast<double>(node_count) && node == std::floor(node);
      if (good) element.nodes.push_back(static_cast<Eigen::Index>(node) - 1);
      bad += good ? 0 : 1;
    }
    elements.push_back(std::move(element));
  }
  if (bad > 0)
    problems.push_back({where, key, std::to_string(bad) + " node numbers outside of the mesh",
                        "must be whole numbers from 1 to " + std::to_string(node_count),
                        "count nodes from 1, in the order of MESH.Nds"});
}

/// Half the cross product of the diagonals (of two sides for a triangle): exact if plane.
double area(const Eigen::MatrixXd& nodes, const Element& element) {
  const auto place = [&](std::size_t corner) {
    Eigen::Vector3d xyz = Eigen::Vector3d::Zero();
    const Eigen::Index size = std::min<Eigen::Index>(nodes.cols(), 3);
    xyz.head(size) = nodes.row(element.nodes[corner]).head(size).transpose();
    return xyz;
  };
  const bool quad = element.nodes.size() == 4;
  const Eigen::Vector3d one = place(2) - place(0);
  const Eigen::Vector3d other = quad ? place(3) - place(1) : place(1) - place(0);
  return 0.5 * one.cross(other).norm();
}

}  // namespace

NodeMaps mesh_maps(const Eigen::MatrixXd& nodes, const Eigen::MatrixXd* quads,
                   const Eigen::MatrixXd* triangles, const std::string& where,
                   std::vector<Problem>& problems) {
  NodeMaps maps;
  maps.names = {"MESH.Nds", "MESH.Nds"};
  const std::size_t before = problems.size();
  if (nodes.cols() < 2 || !nodes.allFinite())
    problems.push_back({where, "MESH.Nds", "a " + shape(nodes) + " matrix",
                        "must be rows of finite coordinates x, y", "export the mesh again"});
  std::vector<Element> elements;
  if (quads) read_elements(*quads, 4, nodes.rows(), "MESH.Quad", where, elements, problems);
  if (triangles) read_elements(*triangles, 3, nodes.rows(), "MESH.Tri", where, elements, problems);
  if (problems.size() > before) return maps;
  std::stable_sort(elements.begin(), elements.end(),
                   [](const Element& a, const Element& b) { return a.number < b.number; });
  const auto count = static_cast<Eigen::Index>(elements.size());
  maps.to_points.setZero(count, nodes.rows());
  maps.to_nodes.setZero(nodes.rows(), count);
  for (Eigen::Index e = 0; e < count; ++e) {
    const Element& element = elements[static_cast<std::size_t>(e)];
    const double share = 1 / static_cast<double>(element.nodes.size());
    const double size = area(nodes, element);
    for (const Eigen::Index node : element.nodes) {
      maps.to_points(e, node) += share;
      maps.to_nodes(node, e) += share * size;
    }
  }
  return maps;
}

Interface element_interface(const NodeMaps& maps, const Eigen::MatrixXd* from_unknowns,
                            Eigen::Index dof, const std::string& where,
                            std::vector<Problem>& problems) {
  const Eigen::MatrixXd& q = maps.to_points;
  const Eigen::MatrixXd& t = maps.to_nodes;
  const Eigen::Index points = q.rows(), nodes = q.cols();
  Interface interface;
  interface.kind = InterfaceKind::elements;
  const std::size_t before = problems.size();
  if (t.rows() != nodes || t.cols() != points)
    problems.push_back({where, maps.names.second, "a " + shape(t) + " matrix",
                        "must be " + std::to_string(nodes) + " x " + std::to_string(points) +
                            ", nodes by points as " + maps.names.first + " has it",
                        "export both from the same mesh"});
  if (from_unknowns && (from_unknowns->cols() != dof || from_unknowns->rows() < 3 * nodes))
    problems.push_back({where, "L", "a " + shape(*from_unknowns) + " matrix",
                        "must have " + std::to_string(dof) + " columns (as K) and at least " +
                            std::to_string(3 * nodes) + " rows, three per interface node",
                        "export it from the same reduction"});
  if (!from_unknowns && dof < 3 * nodes)
    problems.push_back({where, "K", std::to_string(dof) + " unknowns",
                        "without L the first " + std::to_string(3 * nodes) +
                            " unknowns, three per interface node, must be relative displacements",
                        "export L"});
  if (problems.size() > before) return interface;
  const Eigen::MatrixXd nodal = from_unknowns ? from_unknowns->topRows(3 * nodes).eval()
                                              : Eigen::MatrixXd::Identity(3 * nodes, dof);
  interface.displacement.setZero(3 * points, dof);
  interface.force.setZero(dof, 3 * points);
  for (Eigen::Index p = 0; p < points; ++p) {
    for (Eigen::Index n = 0; n < nodes; ++n) {
      if (q(p, n) != 0)
        interface.displacement.middleRows<3>(3 * p) += q(p, n) * nodal.middleRows<3>(3 * n);
      if (t(n, p) != 0)
        interface.force.middleCols<3>(3 * p) += t(n, p) * nodal.middleRows<3>(3 * n).transpose();
    }
  }
  interface.areas = t.colwise().sum().transpose();
  return interface;
}

Interface patch_interface(const Eigen::MatrixXd& places, const Eigen::MatrixXd* forces,
                          const Eigen::VectorXd& areas) {
  Interface interface;
  interface.kind = InterfaceKind::patches;
  interface.displacement = places;
  interface.force = forces ? *forces : Eigen::MatrixXd(places.transpose());
  interface.areas = areas;
  return interface;
}

}  // namespace slipfront
