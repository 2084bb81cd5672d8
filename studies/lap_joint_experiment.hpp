// The virtual experiment of the shipped lap-joint study: backbones of the built-in lap
// joint with a friction law that none of the fitted models equals (studies/mindlin_law.hpp),
// with viscous damping and with bounds of the width that repeated impact tests show.
//
// The files studies/data/lap-joint-mode-<m>.csv are written from this.
//
// Limits: no noise, and Masing damping; the joint's own reduced model is the specimen, so
// a fit meets model form error of the friction law only.
#pragma once

#include <map>

#include "core/measured_backbone.hpp"

namespace slipfront {

struct LapJointExperiment {
  double slip_traction = 1.5e5;        // ts [N/m^2]
  double tangential_stiffness = 1e12;  // kt [N/m^3]
  double normal_stiffness = 1e13;      // kn [N/m^3]
  double viscous_damping = 1.5e-3;     // zeta0 of every mode
  int points = 30;                     // per mode, log-spaced in amplitude
};

/// By bending mode 1, 2, 3.
std::map<int, MeasuredBackbone> simulate(const LapJointExperiment& experiment = {});

}  // namespace slipfront
