// Combinations that differ in one choice of the study only and are drawn over each other: the
// same model searched by two optimizers (Porter et al., figure 10), or compared with other
// measured curves (figure 20). Everything else is equal: law, reduced model, framework, normal
// contact, viscous damping, prestress, dissipation, modes, parameters and their bounds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/report/report_data.hpp"

namespace slipfront {

struct ComparedCombination {
  std::size_t index = 0;  // in ReportData::combinations
  std::string label;      // its optimizer or experiment; with its id if two have the same
  SeriesStyle style;      // within the comparison
};

struct Comparison {
  std::string attribute;  // "optimizer" or "experiment"
  std::string title;      // what is equal
  std::vector<ComparedCombination> members;
};

/// Those of optimizers first, each kind in the order of the ranking; members by id.
std::vector<Comparison> comparisons(const ReportData& data);

}  // namespace slipfront
