#include "results/report/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include "results/html.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr double kRow = 22, kNames = 330, kCell = 104, kHead = 48, kLetter = 15;
constexpr double kInterval = 76;  // of a column with rank intervals
constexpr double kRankStep = 22;  // pixels per rank

std::string xy(double value) { return fixed_text(value, 1); }

std::string text(double x, double y, const std::string& attributes, const std::string& content) {
  return "<text x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" " + attributes + ">" + content +
         "</text>\n";
}

std::string open_svg(double width, double height, const std::string& title) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + xy(width) + "\" height=\"" +
         xy(height) + "\" viewBox=\"0 0 " + xy(width) + " " + xy(height) +
         "\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" "
         "fill=\"#222222\">\n<title>" +
         escape_html(title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
}

std::string cell(double x, double y, double area, double scale, const std::string& rank) {
  const double share = colour_share(area, scale);
  return "<rect x=\"" + xy(x) + "\" y=\"" + xy(y) + "\" width=\"" + xy(kCell - 1) + "\" height=\"" +
         xy(kRow - 1) + "\" fill=\"" + shade(share) + "\"/>\n" +
         text(x + kCell / 2, y + kLetter,
              std::string("text-anchor=\"middle\"") + (is_dark(share) ? " fill=\"#ffffff\"" : ""),
              fixed_text(area, kAreaDecimals) + (rank.empty() ? "" : " (" + rank + ")"));
}

std::string name_of(const RankingRow& row) {
  return row.combination.title.empty() ? row.combination.id : row.combination.title;
}

}  // namespace

double largest_area(const Ranking& ranking) {
  double largest = 0;
  for (const RankingRow& row : ranking.rows)
    for (const auto& [mode, value] : row.modes) largest = std::max(largest, value.area);
  for (const auto& [mode, area] : ranking.variability_area) largest = std::max(largest, area);
  return largest > 0 ? largest : 1;
}

double colour_share(double area, double scale) { return std::sqrt(std::max(0.0, area / scale)); }

std::string heat_map_svg(const Ranking& ranking, const RankingRecord& record) {
  const double scale = largest_area(ranking);
  const double columns = static_cast<double>(ranking.modes.size()) + 1;
  const double rows =
      static_cast<double>(ranking.rows.size()) + (ranking.variability_area.empty() ? 0 : 1);
  const double width = kNames + columns * kCell + (record.stability ? kInterval : 0) + kRow;
  std::string svg = open_svg(width, kHead + (rows + 1) * kRow, "Ranking by area fraction");
  const auto column_x = [](std::size_t i) { return kNames + static_cast<double>(i) * kCell; };
  const auto heading = [&](double x, const std::string& content) {
    svg += text(x, kHead - kLetter / 2, "text-anchor=\"middle\" font-weight=\"bold\"", content);
  };
  svg += text(2, kHead - kLetter / 2, "font-weight=\"bold\"", "area fraction (rank)");
  heading(column_x(0) + kCell / 2, "average " + mode_list(ranking.average_over));
  for (std::size_t m = 0; m < ranking.modes.size(); ++m)
    heading(column_x(m + 1) + kCell / 2, "mode " + std::to_string(ranking.modes[m]));
  if (record.stability) heading(kNames + columns * kCell + kInterval / 2, "rank 95 %");
  double y = kHead;
  for (std::size_t i = 0; i < ranking.rows.size(); ++i, y += kRow) {
    const RankingRow& row = ranking.rows[i];
    svg += text(2, y + kLetter, "", escape_html(name_of(row)));
    svg += cell(column_x(0), y, row.average.area, scale, std::to_string(row.average.rank));
    for (std::size_t m = 0; m < ranking.modes.size(); ++m) {
      const RankedArea& value = row.modes.at(ranking.modes[m]);
      svg += cell(column_x(m + 1), y, value.area, scale, std::to_string(value.rank));
    }
    if (record.stability)
      svg += text(kNames + columns * kCell + kInterval / 2, y + kLetter, "text-anchor=\"middle\"",
                  interval_text(record.stability->rows.at(i).average));
  }
  if (!ranking.variability_area.empty()) {
    svg += text(2, y + kLetter, "font-style=\"italic\"", "experimental variability");
    if (ranking.variability_average)
      svg += cell(column_x(0), y, *ranking.variability_average, scale, "");
    for (std::size_t m = 0; m < ranking.modes.size(); ++m)
      if (const auto found = ranking.variability_area.find(ranking.modes[m]);
          found != ranking.variability_area.end())
        svg += cell(column_x(m + 1), y, found->second, scale, "");
  }
  return svg + "</svg>\n";
}

std::string rank_interval_svg(const Ranking& ranking, const RankStability& stability) {
  const double ranks = static_cast<double>(ranking.rows.size());
  const double width = kNames + (ranks + 1) * kRankStep;
  std::string svg = open_svg(width, kHead + (ranks + 1) * kRow,
                             "Rank of the average area: 95 % of the drawn experiments");
  const auto x = [](int rank) { return kNames + (rank - 0.5) * kRankStep; };
  svg += text(2, kHead - kLetter, "font-weight=\"bold\"", "rank of the average, 95 % interval");
  for (int rank = 1; rank <= static_cast<int>(ranking.rows.size()); ++rank) {
    svg += text(x(rank), kHead - kLetter, "text-anchor=\"middle\"", std::to_string(rank));
    svg += "<path d=\"M" + xy(x(rank)) + " " + xy(kHead) + "V" + xy(kHead + ranks * kRow) +
           "\" stroke=\"#eeeeee\"/>\n";
  }
  double y = kHead;
  for (std::size_t i = 0; i < ranking.rows.size(); ++i, y += kRow) {
    constexpr double kBar = 8, kDot = 4.5;
    const RankInterval& range = stability.rows.at(i).average;
    const double middle = y + kRow / 2;
    svg += text(2, y + kLetter, "", escape_html(name_of(ranking.rows[i])));
    svg += "<rect x=\"" + xy(x(range.lower) - kBar / 2) + "\" y=\"" + xy(middle - kBar / 2) +
           "\" width=\"" + xy(x(range.upper) - x(range.lower) + kBar) + "\" height=\"" + xy(kBar) +
           "\" rx=\"4\" fill=\"#9ecae1\"/>\n<circle cx=\"" + xy(x(ranking.rows[i].average.rank)) +
           "\" cy=\"" + xy(middle) + "\" r=\"" + xy(kDot) + "\" fill=\"#08519c\"/>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace slipfront
