// The friction law of the virtual lap joint: a Mindlin-type curve with a finite slip
// displacement, which is the law of no model in the registry.
//
//   t = ts [1 - (1 - kt u / (1.5 ts))^1.5]   for 0 <= u < 1.5 ts/kt,   t = ts beyond
//
//   ts  slip_traction [N/m^2], kt tangential_stiffness [N/m^3]; odd in u
//
// With x = kt u / (1.5 ts) the Masing loop area is D = (1.5 ts^2/kt) h(x), where
//   h = 8 int_0^x g - 4 x g,   g = 1 - (1 - x)^1.5
// and for x >= 1 h = 4 x - 3.2. For small x, h = x^3/2 + x^4/8 + ..., all terms positive.
//
// Source: after Mindlin and Deresiewicz's partial slip of spheres. Limits: loading from
// the origin only (Masing framework).
#pragma once

#include "core/friction_law.hpp"

namespace slipfront {

class MindlinLaw : public FrictionLaw {
 public:
  MindlinLaw();
  const LawDescription& description() const override { return description_; }
  const std::vector<Parameter>& parameters(Framework framework) const override;
  std::string domain_violation(Framework framework, std::span<const double> values) const override;
  std::unique_ptr<const BoundLaw> bind(Framework framework,
                                       std::span<const double> values) const override;

 private:
  LawDescription description_;
  std::vector<Parameter> parameters_;
};

}  // namespace slipfront
