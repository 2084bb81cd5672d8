// The page about a run as HTML: what can be read without a script (findings, ranking, effects,
// cost, failures, provenance), the places that the script draws into, and the script, the
// style and the data themselves. Nothing is loaded from anywhere: a content security policy
// in the page forbids it.
#pragma once

#include <string>

#include "results/report/report_data.hpp"

namespace slipfront {

std::string page_html(const ReportData& data);

}  // namespace slipfront
