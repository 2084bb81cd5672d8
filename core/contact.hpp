// A friction law made ready for an interface: the tangential law, the normal law and,
// if asked for, a post-slip stiffness (Porter et al., 2.1, 2.2 and eq 30).
//
//   tangential   t = law(u) + kp (u - u_ref)         [N/m^2]
//   normal       spring:  tn = kn un                 (eq 1-2)
//                penalty: tn = kn un if un > 0, else 0, and no tangential traction (eq 3-4)
//
// Parameters come in one flat order: the law's own, then post_slip_stiffness (unless
// the law has its own), then normal_stiffness. All are per area.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

enum class NormalContact { spring, penalty };

std::string to_text(NormalContact normal);

struct ContactOptions {
  bool post_slip = false;                        // adds kp (u - u_ref) to the law
  NormalContact normal = NormalContact::spring;  // pressure-dependent laws always use penalty
};

/// kp: 10^0 .. 10^13 N/m^3, and kn: 10^9.8 .. 10^21.5 N/m^3, both searched as log10.
const Parameter& post_slip_stiffness_parameter();
const Parameter& normal_stiffness_parameter();

class ContactModel {
 public:
  /// Throws a Failure if the law does not know the framework. The law must outlive the model.
  ContactModel(const FrictionLaw& law, Framework framework, ContactOptions options = {});

  const FrictionLaw& law() const { return *law_; }
  Framework framework() const { return framework_; }
  /// Spring or penalty after the law's own needs are taken into account.
  NormalContact normal() const { return options_.normal; }
  /// True if a post-slip stiffness is added beside the law.
  bool adds_post_slip() const { return adds_post_slip_; }

  const std::vector<Parameter>& parameters() const { return parameters_; }
  std::size_t law_parameter_count() const { return law_count_; }

  std::span<const double> law_values(std::span<const double> values) const {
    return values.first(law_count_);
  }
  /// kp, 0 if none is added.
  double post_slip_stiffness(std::span<const double> values) const;
  double normal_stiffness(std::span<const double> values) const { return values.back(); }

  /// Empty, or the rule that the values break (wrong number, not finite, negative
  /// stiffness, or the law's own domain).
  std::string domain_violation(std::span<const double> values) const;

  /// name, framework, normal law, post-slip, law version, and a plugin's build: part of a
  /// combination's identity.
  std::string identity() const;

 private:
  const FrictionLaw* law_;
  Framework framework_;
  ContactOptions options_;
  bool adds_post_slip_;
  std::size_t law_count_;
  std::vector<Parameter> parameters_;
};

}  // namespace slipfront
