// Fronts of several combinations in one mode as an inline SVG: frequency error against
// damping error on logarithmic axes (Porter et al., Figures 9-18), with the corner of the
// area's box and the experimental variability.
//
// Every point is drawn; the points that no other dominates are joined by a line. A series
// is told apart by colour (Okabe and Ito's palette, safe for colour-blind readers) and,
// beyond eight series, by marker shape.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/front.hpp"
#include "results/area.hpp"

namespace slipfront {

struct PlotSeries {
  std::string name;
  std::vector<ErrorPair> points;
};

struct FrontPlot {
  std::string title;
  std::vector<PlotSeries> series;
  Box box;
  std::optional<ErrorPair> variability;
};

/// An <svg> element. Points that are not finite and above 0 cannot stand on a logarithmic
/// axis: they are left out, and a line below the plot counts them.
std::string front_plot_svg(const FrontPlot& plot);

/// The marker of the i-th series alone, for a legend: an <svg> element.
std::string legend_marker_svg(std::size_t series);

}  // namespace slipfront
