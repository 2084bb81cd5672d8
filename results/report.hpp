// One self-contained page about a run: ranking, boxes, fronts of every mode, what the
// fits met, and where it was made. Valid HTML with inline SVG; no scripts, no network.
#pragma once

#include <string>
#include <vector>

#include "results/ranking.hpp"
#include "results/run_folder.hpp"

namespace slipfront {

struct ReportData {
  std::string title;
  Ranking ranking;
  std::vector<CombinationResult> combinations;  // any order; ranked rows are looked up by id
  std::vector<Provenance> runs;
};

/// The page. Combinations of the ranking that have no result are listed, not drawn.
std::string report_html(const ReportData& data);

/// Reads the finished combinations and the provenance of the folder and writes report.html.
void write_report(const RunFolder& folder, const Ranking& ranking, const std::string& title);

}  // namespace slipfront
