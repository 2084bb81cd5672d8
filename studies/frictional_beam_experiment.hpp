// The virtual experiment of the shipped study of the beam on a frictional support
// (rom/frictional_beam.hpp): studies/virtual_experiment.hpp on the built-in beam.
//
// The files studies/data/frictional-beam-mode-<m>.csv are written from this. The normal
// stiffness is that of Asadi et al., k_n / width; the layer is stiffer along the beam than
// theirs, so that its slip shows in the frequency of the first mode too (one percent).
#pragma once

#include <map>

#include "core/measured_backbone.hpp"

namespace slipfront {

struct FrictionalBeamExperiment {
  double slip_traction = 1e5;              // ts [N/m^2]
  double tangential_stiffness = 1e12;      // kt [N/m^3]
  double normal_stiffness = 1.7e9 / 0.03;  // kn [N/m^3]
  double viscous_damping = 1e-3;           // zeta0 of every mode
  int points = 30;                         // per mode, log-spaced in amplitude
};

/// By bending mode 1, 2, 3.
std::map<int, MeasuredBackbone> simulate(const FrictionalBeamExperiment& experiment);

}  // namespace slipfront
