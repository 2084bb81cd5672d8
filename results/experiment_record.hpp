// experiment.json: the measured backbones that a run was fitted to, exactly as they were
// read, so that its folder can be ranked, redrawn and sent away without the files that the
// study named.
//
//   {"modes": {"1": {"source": "...", "response_amplitude": false, "amplitude": [...],
//     "frequency_hz": [...], "frequency_lower": [...], "frequency_upper": [...],
//     "damping": [...], "damping_lower": [...], "damping_upper": [...]}, ...}}
//
// Where combinations are compared with curves of their own, these stand beside "modes":
//
//   "combinations": {"<id>": {"1": {...}, ...}, ...}
//
// Units as in core/measured_backbone.hpp. With "response_amplitude" the amplitudes are those
// of the accelerometer [m]; a combination's amplitude_factor makes them modal.
#pragma once

#include <map>
#include <string>

#include "core/measured_backbone.hpp"

namespace slipfront {

using MeasuredModes = std::map<int, MeasuredBackbone>;  // by mode number

using OwnExperiments = std::map<std::string, MeasuredModes>;  // by combination

void write_experiment(const std::string& path, const MeasuredModes& modes,
                      const OwnExperiments& own = {});

/// Throws a Failure that names the file and all that is wrong in it.
MeasuredModes read_experiment(const std::string& path);

/// The curves of combinations that have their own; most runs have none.
OwnExperiments read_own_experiments(const std::string& path);

}  // namespace slipfront
