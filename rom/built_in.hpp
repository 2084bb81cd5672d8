// Reduced models by name, made by slipfront itself.
//
//   lap-joint   rom/lap_joint.hpp, computed at once
//   brb-wjrom   five patches of the Brake-Reuss beam (rom/specs/brb.json)
//   brb-fjrom   152 elements of the same
//
// Those of the beam are built on first use, within a minute, and kept in
// $XDG_CACHE_HOME/slipfront (else ~/.cache/slipfront), in a file named after the
// dimensions and the version of the factory. A damaged file is built again; where nothing
// can be written, the model is built each time.
#pragma once

#include <string>
#include <vector>

#include "core/structure.hpp"
#include "rom/reduce/joint_model.hpp"

namespace slipfront {

const std::vector<std::string>& built_in_names();

/// `name` without "built-in:". Failure with "did you mean" if there is none.
Structure built_in_rom(const std::string& name, const Progress& progress = {});

/// The folder described above; empty if neither variable is set.
std::string rom_cache_folder();

}  // namespace slipfront
