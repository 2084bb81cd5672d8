#include "models/parameter_table.hpp"

#include <cmath>

namespace slipfront::parameter {

double power_of_ten(double decades) {
  constexpr double kBase = 10;
  return std::pow(kBase, decades);
}

namespace {

// A parameter that is searched as its decimal logarithm, bounds given as decades.
Parameter decades(const char* name, const char* symbol, const char* unit, double lower,
                  double upper, bool area_scaled) {
  return {name, symbol, unit, Scale::log10, power_of_ten(lower), power_of_ten(upper), area_scaled};
}

Parameter plain(const char* name, const char* symbol, double lower, double upper) {
  return {name, symbol, "1", Scale::linear, lower, upper, false};
}

// Unit of a Bouc-Wen rate in traction form.
constexpr const char* kRate = "N^(1-n) m^(2n-3)";

}  // namespace

// The numbers below are the table of bounds itself: decades (log10) or plain values.

const Parameter& slip_traction() {
  static const Parameter p = decades("slip_traction", "ts", "N/m^2", 3.5, 6.7, true);
  return p;
}
const Parameter& tangential_stiffness() {
  static const Parameter p = decades("tangential_stiffness", "kt", "N/m^3", 10.5, 18, true);
  return p;
}
const Parameter& friction_coefficient() {
  static const Parameter p = plain("friction_coefficient", "mu", 0.02, 5);
  return p;
}

const Parameter& chi() {
  static const Parameter p = plain("chi", "chi", -2, 2);
  return p;
}
const Parameter& chi_iwan5() {
  static const Parameter p = plain("chi", "chi", -2, 1);
  return p;
}
const Parameter& beta() {
  static const Parameter p = decades("beta", "beta", "1", -20, 3, false);
  return p;
}
const Parameter& theta() {
  static const Parameter p = plain("theta", "theta", 0, 1);
  return p;
}

const Parameter& initial_stiffness() {
  static const Parameter p = decades("initial_stiffness", "A", "N/m^3", 11, 14, true);
  return p;
}

const Parameter& eta() {
  static const Parameter p = decades("eta", "eta", kRate, 0, 12, false);
  return p;
}
const Parameter& eta_1() {
  static const Parameter p = decades("eta", "eta", "1/m", 6, 9.5, false);
  return p;
}
const Parameter& eta_2() {
  static const Parameter p = decades("eta", "eta", "m/N", 0.5, 4, false);
  return p;
}
const Parameter& alpha() {
  static const Parameter p = decades("alpha", "alpha", kRate, 0, 12, false);
  return p;
}
const Parameter& alpha_1() {
  static const Parameter p = decades("alpha", "alpha", "1/m", 6, 9.5, false);
  return p;
}
const Parameter& alpha_2() {
  static const Parameter p = decades("alpha", "alpha", "m/N", 0.5, 4, false);
  return p;
}
const Parameter& beta_over_alpha() {
  static const Parameter p = plain("beta_over_alpha", "beta/alpha", -1, 1);
  return p;
}
const Parameter& n() {
  static const Parameter p = plain("n", "n", 0.3, 3);
  return p;
}

const Parameter& slip_stiffness() {
  static const Parameter p = decades("slip_stiffness", "Et", "N/m^3", 4, 13, true);
  return p;
}
const Parameter& lambda() {
  static const Parameter p = decades("lambda", "lambda", "1/m", 6, 9.5, false);
  return p;
}
const Parameter& kappa() {
  static const Parameter p = plain("kappa", "kappa", 0, 1);
  return p;
}

}  // namespace slipfront::parameter
