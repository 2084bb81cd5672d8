#include <iostream>

#include "app/command.hpp"
#include "results/report.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  const RunRanking table = rank_run(folder);
  write_report(folder, table.ranking, table.title);
  std::cout << folder.file("report.html") << "\n";
  return ExitCode::done;
}

}  // namespace

Command report_command() {
  return {{.command = "report",
           .about = "Write the page about a run, report.html, anew.",
           .operands = {{"DIR", "The run folder."}},
           .options = {},
           .examples = "  slipfront report runs/lap-joint-quick\n"},
          run};
}

}  // namespace slipfront
