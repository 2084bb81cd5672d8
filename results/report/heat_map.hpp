// The ranking as figures: the table as a heat map (Porter et al., Table 9) and the rank
// intervals as bars.
#pragma once

#include <string>

#include "results/ranking_record.hpp"

namespace slipfront {

/// Area and rank of every row and column, coloured on one scale; interval of the average's
/// rank where there is one.
std::string heat_map_svg(const Ranking& ranking, const RankingRecord& record);

/// Per row the interval of the rank of the average, with the rank itself.
std::string rank_interval_svg(const Ranking& ranking, const RankStability& stability);

/// The largest area of the table, or 1: the end of the colour scale.
double largest_area(const Ranking& ranking);
/// Place of an area on the colour scale: its square root, since most areas of a table are small
/// beside the worst one, and would all look white on a linear scale.
double colour_share(double area, double scale);

}  // namespace slipfront
