#include "rom/joint_facts.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/mat_file.hpp"
#include "rom/interface_maps.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kMostCorners = 4;
constexpr std::size_t kCompared = 3;  // bending modes that measured backbones are known of

/// Rows of node numbers from 1; the last `corners` columns count (own numbers may stand
/// before them), and a 0 at the end of a row is no node.
void add_elements(const Eigen::MatrixXd& rows, Eigen::Index corners, const std::string& path,
                  const std::string& name, InterfaceMesh& mesh) {
  const Eigen::Index first = std::max<Eigen::Index>(0, rows.cols() - corners);
  for (Eigen::Index e = 0; e < rows.rows(); ++e) {
    std::vector<int> element;
    for (Eigen::Index i = first; i < rows.cols(); ++i) {
      const double node = rows(e, i);
      if (node == 0 && i == rows.cols() - 1) continue;
      if (!(node >= 1 && node <= static_cast<double>(mesh.nodes.rows()) &&
            node == static_cast<int>(node)))
        throw Failure(
            Problem{path, name, to_text(node),
                    "must be the number of a node, from 1 to " + std::to_string(mesh.nodes.rows()),
                    "check the mesh of the interface"});
      element.push_back(static_cast<int>(node) - 1);
    }
    if (element.size() < 3)
      throw Failure(Problem{
          path, name, std::to_string(element.size()) + " nodes in row " + std::to_string(e + 1),
          "an element has three or four", "check the mesh of the interface"});
    mesh.elements.push_back(std::move(element));
  }
}

}  // namespace

JointFacts facts_of_solid(const FullModes& modes, double penalty) {
  JointFacts facts;
  facts.full_penalty = penalty;
  for (std::size_t i = 0; i < std::min(kCompared, modes.bending.size()); ++i)
    facts.full_bending_hz.push_back(modes.frequencies_hz[modes.bending[i]]);
  return facts;
}

std::vector<std::pair<std::string, Eigen::MatrixXd>> facts_as_matrices(
    const JointFacts& facts, std::optional<PointRule> rule) {
  std::vector<std::pair<std::string, Eigen::MatrixXd>> matrices;
  if (facts.mesh) {
    const auto count = static_cast<Eigen::Index>(facts.mesh->elements.size());
    Eigen::MatrixXd elements = Eigen::MatrixXd::Zero(count, kMostCorners);
    for (Eigen::Index e = 0; e < count; ++e) {
      const std::vector<int>& corners = facts.mesh->elements[static_cast<std::size_t>(e)];
      for (std::size_t i = 0; i < corners.size(); ++i)
        elements(e, static_cast<Eigen::Index>(i)) = corners[i] + 1;
    }
    matrices.emplace_back("node_coords", facts.mesh->nodes);
    matrices.emplace_back("interface_elements", elements);
    if (rule) {
      const InterfacePoints points = interface_points(*facts.mesh, *rule);
      matrices.emplace_back("Qm", Eigen::MatrixXd(points.to_points));
      matrices.emplace_back("Tm", Eigen::MatrixXd(points.to_nodes()));
    }
  }
  if (!facts.patch_of.empty()) {
    Eigen::MatrixXd patches(static_cast<Eigen::Index>(facts.patch_of.size()), 1);
    for (std::size_t i = 0; i < facts.patch_of.size(); ++i)
      patches(static_cast<Eigen::Index>(i), 0) = facts.patch_of[i] + 1;
    matrices.emplace_back("patch_of", patches);
  }
  if (facts.full_penalty) {
    matrices.emplace_back("full_penalty", Eigen::MatrixXd::Constant(1, 1, *facts.full_penalty));
    matrices.emplace_back(
        "full_bending_hz",
        Eigen::Map<const Eigen::VectorXd>(facts.full_bending_hz.data(),
                                          static_cast<Eigen::Index>(facts.full_bending_hz.size())));
  }
  return matrices;
}

std::vector<std::pair<std::string, Eigen::MatrixXd>> carried_facts(const std::string& path) {
  auto carried = facts_as_matrices(read_facts(path), {});
  const auto carry = [&](const std::string& name, const Eigen::MatrixXd& matrix) {
    const auto same = [&](const auto& one) { return one.first == name; };
    if (std::none_of(carried.begin(), carried.end(), same)) carried.emplace_back(name, matrix);
  };
  const MatFile file = read_mat(path);
  if (const Eigen::MatrixXd* nodes = file.find("MESH.Nds")) {
    std::vector<Problem> problems;
    const NodeMaps maps =
        mesh_maps(*nodes, file.find("MESH.Quad"), file.find("MESH.Tri"), path, problems);
    if (!problems.empty()) return carried;
    carry("node_coords", *nodes);
    carry("Qm", maps.to_points);
    carry("Tm", maps.to_nodes);
    return carried;
  }
  const Eigen::MatrixXd* nodes = file.find("node_coords");
  for (const auto& [points, back] : {std::pair("Qm", "Tm"), std::pair("Q", "T")}) {
    const Eigen::MatrixXd *to_points = file.find(points), *to_nodes = file.find(back);
    if (!nodes || !to_points || !to_nodes) continue;
    carry("node_coords", *nodes);
    carry("Qm", *to_points);
    carry("Tm", *to_nodes);
    break;
  }
  return carried;
}

JointFacts read_facts(const std::string& path) {
  const MatFile file = read_mat(path);
  JointFacts facts;
  const auto start_mesh = [&](const char* name) {
    const Eigen::MatrixXd* nodes = file.find(name);
    if (!nodes || nodes->cols() < 2) return false;
    facts.mesh.emplace();
    facts.mesh->nodes = nodes->leftCols(2);
    return true;
  };
  if (const Eigen::MatrixXd* elements = file.find("interface_elements")) {
    if (start_mesh("node_coords"))
      add_elements(*elements, kMostCorners, path, "interface_elements", *facts.mesh);
  } else if (const Eigen::MatrixXd* quads = file.find("MESH.Quad"),
             *triangles = file.find("MESH.Tri");
             (quads || triangles) && start_mesh("MESH.Nds")) {
    if (quads) add_elements(*quads, kMostCorners, path, "MESH.Quad", *facts.mesh);
    if (triangles) add_elements(*triangles, kMostCorners - 1, path, "MESH.Tri", *facts.mesh);
  }
  if (const Eigen::MatrixXd* patches = file.find("patch_of"); patches && facts.mesh) {
    // No more patches than elements; NaN is neither.
    const auto most = static_cast<double>(facts.mesh->elements.size());
    bool good = true;
    for (const double patch : patches->reshaped()) {
      good = good && patch >= 1 && patch <= most && patch == std::floor(patch);
      facts.patch_of.push_back(good ? static_cast<int>(patch) - 1 : 0);
    }
    if (facts.patch_of.size() != facts.mesh->elements.size() || !good)
      throw Failure(Problem{path, "patch_of", std::to_string(facts.patch_of.size()) + " entries",
                            "must be a number from 1 for each of the " +
                                std::to_string(facts.mesh->elements.size()) + " interface elements",
                            ""});
  }
  const Eigen::MatrixXd *penalty = file.find("full_penalty"), *hz = file.find("full_bending_hz");
  if (penalty && hz && penalty->size() == 1) {
    const auto check = [&](const char* name, const Eigen::MatrixXd& values) {
      for (const double value : values.reshaped())
        if (!(value > 0 && std::isfinite(value)))
          throw Failure(
              Problem{path, name, to_text(value), "must be above 0 and finite",
                      "leave full_penalty and full_bending_hz out if they are not known"});
    };
    check("full_penalty", *penalty);
    check("full_bending_hz", *hz);
    facts.full_penalty = (*penalty)(0, 0);
    facts.full_bending_hz.assign(hz->data(), hz->data() + hz->size());
  }
  return facts;
}

}  // namespace slipfront
