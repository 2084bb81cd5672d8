// How a combination is drawn, the same in every figure and on the page, so that 26 of them
// can be told apart without seeing colours.
//
//   colour  family of the law (Okabe and Ito's palette, safe for colour-blind readers; the
//           yellow, which is hard to see on white, is left out)
//   marker  place within the family: circle, square, triangle, diamond, triangle down,
//           plus, cross, star; filled, then hollow
//   dash    framework and damping: solid Masing; dashed non-Masing; dotted without viscous
//           damping; dash-dot elements (FJ)
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/summary.hpp"

namespace slipfront {

enum class Marker { circle, square, triangle, diamond, triangle_down, plus, cross, star };

struct SeriesStyle {
  std::string colour = "#000000";
  Marker marker = Marker::circle;
  bool hollow = false;
  std::string dash;  // of stroke-dasharray; empty: solid
  bool operator==(const SeriesStyle&) const = default;
};

/// "bilinear", "microslip" or, for a law that is not built in, "other".
std::string kind_of_law(const std::string& model);

/// A style for each id; the same summaries give the same styles in any order.
std::map<std::string, SeriesStyle> series_styles(const std::vector<CombinationSummary>& summaries);

/// The path of a marker about (x, y), `size` half its width; to be filled, or only stroked
/// for plus, cross and star.
std::string marker_path(Marker marker, double x, double y, double size);

/// Its colour attributes for an SVG element.
std::string marker_paint(const SeriesStyle& style);

/// Line and marker in a small <svg>, for a legend.
std::string swatch_svg(const SeriesStyle& style);

}  // namespace slipfront
