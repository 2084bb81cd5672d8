// Jenkins: a spring in series with a slip limit (Porter et al., eq 18-20).
//   t = kt u until |t| reaches ts, then ts; kt [N/m^3], ts [N/m^2].
#include "models/bilinear_kernel.hpp"
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

namespace {

struct Jenkins {
  static constexpr int kParameters = 2;  // ts, kt
  static constexpr bool kPressure = false, kPostSlip = false;
  template <class T>
  static BilinearConstants<T> prepare(const T* p) {
    return {p[0], p[1], T(0.0)};
  }
};

std::string violation(Framework, std::span<const double> p) {
  if (p[0] < 0) return "slip_traction must not be negative";
  if (p[1] <= 0) return "tangential_stiffness must be above 0";
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_jenkins() {
  const std::vector<Parameter> parameters = {parameter::slip_traction(),
                                             parameter::tangential_stiffness()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "jenkins",
                                     .title = "Jenkins",
                                     .source = "Porter et al. eq 18-20",
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<BilinearKernel<Jenkins>>});
}

}  // namespace slipfront
