#include "studies/virtual_experiment.hpp"

#include "core/contact.hpp"
#include "core/failure.hpp"
#include "core/modal_solver.hpp"
#include "studies/mindlin_law.hpp"

namespace slipfront {

namespace {

constexpr double kWiderAtRest = 1.5;  // small signals stand nearer to the noise

MeasuredBackbone measured(const Backbone& backbone, const MeasuredMode& mode,
                          const std::string& source) {
  if (backbone.failed() > 0)
    throw Failure(Problem{source, "mode " + std::to_string(mode.mode),
                          to_text(backbone.status.back()), "every amplitude must be solved",
                          "choose smaller amplitudes or stiffer springs"});
  MeasuredBackbone result;
  result.source = source;
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

std::map<int, MeasuredBackbone> virtual_experiment(std::shared_ptr<const Structure> structure,
                                                   const VirtualInterface& interface,
                                                   const std::vector<MeasuredMode>& modes,
                                                   int points, const std::string& source) {
  const ModalSolver solver(std::move(structure));
  const MindlinLaw law;
  const ContactModel contact(law, Framework::masing);
  const double values[] = {interface.slip_traction, interface.tangential_stiffness,
                           interface.normal_stiffness};
  std::map<int, MeasuredBackbone> backbones;
  for (const MeasuredMode& mode : modes) {
    BackboneOptions options;
    options.mode.bending = mode.mode;
    options.zeta0 = interface.viscous_damping;
    const auto amplitudes = log_spaced(mode.lowest, mode.highest, static_cast<std::size_t>(points));
    backbones[mode.mode] =
        measured(solver.backbone(contact, values, amplitudes, options), mode, source);
  }
  return backbones;
}

}  // namespace slipfront
