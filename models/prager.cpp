// Prager (Porter et al., eq 21): a slip limit ts [N/m^2] beside a spring kp [N/m^3]. The
// vertical branch at zero displacement is regularised with a stiffness that is fixed,
// kt = 10^18.5 N/m^3, above all values that other laws are searched in.
#include <cmath>

#include "core/contact.hpp"
#include "models/bilinear_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

namespace {

struct Prager {
  static constexpr int kParameters = 2;  // ts, kp
  static constexpr bool kPressure = false, kPostSlip = true;
  template <class T>
  static BilinearConstants<T> prepare(const T* p) {
    // Half a decade above the upper bound of tangential_stiffness: a penalty.
    static const double kStiffness = parameter::power_of_ten(18.5);
    return {p[0], T(kStiffness), p[1]};
  }
};

std::string violation(Framework, std::span<const double> p) {
  if (p[0] < 0) return "slip_traction must not be negative";
  if (p[1] < 0) return "post_slip_stiffness must not be negative";
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_prager() {
  const std::vector<Parameter> parameters = {parameter::slip_traction(),
                                             post_slip_stiffness_parameter()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "prager",
                                     .title = "Prager",
                                     .source = "Porter et al. eq 21, regularised as eq 22",
                                     .has_post_slip = true,
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<BilinearKernel<Prager>>});
}

}  // namespace slipfront
