#include "rom/solid/assembly.hpp"

#include <algorithm>

namespace slipfront {

namespace {

/// For every node the nodes that share an element with it, ascending.
std::vector<std::vector<int>> neighbours(const SolidModel& model) {
  std::vector<std::vector<int>> lists(static_cast<std::size_t>(model.nodes()));
  for (const Hexahedron& element : model.elements)
    for (const int a : element) {
      auto& list = lists[static_cast<std::size_t>(a)];
      list.insert(list.end(), element.begin(), element.end());
    }
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

/// A matrix of zeros with room for an entry wherever an element will add one: between
/// all directions of neighbouring nodes, or only between equal ones.
Eigen::SparseMatrix<double> pattern(const std::vector<std::vector<int>>& lists, bool coupled) {
  const auto size = static_cast<Eigen::Index>(3 * lists.size());
  Eigen::SparseMatrix<double> matrix(size, size);
  Eigen::VectorXi counts(size);
  for (Eigen::Index column = 0; column < size; ++column)
    counts[column] =
        static_cast<int>(lists[static_cast<std::size_t>(column / 3)].size()) * (coupled ? 3 : 1);
  matrix.reserve(counts);
  for (Eigen::Index column = 0; column < size; ++column)
    for (const int node : lists[static_cast<std::size_t>(column / 3)])
      for (int d = 0; d < 3; ++d)
        if (coupled || d == column % 3) matrix.insert(3 * node + d, column) = 0;
  matrix.makeCompressed();
  return matrix;
}

}  // namespace

SolidMatrices assemble_solid(const SolidModel& model) {
  const auto lists = neighbours(model);
  SolidMatrices matrices{pattern(lists, true), pattern(lists, false)};
  const auto place_of = [&](int row_node, int column_node) {
    const auto& list = lists[static_cast<std::size_t>(column_node)];
    return std::lower_bound(list.begin(), list.end(), row_node) - list.begin();
  };
  double* const stiffness = matrices.stiffness.valuePtr();
  double* const mass = matrices.mass.valuePtr();
  const int* const stiffness_start = matrices.stiffness.outerIndexPtr();
  const int* const mass_start = matrices.mass.outerIndexPtr();
  for (std::size_t e = 0; e < model.elements.size(); ++e) {
    const HexPlaces corners = model.places_of(e);
    const ElasticMaterial& material =
        model.materials[static_cast<std::size_t>(model.material_of[e])];
    const HexMatrix own_stiffness = hex_stiffness(corners, material);
    const Eigen::Matrix<double, 8, 8> own_mass = hex_mass(corners, material.density);
    const Hexahedron& nodes = model.elements[e];
    for (int b = 0; b < 8; ++b)
      for (int a = 0; a < 8; ++a) {
        const int column = 3 * nodes[static_cast<std::size_t>(b)];
        const auto place =
            place_of(nodes[static_cast<std::size_t>(a)], nodes[static_cast<std::size_t>(b)]);
        for (int d = 0; d < 3; ++d) {
          mass[mass_start[column + d] + place] += own_mass(a, b);
          for (int c = 0; c < 3; ++c)
            stiffness[stiffness_start[column + d] + 3 * place + c] +=
                own_stiffness(3 * a + c, 3 * b + d);
        }
      }
  }
  return matrices;
}

}  // namespace slipfront
