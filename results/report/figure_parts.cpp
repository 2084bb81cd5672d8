#include "results/report/figure_parts.hpp"

#include <algorithm>

namespace slipfront {

std::string csv_row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + cells[i];
  return text + "\n";
}

std::string mode_role(const Ranking& ranking, int mode) {
  const bool averaged =
      std::count(ranking.average_over.begin(), ranking.average_over.end(), mode) > 0;
  if (ranking.predicts && averaged) return "predicted";
  const bool by_all = std::all_of(ranking.rows.begin(), ranking.rows.end(), [&](const auto& row) {
    return row.combination.fits(mode) || !row.combination.asked_for(mode);
  });
  return by_all ? "fitted" : "fitted by some, predicted by others";
}

std::string mode_title(const Ranking& ranking, int mode) {
  return "Mode " + std::to_string(mode) + " (" + mode_role(ranking, mode) + ")";
}

SeriesStyle plain_style(const std::string& colour, Marker marker, const std::string& dash) {
  SeriesStyle style;
  style.colour = colour;
  style.marker = marker;
  style.dash = dash;
  return style;
}

}  // namespace slipfront
