// A virtual experiment: the backbones of a structure with a friction law that no model of the
// registry equals (studies/mindlin_law.hpp), with viscous damping and with bounds of the width
// that repeated impact tests show.
//
// Limits: no noise, and Masing damping; the structure's own reduced model is the specimen, so
// that a fit meets model form error of the friction law only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/measured_backbone.hpp"
#include "core/structure.hpp"

namespace slipfront {

/// How one mode is measured. Half widths of the bounds are shares of the backbone; they are
/// this wide at the largest amplitude and half as wide again at the smallest.
struct MeasuredMode {
  int mode = 1;                    // bending mode 1, 2, 3
  double lowest = 0, highest = 0;  // modal amplitude [m sqrt(kg)]
  double frequency_share = 0, damping_share = 0;
};

/// The interface and the damper.
struct VirtualInterface {
  double slip_traction = 0;         // ts [N/m^2]
  double tangential_stiffness = 0;  // kt [N/m^3]
  double normal_stiffness = 0;      // kn [N/m^3]
  double viscous_damping = 0;       // zeta0 of every mode
};

/// By bending mode; `points` per mode, log-spaced in amplitude. `source` names the experiment.
std::map<int, MeasuredBackbone> virtual_experiment(std::shared_ptr<const Structure> structure,
                                                   const VirtualInterface& interface,
                                                   const std::vector<MeasuredMode>& modes,
                                                   int points, const std::string& source);

}  // namespace slipfront
