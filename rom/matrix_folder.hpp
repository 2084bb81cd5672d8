// A reduced model whose matrices stand in text files of their own, listed in a JSON file:
//
//   {"K": "stiffness.mtx", "M": "mass.mtx", "Fv": "load.mtx", "R": "response.mtx",
//    "Q": "q.mtx", "T": "t.mtx", "L": "l.mtx", "Prestress": 12845}
//
// Names are those of the layouts of a MATLAB file (rom/load.hpp); a value is a file beside
// the JSON file, FILE#NAME for one matrix of a substructure file ("Z1.mtx#STIFFNESS"), or
// a number.
#pragma once

#include <string>

#include "core/structure.hpp"

namespace slipfront {

/// Failure with everything wrong, as load_structure.
Structure load_matrix_folder(const std::string& path);

}  // namespace slipfront
