// Generalized Jenkins Prager (Porter et al., eq 22-26): Jenkins (ts, kt) beside a spring
// kp; ts [N/m^2], kt and kp [N/m^3].
#include "core/contact.hpp"
#include "models/bilinear_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

namespace {

struct GeneralizedJenkinsPrager {
  static constexpr int kParameters = 3;  // ts, kt, kp
  static constexpr bool kPressure = false, kPostSlip = true;
  template <class T>
  static BilinearConstants<T> prepare(const T* p) {
    return {p[0], p[1], p[2]};
  }
};

std::string violation(Framework, std::span<const double> p) {
  if (p[0] < 0) return "slip_traction must not be negative";
  if (p[1] <= 0) return "tangential_stiffness must be above 0";
  if (p[2] < 0) return "post_slip_stiffness must not be negative";
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_generalized_jenkins_prager() {
  const std::vector<Parameter> parameters = {parameter::slip_traction(),
                                             parameter::tangential_stiffness(),
                                             post_slip_stiffness_parameter()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "generalized_jenkins_prager",
                                     .title = "Generalized Jenkins Prager",
                                     .source = "Porter et al. eq 22-26",
                                     .has_post_slip = true,
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<BilinearKernel<GeneralizedJenkinsPrager>>});
}

}  // namespace slipfront
