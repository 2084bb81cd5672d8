// The figures of the plane of the two errors: fronts, fronts of combinations that differ in one
// choice only, and how an area is made of a front. On logarithmic axes a line joins the points
// that none dominates; the area has linear axes (Porter et al., figures 8 to 13, 15 to 20).
#pragma once

#include "results/report/comparisons.hpp"
#include "results/report/figure_parts.hpp"
#include "results/report/report_data.hpp"

namespace slipfront {

/// All combinations in one mode, labelled with their ranks.
Figure front_figure(const ReportData& data, int mode);

/// One chart per mode.
Figure comparison_figure(const ReportData& data, const Comparison& comparison);

/// Of the best combination of the mode. A front that fills little of the box is shown once more,
/// magnified.
Figure area_figure(const ReportData& data, int mode);

}  // namespace slipfront
