// A parameter of a friction model: its name, unit, the scale it is searched on, and
// the bounds within which the optimizer looks.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace slipfront {

enum class Scale { linear, log10 };

struct Parameter {
  std::string name;    // "slip_traction"
  std::string symbol;  // "ts"
  std::string unit;    // per area: "N/m^2", "N/m^3"; "1" if none
  Scale scale = Scale::linear;
  double lower = 0;  // search bounds, in physical units (not logarithms)
  double upper = 0;
  bool area_scaled = false;  // at force level the parameter is multiplied by the patch area
};

/// Physical value -> search variable: log10(p) on a logarithmic scale, p on a linear one.
double to_search(const Parameter& parameter, double physical);
/// Search variable -> physical value.
double from_search(const Parameter& parameter, double search);
/// d physical / d search at the physical value: p ln 10, or 1.
double search_slope(const Parameter& parameter, double physical);

std::string to_text(Scale scale);

}  // namespace slipfront
