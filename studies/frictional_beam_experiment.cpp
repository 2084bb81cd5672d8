#include "studies/frictional_beam_experiment.hpp"

#include "rom/frictional_beam.hpp"
#include "studies/virtual_experiment.hpp"

namespace slipfront {

namespace {

// Amplitudes: from nearly linear to where most of the support slides, and no further: a beam
// that slides altogether is held along its axis by nothing.
// Shares: a bolt on a block is repeated less well than a beam's own frequency.
const std::vector<MeasuredMode> kModes = {
    {1, 3e-6, 2e-4, 2e-3, 0.2},
    {2, 1e-6, 4e-5, 2e-3, 0.2},
    {3, 5e-7, 2e-5, 2e-3, 0.2},
};

}  // namespace

std::map<int, MeasuredBackbone> simulate(const FrictionalBeamExperiment& experiment) {
  return virtual_experiment(std::make_shared<const Structure>(make_frictional_beam()),
                            {experiment.slip_traction, experiment.tangential_stiffness,
                             experiment.normal_stiffness, experiment.viscous_damping},
                            kModes, experiment.points, "virtual frictional beam");
}

}  // namespace slipfront
