#include "models/parameter_table.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

void check(const Parameter& parameter, const std::string& name, Scale scale, double lower,
           double upper, bool area_scaled) {
  CAPTURE(name);
  CHECK(parameter.name == name);
  CHECK(parameter.scale == scale);
  CHECK(to_search(parameter, parameter.lower) == Approx(lower).margin(1e-14));
  CHECK(to_search(parameter, parameter.upper) == Approx(upper).margin(1e-14));
  CHECK(parameter.area_scaled == area_scaled);
  CHECK_FALSE(parameter.symbol.empty());
  CHECK_FALSE(parameter.unit.empty());
}

}  // namespace

TEST_CASE("bounds are those of the search table") {
  using namespace slipfront::parameter;
  check(slip_traction(), "slip_traction", Scale::log10, 3.5, 6.7, true);
  check(tangential_stiffness(), "tangential_stiffness", Scale::log10, 10.5, 18, true);
  check(friction_coefficient(), "friction_coefficient", Scale::linear, 0.02, 5, false);
  check(chi(), "chi", Scale::linear, -2, 2, false);
  check(chi_iwan5(), "chi", Scale::linear, -2, 1, false);
  check(parameter::beta(), "beta", Scale::log10, -20, 3, false);
  check(theta(), "theta", Scale::linear, 0, 1, false);
  check(initial_stiffness(), "initial_stiffness", Scale::log10, 11, 14, true);
  check(eta_1(), "eta", Scale::log10, 6, 9.5, false);
  check(eta_2(), "eta", Scale::log10, 0.5, 4, false);
  check(eta(), "eta", Scale::log10, 0, 12, false);
  check(alpha_1(), "alpha", Scale::log10, 6, 9.5, false);
  check(alpha_2(), "alpha", Scale::log10, 0.5, 4, false);
  check(alpha(), "alpha", Scale::log10, 0, 12, false);
  check(beta_over_alpha(), "beta_over_alpha", Scale::linear, -1, 1, false);
  check(n(), "n", Scale::linear, 0.3, 3, false);
  check(slip_stiffness(), "slip_stiffness", Scale::log10, 4, 13, true);
  check(lambda(), "lambda", Scale::log10, 6, 9.5, false);
  check(kappa(), "kappa", Scale::linear, 0, 1, false);
}
