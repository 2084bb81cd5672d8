// A small finished run for tests: two combinations, mode 1 fitted, mode 2 predicted.
#pragma once

#include <string>
#include <vector>

#include "results/records.hpp"
#include "results/run_folder.hpp"

namespace example_run {

inline slipfront::CombinationSummary summary(const std::string& id) {
  slipfront::CombinationSummary s;
  s.id = id;
  s.title = id + " <b>&\"title\"</b>";
  s.model = "jenkins";
  s.framework = "masing";
  s.rom = "lap-joint";
  s.interface = "patches";
  s.optimizer = "nsga2";
  s.stop_reason = "stalled: spread 1e-5 <= 1e-4";
  s.fitted_modes = {1};
  s.predicted_modes = {2};
  s.parameters = {{"chi", "1", slipfront::Scale::linear, -2, 2, -0.5, 2, 0, 3}};
  s.front_points = 3;
  s.evaluations = 400;
  s.failed_evaluations = 7;
  s.left_out = {{1, 0}, {2, 1}};
  s.notes = {"dissipation: closed form <local>"};
  return s;
}

inline slipfront::Front front(double shift) {
  using slipfront::ErrorPair;
  slipfront::Front f;
  f.parameter_names = {"chi"};
  f.modes = {1, 2};
  f.points = {{{-0.5}, {{1, ErrorPair{0.001 * shift, 0.3}}, {2, ErrorPair{0.02, 0.2 * shift}}}},
              {{0.5}, {{1, ErrorPair{0.01 * shift, 0.1}}, {2, std::nullopt}}},
              {{2}, {{1, ErrorPair{0.1, 0.02 * shift}}, {2, ErrorPair{0.05, 0.1}}}}};
  return f;
}

inline void write_combination(const slipfront::RunFolder& run, const std::string& id,
                              double shift) {
  const std::string folder = run.make_combination_folder(id);
  slipfront::write_front_csv(folder + "/front.csv", front(shift));
  slipfront::write_summary(folder + "/summary.json", summary(id));
}

inline slipfront::Ranking ranking(const std::vector<slipfront::CombinationResult>& results) {
  slipfront::RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  options.variability = {{1, {0.003, 0.12}}, {2, {0.0006, 0.05}}};
  std::vector<slipfront::RankedCombination> combinations;
  for (const slipfront::CombinationResult& result : results)
    combinations.push_back(result.ranked());
  return slipfront::make_ranking(combinations, options);
}

}  // namespace example_run
