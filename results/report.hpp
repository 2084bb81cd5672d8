// The report of a run folder: report.html, one self-contained page (results/report/page.hpp),
// and figures/ (results/report/figures.hpp). Both may be written at any moment of a run: they
// show what is there so far.
#pragma once

#include <string>

#include "results/ranking.hpp"
#include "results/run_folder.hpp"

namespace slipfront {

void write_report(const RunFolder& folder, const Ranking& ranking, const std::string& title);

}  // namespace slipfront
