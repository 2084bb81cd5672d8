// From one reduced model in a MATLAB file to the others that follow from it.
//
// A model with elements is its own FJROM. Its WJROM are averages over strips of its
// points along x, six per strip, with the rest of the interface left free to move, and
// modes of what the averages do not see (reduce/averaged_reduction.hpp). The points need
// places: MESH.Nds, or node_coords with Qm or Q. A model with patches is its own WJROM;
// no FJROM follows from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/structure.hpp"
#include "rom/reduce/interface_mesh.hpp"

namespace slipfront {

struct MatModels {
  std::optional<Structure> whole_joint, full_joint;
  std::vector<std::string> notes;  // why one of them is missing
};

/// `strips`: patches along x, five if not given. `preload` [N per bolt] replaces that of
/// the file.
MatModels models_from_mat(const std::string& path, std::optional<int> strips, int modes,
                          std::optional<double> preload);

/// WJROM of an element model whose points stand at the given places. Failure if a strip
/// has no points or if the model's K has more than one motion without energy.
Structure whole_joint_from_elements(const Structure& elements, const PlanePlaces& points,
                                    int strips, int modes);

}  // namespace slipfront
