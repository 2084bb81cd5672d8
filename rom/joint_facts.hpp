// What a reduced model's file tells of the joint that it came from, beside its matrices:
// the mesh of its interface, and the frequencies of the solid before reduction.
//
//   node_coords (nodes x 2) [m]      interface_elements: three or four nodes a row, from 1; 0: none
//   Qm, Tm      maps between nodes and points (element models; rom/interface_maps.hpp)
//   patch_of    patch of each element, from 1 (patch models)
//   full_penalty [N/m^3], full_bending_hz: kt = kn on the whole interface of the solid, and its
//               first frequencies that bend along the bolts (reduce/full_modes.hpp)
//
// All are optional: models of other origin have none of them, or only the mesh.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/structure.hpp"
#include "rom/reduce/full_modes.hpp"

namespace slipfront {

struct JointFacts {
  std::optional<InterfaceMesh> mesh;
  std::vector<int> patch_of;  // of the mesh's elements, from 0; empty for element models
  std::optional<double> full_penalty;
  std::vector<double> full_bending_hz;
};

/// Facts of a joint with the modes of its solid, under springs kt = kn = penalty.
JointFacts facts_of_solid(const FullModes& modes, double penalty);

/// Named matrices for save_structure. `rule`: of the points of an element model.
std::vector<std::pair<std::string, Eigen::MatrixXd>> facts_as_matrices(
    const JointFacts& facts, std::optional<PointRule> rule);

/// What a file of any layout tells of its joint, as matrices for save_structure: its facts, and
/// its own maps between nodes and points as Qm and Tm.
std::vector<std::pair<std::string, Eigen::MatrixXd>> carried_facts(const std::string& path);

/// Whatever of it the file has; the published MESH.Nds with MESH.Quad and MESH.Tri too.
/// Failure if what is there contradicts itself.
JointFacts read_facts(const std::string& path);

}  // namespace slipfront
