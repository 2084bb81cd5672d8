// A study as data: which reduced models, which measurements, and a table of
// combinations (model x reduced model x framework x options), each of which is fitted
// to some modes and asked to predict others (Porter et al., section 4).
//
// Every field here has its key in studies/study_keys.cpp, where defaults are declared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/contact.hpp"
#include "core/front.hpp"
#include "core/modal_solver.hpp"
#include "optimize/optimizer.hpp"
#include "results/area.hpp"

namespace slipfront {

/// Where a reduced model comes from: a file, or a generator by name.
struct RomSource {
  std::string file;      // as written in the study
  std::string built_in;  // "lap-joint"
};

struct BoundsOverride {
  std::optional<double> lower, upper;  // physical units
};

/// One row of the table: a unit of work with its own folder, seed and checkpoint.
struct Combination {
  std::string id;
  std::string title;
  std::string rom;
  std::string model;
  Framework framework = Framework::masing;
  ContactOptions contact;
  bool viscous = true;  // zeta0 = the mode's own lowest-amplitude measured damping; else 0
  PrestressKind prestress = PrestressKind::full;
  std::optional<double> preload;  // N per bolt; default: the reduced model's own
  Dissipation dissipation = Dissipation::local;
  std::optional<int> quadrature;  // points; default: core/backbone_options.hpp
  int loops = 40;
  double loop_tolerance = 1e-4;
  LoopRule loop_rule = LoopRule::repeated;
  std::vector<int> fit_modes;
  std::vector<int> predict_modes;
  std::map<int, std::string> experiment;  // by mode: the CSV in place of the study's, as written
  std::map<int, int> mode_index;          // by mode: 0-based index in the stuck spectrum
  bool residual_penalty = false;
  OptimizerOptions optimizer;
  std::string seeds_from;  // another combination, whose front this search starts from
  int seeds_points = 0;    // so many of its points
  std::string left_out;    // why it cannot be computed, if a plugin is missing; else empty
};

struct Study {
  std::string file;  // as given on the command line; paths in it are relative to its folder
  std::string name;
  std::string title;
  std::uint64_t seed = 1;
  std::map<std::string, RomSource> roms;
  std::map<int, std::string> experiment;  // by mode: the CSV as written in the study
  std::vector<std::string> plugins;       // as written in the study
  double plugin_time_limit = 10;          // for one evaluation of an interface [s]
  int amplitudes = 20;
  ErrorPair box_upper;
  AreaRule area_rule = AreaRule::trapezoid;
  std::map<std::string, BoundsOverride> bounds;  // by parameter
  std::vector<Combination> combinations;

  std::string resolved;  // JSON text: every key with its value, paths as written

  /// The CSV that this combination's mode is compared with, as written; empty if there is none.
  std::string experiment_file(const Combination& combination, int mode) const;

  /// The path of a file that the study names, from where the program runs.
  std::string path_of(const std::string& written) const;
};

/// All modes that any combination fits, and those that any predicts and none fits.
std::vector<int> fitted_modes(const Study& study);
std::vector<int> predicted_modes(const Study& study);

}  // namespace slipfront
