#include "studies/lap_joint_experiment.hpp"

#include <memory>

#include "rom/lap_joint.hpp"
#include "studies/virtual_experiment.hpp"

namespace slipfront {

namespace {

// Amplitudes: from nearly linear to a drop in frequency of four percent in mode 1 and one
// in the others, where part of the interface slips fully.
// Shares after the variabilities of Porter et al., Table 2.
const std::vector<MeasuredMode> kModes = {
    {1, 2e-6, 3e-5, 3e-3, 0.25},
    {2, 5e-7, 2.5e-5, 7e-4, 0.15},
    {3, 2.5e-7, 8e-6, 4e-4, 0.08},
};

}  // namespace

std::map<int, MeasuredBackbone> simulate(const LapJointExperiment& experiment) {
  return virtual_experiment(std::make_shared<const Structure>(make_lap_joint()),
                            {experiment.slip_traction, experiment.tangential_stiffness,
                             experiment.normal_stiffness, experiment.viscous_damping},
                            kModes, experiment.points, "virtual lap joint");
}

}  // namespace slipfront
