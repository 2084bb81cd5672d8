// What a study is computed from: its reduced models, condensed once each, and its
// measured backbones, with fingerprints of their numbers.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "rom/reduce/joint_model.hpp"
#include "studies/study.hpp"

namespace slipfront {

struct LoadedRom {
  std::shared_ptr<const Structure> structure;
  std::shared_ptr<const ModalSolver> solver;
  std::string fingerprint;  // of every number of the structure
};

struct LoadedExperiment {
  MeasuredBackbone measured;  // as in the file
  std::string fingerprint;    // of the file's numbers
};

struct StudyInputs {
  std::map<std::string, LoadedRom> roms;                   // by the study's name for it
  std::map<int, LoadedExperiment> experiment;              // by mode
  std::map<std::string, LoadedExperiment> own_experiment;  // of combinations, by file as written
  std::map<std::string, std::string> plugins;     // file as written in the study -> fingerprint
  std::map<std::string, std::string> file_bytes;  // file as written in the study -> fingerprint

  /// What this combination's mode is compared with; null if it could not be loaded.
  const LoadedExperiment* measured(const Combination& combination, int mode) const;
};

/// A built-in reduced model by its name (rom/built_in.hpp), or one from a file. A model that
/// has to be built first says so to `progress`.
std::shared_ptr<const Structure> load_rom(const Study& study, const RomSource& source,
                                          const Progress& progress = {});

/// Loads everything that the study's combinations need; what cannot be loaded is left out
/// and its problems are added, each with the study's key.
StudyInputs load_inputs(const Study& study, std::vector<Problem>& problems,
                        const Progress& progress = {});

}  // namespace slipfront
