// A run as one MATLAB file, with everything that the study's figures are drawn from.
//
//   combinations       their ids, one per line, in the order of the ranking
//   combination_names  what stands for <id> below, in the same order
//   ranking            a row per combination; ranking_columns names the columns
//   stability          rank intervals, a row per combination; stability_columns
//   effects            shares of the area's variation; effects_rows, effects_columns
//   box                mode, lower f, lower zeta, upper f, upper zeta: a row per mode
//   variability        mode, frequency, damping (Table 2): a row per mode
//   experiment_mode_<m>, experiment_columns  the measured backbones with their bounds
//   amplitude_mode_<m>                       "modal" or "response" (m at the accelerometer)
//   <id>_experiment_mode_<m>, <id>_amplitude_mode_<m>, <id>_variability  those of a combination
//                                             that has its own
//   <id>_front, <id>_front_columns            errors and parameters, a row per point
//   <id>_bounds, <id>_bounds_columns          lower, upper: where each parameter was searched
//   <id>_backbones, <id>_backbones_columns    point, mode, modal amplitude, frequency, damping,
//                                             residual, converged (0 or 1); NaN where it is not
//   <id>_amplitude_factor                     mode, modal / response amplitude; if one was used
//   <id>_loops, <id>_loops_columns            point, displacement, traction
//   <id>_convergence, convergence_columns     best errors and area so far over the evaluations
//
// <id> with '-' and '.' as '_', numbered where two would be the same. Lists of names are one
// text, separated by line ends.
#pragma once

#include <string>

#include "results/run_folder.hpp"

namespace slipfront {

/// `id` as it stands in the file's names: a letter first, at most 40 characters.
std::string matlab_name(const std::string& id);

void export_run(const RunFolder& folder, const std::string& file);

}  // namespace slipfront
