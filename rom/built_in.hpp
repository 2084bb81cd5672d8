// Reduced models by name, made by slipfront itself.
//
//   lap-joint        rom/lap_joint.hpp, computed at once
//   frictional-beam  rom/frictional_beam.hpp, patches of rom/specs/frictional-beam.json, likewise
//   brb-wjrom        five patches of the Brake-Reuss beam (rom/specs/brb.json), as they ship in
//                    rom/specs/brb-wjrom.mat: the same bytes everywhere
//   brb-fjrom        152 elements of the same
//
// The latter is too large to ship: it is built on first use, within a minute, and kept in
// $XDG_CACHE_HOME/slipfront (else ~/.cache/slipfront), in a file named after the
// dimensions and the version of the factory. A damaged file is built again; where nothing
// can be written, the model is built each time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/structure.hpp"
#include "rom/joint_facts.hpp"
#include "rom/reduce/joint_model.hpp"

namespace slipfront {

const std::vector<std::string>& built_in_names();

/// `name` without "built-in:". Failure with "did you mean" if there is none.
Structure built_in_rom(const std::string& name, const Progress& progress = {});

/// All that determines the model, as text: name, version of the factory, dimensions or bytes.
/// Matrices that are computed differ in their last digits from one type of processor to the
/// next, this text does not; it changes with anything that changes the model.
std::string built_in_recipe(const std::string& name);

/// What is told of their joints; nothing of those that are computed at once, or not built yet.
JointFacts built_in_facts(const std::string& name);

/// The bytes of rom/specs/brb-wjrom.mat.
std::string_view shipped_wjrom();

/// The folder described above; empty if neither variable is set.
std::string rom_cache_folder();

}  // namespace slipfront
