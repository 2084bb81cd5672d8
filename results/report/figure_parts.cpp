#include "results/report/figure_parts.hpp"

#include <algorithm>

namespace slipfront {

std::string csv_row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + cells[i];
  return text + "\n";
}

std::string mode_title(const Ranking& ranking, int mode) {
  const bool averaged =
      std::count(ranking.average_over.begin(), ranking.average_over.end(), mode) > 0;
  return "Mode " + std::to_string(mode) +
         (ranking.predicts && averaged ? " (predicted)" : " (fitted)");
}

SeriesStyle plain_style(const std::string& colour, Marker marker, const std::string& dash) {
  SeriesStyle style;
  style.colour = colour;
  style.marker = marker;
  style.dash = dash;
  return style;
}

}  // namespace slipfront
