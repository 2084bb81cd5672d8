#include "core/parameter.hpp"

#include <cmath>
#include <numbers>

namespace slipfront {

double to_search(const Parameter& parameter, double physical) {
  return parameter.scale == Scale::log10 ? std::log10(physical) : physical;
}

double from_search(const Parameter& parameter, double search) {
  constexpr double kBase = 10;  // of the decimal logarithm
  return parameter.scale == Scale::log10 ? std::pow(kBase, search) : search;
}

double search_slope(const Parameter& parameter, double physical) {
  return parameter.scale == Scale::log10 ? physical * std::numbers::ln10 : 1;
}

std::string to_text(Scale scale) { return scale == Scale::log10 ? "log10" : "linear"; }

}  // namespace slipfront
