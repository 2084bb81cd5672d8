// Elastic dry friction (Porter et al., 2.2.8): Jenkins with the slip limit mu tn, tn the
// normal traction of penalty contact; mu [1], kt [N/m^3]. A separated point carries nothing.
#include "models/bilinear_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

namespace {

struct ElasticDryFriction {
  static constexpr int kParameters = 2;  // mu, kt
  static constexpr bool kPressure = true, kPostSlip = false;
  template <class T>
  static BilinearConstants<T> prepare(const T* p) {
    return {p[0], p[1], T(0.0)};
  }
};

std::string violation(Framework, std::span<const double> p) {
  if (p[0] < 0) return "friction_coefficient must not be negative";
  if (p[1] <= 0) return "tangential_stiffness must be above 0";
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_elastic_dry_friction() {
  const std::vector<Parameter> parameters = {parameter::friction_coefficient(),
                                             parameter::tangential_stiffness()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "elastic_dry_friction",
                                     .title = "Elastic dry friction",
                                     .source = "Porter et al. section 2.2.8",
                                     .pressure_dependent = true,
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<BilinearKernel<ElasticDryFriction>>});
}

}  // namespace slipfront
