// What the data support, in plain sentences for a reader who has not seen the paper: which
// models fit the fitted modes, which predict the others, how sure that is, and what the
// choice of interface, framework and damping has to do with it.
#pragma once

#include <string>
#include <vector>

#include "results/report/report_data.hpp"

namespace slipfront {

struct Finding {
  std::string head;  // "Fitting mode 1", "Predicting modes 2 and 3", "How sure"
  std::vector<std::string> sentences;
};

std::vector<Finding> findings(const ReportData& data);

/// The same without a run folder: the sentences about the stability alone, for a terminal.
std::vector<std::string> stability_sentences(const Ranking& ranking, const RankingRecord& record);

/// Ids of the rows that fit the mode and of which some front point has both errors of the mode
/// within the experimental variability, in the order of the ranking's column.
std::vector<std::string> within_variability(const Ranking& ranking, int mode);

}  // namespace slipfront
