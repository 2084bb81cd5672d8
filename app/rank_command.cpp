#include "app/command.hpp"
#include "app/ranking_output.hpp"
#include "results/box_file.hpp"
#include "results/ranking_text.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  std::optional<std::map<int, Box>> boxes;
  if (arguments.has("--box")) boxes = read_box_file(arguments.value("--box"));
  print_ranking(rank_run(folder, boxes), arguments.value("--format", "text"));
  return ExitCode::done;
}

}  // namespace

Command rank_command() {
  return {{.command = "rank",
           .about = "Rank the finished combinations of a run.",
           .operands = {{"DIR", "The run folder."}},
           .options = {{.name = "--format",
                        .value = "text|csv|json|markdown|latex",
                        .about = "Output for people or for programs.",
                        .allowed = ranking_formats()},
                       {.name = "--box",
                        .value = "FILE",
                        .about = "Keep the boxes of an earlier table (its box.json)."}},
           .examples = "  slipfront rank runs/lap-joint-quick --format markdown\n"},
          run};
}

}  // namespace slipfront
