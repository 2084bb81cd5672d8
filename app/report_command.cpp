#include <iostream>

#include "app/command.hpp"
#include "app/in_run_folder.hpp"
#include "core/failure.hpp"
#include "results/report.hpp"
#include "results/report/pdf.hpp"
#include "studies/rank_run.hpp"
#include "studies/resolved_study.hpp"

namespace slipfront {

namespace {

/// The ranking of what is finished, or an empty one: the page of a run that has just begun
/// lists what is to come.
RunRanking ranking_so_far(const RunFolder& folder) {
  if (!folder.finished_combinations().empty()) return rank_run(folder);
  const ResolvedStudy study = read_resolved_study(folder);
  RankingOptions options;
  options.fitted_modes = study.fitted_modes;
  options.predicted_modes = study.predicted_modes;
  options.upper = study.box_upper;
  options.rule = study.area_rule;
  RunRanking result;
  result.title = study.title;
  result.ranking = make_ranking({}, options);
  return result;
}

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  in_run_folder(folder, [&] {
    const RunRanking table = ranking_so_far(folder);
    if (!table.ranking.rows.empty()) folder.write_ranking(table.ranking);
    write_report(folder, table.ranking, table.title);
  });
  if (!arguments.has("--no-pdf")) {
    const PdfOutcome pdf = write_pdfs(folder.file("figures"));
    if (!pdf.why_not.empty()) std::cerr << pdf.why_not << "\n";
  }
  std::cout << folder.file("report.html") << "\n";
  return ExitCode::done;
}

}  // namespace

Command report_command() {
  return {{.command = "report",
           .about = "Write ranking.csv and the page about a run, report.html, with its figures/, "
                    "anew; also while the run is at work.",
           .operands = {{"DIR", "The run folder."}},
           .options = {{.name = "--no-pdf",
                        .value = "",
                        .about = "Leave out the PDFs of the figures, which rsvg-convert makes."}},
           .examples = "  slipfront report runs/lap-joint-quick\n"},
          run};
}

}  // namespace slipfront
