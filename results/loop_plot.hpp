// A loading curve and a hysteresis loop as SVG: traction against displacement on linear
// axes, in units that suit their size (nm, um; kN/m^2, MN/m^2).
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct LoopPlot {
  std::string title;
  std::vector<double> first_displacement, first_traction;  // loading curve [m], [N/m^2]
  std::vector<double> displacement, traction;              // loop
};

/// An <svg> element, a file of its own or part of a page. The values must be finite.
std::string loop_plot_svg(const LoopPlot& plot);

}  // namespace slipfront
