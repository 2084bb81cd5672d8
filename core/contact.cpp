#include "core/contact.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"

namespace slipfront {

std::string to_text(NormalContact normal) {
  return normal == NormalContact::spring ? "spring" : "penalty";
}

// Bounds: a decade and more beyond the ranges of Porter et al., Tables 11-15.
const Parameter& post_slip_stiffness_parameter() {
  static const Parameter parameter{
      "post_slip_stiffness", "kp", "N/m^3", Scale::log10, 1, 1e13, true};
  return parameter;
}

const Parameter& normal_stiffness_parameter() {
  static const Parameter parameter{
      "normal_stiffness", "kn", "N/m^3", Scale::log10, std::pow(10, 9.8), std::pow(10, 21.5), true};
  return parameter;
}

ContactModel::ContactModel(const FrictionLaw& law, Framework framework, ContactOptions options)
    : law_(&law), framework_(framework), options_(options) {
  const LawDescription& about = law.description();
  if (std::find(about.frameworks.begin(), about.frameworks.end(), framework) ==
      about.frameworks.end()) {
    std::string known;
    for (const Framework other : about.frameworks)
      known += (known.empty() ? "" : ", ") + to_text(other);
    throw Failure(Problem{"model '" + about.name + "'", "framework", to_text(framework),
                          "this model knows " + known, "choose one of these"});
  }
  if (about.pressure_dependent) options_.normal = NormalContact::penalty;
  adds_post_slip_ = options.post_slip && !about.has_post_slip;
  parameters_ = law.parameters(framework);
  law_count_ = parameters_.size();
  if (adds_post_slip_) parameters_.push_back(post_slip_stiffness_parameter());
  parameters_.push_back(normal_stiffness_parameter());
}

double ContactModel::post_slip_stiffness(std::span<const double> values) const {
  return adds_post_slip_ ? values[law_count_] : 0;
}

std::string ContactModel::domain_violation(std::span<const double> values) const {
  if (values.size() != parameters_.size())
    return "needs " + std::to_string(parameters_.size()) + " parameters";
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return parameters_[i].name + " must be finite";
  if (post_slip_stiffness(values) < 0) return "post_slip_stiffness must not be negative";
  if (normal_stiffness(values) <= 0) return "normal_stiffness must be above 0";
  return law_->domain_violation(framework_, law_values(values));
}

std::string ContactModel::identity() const {
  const LawDescription& about = law_->description();
  return about.name + "/" + std::to_string(about.version) + "/" + to_text(framework_) + "/" +
         to_text(options_.normal) + (adds_post_slip_ ? "/post_slip" : "") +
         (about.build.empty() ? "" : "/" + about.build);
}

}  // namespace slipfront
