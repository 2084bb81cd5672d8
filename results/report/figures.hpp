// The figures of a run as files for a paper, in <run>/figures: each as SVG and its numbers as
// CSV, and as PDF where `rsvg-convert` is on the PATH and PDFs are asked for.
//
//   ranking             heat map (Table 9); its table also as ranking.md and ranking.tex
//   rank-intervals      how sure the order is
//   experiment          measured backbones with bounds (figure 3)
//   fronts-mode-<m>     fronts of all combinations (figures 9-19)
//   backbones-<id>      frequency-optimal, middle and damping-optimal backbones (figures 7, 14)
//   area-mode-<m>       area construction of the best combination (figure 8)
//   optimizers-<id>     fronts of combinations that differ in the optimizer only (figure 10)
//   experiments-<id>    the same, in the measured curves only (figure 20)
//   convergence         least errors and area against evaluations
//   parameters          ranges of the fronts (Tables 11-15), CSV only
#pragma once

#include <vector>

#include "results/report/figure_parts.hpp"
#include "results/report/report_data.hpp"

namespace slipfront {

std::vector<Figure> make_figures(const ReportData& data);

/// Writes them and removes figures of combinations that are no longer there.
void write_figures(const RunFolder& folder, const ReportData& data);

}  // namespace slipfront
