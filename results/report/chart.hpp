// A chart as SVG for a journal or a slide: fixed size, plain paths and text, no scripts.
// Axes are linear or logarithmic; a series is a line, markers or both; beside them bands
// (bounds), a dashed rectangle (a box of errors) and a cross (its corner).
//
// Points that are not finite, or not above 0 on a logarithmic axis, are left out; a line
// below the plot counts them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/area.hpp"
#include "results/report/series_style.hpp"

namespace slipfront {

struct PlotSeries {
  std::string name;   // in the legend; empty: none
  std::string label;  // written beside the line where there is room; empty: none
  std::vector<double> x, y;
  SeriesStyle style;
  bool line = true, markers = true;
  bool legend_line = true;
  std::optional<std::size_t> ring = {};  // this point is ringed
};

struct ChartBand {
  std::vector<double> x, lower, upper;
};

struct ChartRectangle {
  double left = 0, right = 0, bottom = 0, top = 0;
  bool dashed = true;  // outline; else a grey area
};

struct Chart {
  std::string title, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<ChartBand> bands;
  std::vector<ChartRectangle> rectangles;
  std::vector<PlotSeries> series;
  std::optional<ErrorPair> cross;  // x frequency, y damping
  bool legend = false;             // to the right of the plot
  std::vector<std::string> notes;  // lines below the legend
};

/// One file with the charts side by side, `columns` per row.
std::string charts_svg(const std::vector<Chart>& charts, int columns, const std::string& title,
                       const std::string& heading = "");

}  // namespace slipfront
