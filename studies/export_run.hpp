// A run as one MATLAB file, with everything that the study's figures are drawn from.
//
//   combinations       their ids, one per line, in the order of the ranking
//   ranking            a row per combination; ranking_columns names the columns
//   box                mode, lower f, lower zeta, upper f, upper zeta: a row per mode
//   variability        mode, frequency, damping (Table 2): a row per mode
//   experiment_mode_<m>, experiment_columns  the measured backbones with their bounds
//   <id>_experiment_mode_<m>, <id>_variability  those of a combination that has its own
//   <id>_front, <id>_front_columns            errors and parameters, a row per point
//   <id>_backbones, <id>_backbones_columns    point, mode, amplitude, frequency, damping,
//                                             residual; NaN where not converged
//   <id>_loops, <id>_loops_columns            point, displacement, traction
//
// <id> with '-' and '.' as '_'. Column names are one text, separated by line ends.
#pragma once

#include <string>

#include "results/run_folder.hpp"

namespace slipfront {

/// `id` as it stands in the file's names: a letter first, at most 40 characters.
std::string matlab_name(const std::string& id);

void export_run(const RunFolder& folder, const std::string& file);

}  // namespace slipfront
