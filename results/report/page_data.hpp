// The numbers that the page's script draws from, as one line of JSON.
//
// Errors, parameters, areas and ranks are exact: they equal front.csv and ranking.csv. What is
// only drawn is rounded: a backbone's frequency and damping are whole multiples of a unit
// (about 1e-6 of the frequency, 1e-4 of the damping), each number the step from the one before
// it, null where an amplitude failed; its residual is -10 log10, rounded.
#pragma once

#include <string>

#include "results/report/report_data.hpp"

namespace slipfront {

/// JSON that can stand inside a <script> element: no "<" in it.
std::string page_data_json(const ReportData& data);

}  // namespace slipfront
