// The reduced model that a virtual specimen is made of, with the places of its interface
// points: built from the dimensions of a beam (.json, as rom/specs/brb.json), or read from a
// MATLAB file that holds the mesh of its interface.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/structure.hpp"

namespace slipfront {

struct SpecimenModel {
  std::shared_ptr<const Structure> structure;
  std::vector<double> x, y;  // along and across the beam, about the interface's middle [m]
};

/// `elements` of the interface, of a beam built from dimensions; 0: as its file says.
SpecimenModel specimen_model(const std::string& path, int elements = 0,
                             const std::function<void(const std::string&)>& progress = {});

}  // namespace slipfront
