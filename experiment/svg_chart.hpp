// A chart as SVG: several panels above one another, each with a linear or logarithmic
// scale on either axis, and curves, dots, shaded areas between two curves, shaded spans.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct ChartSeries {
  enum class Kind { line, dots, area, span };
  Kind kind = Kind::line;
  std::string name;  // in the legend; empty: not there
  std::string colour = "#0072b2";
  std::vector<double> x, y;
  std::vector<double> y2;  // other edge of an area; a span is x[0] to x[1] over the full height
};

struct ChartPanel {
  std::string x_title, y_title;
  bool log_x = false, log_y = false;
  std::vector<ChartSeries> series;
};

/// Values that are not finite, or not above zero on a logarithmic axis, are left out; an area
/// reaches there to the lower edge.
std::string chart_svg(const std::string& title, const std::vector<ChartPanel>& panels);

}  // namespace slipfront
