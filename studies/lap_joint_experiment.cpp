#include "studies/lap_joint_experiment.hpp"

#include <memory>

#include "core/contact.hpp"
#include "core/failure.hpp"
#include "core/modal_solver.hpp"
#include "rom/lap_joint.hpp"
#include "studies/mindlin_law.hpp"

namespace slipfront {

namespace {

/// How one mode is measured. Half widths of the bounds are shares of the backbone, after
/// the variabilities of Porter et al., Table 2; they are this wide at the largest
/// amplitude and `kWiderAtRest` times as wide at the smallest.
struct MeasuredMode {
  int mode;
  double lowest, highest;  // modal amplitude [m sqrt(kg)]
  double frequency_share, damping_share;
};

// Amplitudes: from nearly linear to a drop in frequency of four percent in mode 1 and one
// in the others, where part of the interface slips fully.
constexpr MeasuredMode kModes[] = {
    {1, 2e-6, 3e-5, 3e-3, 0.25},
    {2, 5e-7, 2.5e-5, 7e-4, 0.15},
    {3, 2.5e-7, 8e-6, 4e-4, 0.08},
};
constexpr double kWiderAtRest = 1.5;  // small signals stand nearer to the noise

MeasuredBackbone measured(const Backbone& backbone, const MeasuredMode& mode) {
  if (backbone.failed() > 0)
    throw Failure(Problem{"virtual lap joint", "mode " + std::to_string(mode.mode),
                          to_text(backbone.status.back()), "every amplitude must be solved",
                          "choose smaller amplitudes or stiffer springs"});
  MeasuredBackbone result;
  result.source = "virtual lap joint";
  result.amplitude = backbone.amplitude;
  const std::size_t n = backbone.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double from_top = static_cast<double>(n - 1 - i) / static_cast<double>(n - 1);
    const double wider = 1 + (kWiderAtRest - 1) * from_top;
    const double f = backbone.frequency_hz[i], df = wider * mode.frequency_share * f;
    const double z = backbone.damping[i], dz = wider * mode.damping_share * z;
    result.frequency_hz.push_back(f);
    result.frequency_lower.push_back(f - df);
    result.frequency_upper.push_back(f + df);
    result.damping.push_back(z);
    result.damping_lower.push_back(z - dz);
    result.damping_upper.push_back(z + dz);
  }
  return result;
}

}  // namespace

std::map<int, MeasuredBackbone> simulate(const LapJointExperiment& experiment) {
  const ModalSolver solver(std::make_shared<const Structure>(make_lap_joint()));
  const MindlinLaw law;
  const ContactModel contact(law, Framework::masing);
  const double values[] = {experiment.slip_traction, experiment.tangential_stiffness,
                           experiment.normal_stiffness};
  std::map<int, MeasuredBackbone> backbones;
  for (const MeasuredMode& mode : kModes) {
    BackboneOptions options;
    options.mode.bending = mode.mode;
    options.zeta0 = experiment.viscous_damping;
    const auto amplitudes = log_spaced(mode.lowest, mode.highest, experiment.points);
    backbones[mode.mode] = measured(solver.backbone(contact, values, amplitudes, options), mode);
  }
  return backbones;
}

}  // namespace slipfront
