#include "app/command.hpp"
#include "app/ranking_output.hpp"
#include "core/failure.hpp"
#include "results/box_file.hpp"
#include "results/ranking_record.hpp"
#include "results/ranking_text.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  std::optional<std::map<int, Box>> boxes;
  if (arguments.has("--box")) boxes = read_box_file(arguments.value("--box"));
  // The csv has no column for how sure its order is: nothing has to be computed for it.
  const std::string format = arguments.value("--format", "text");
  try {
    const RunRanking table = rank_run(folder, boxes);
    const RankingRecord record =
        format == "csv" ? RankingRecord() : ranking_record(folder, table.ranking);
    print_ranking(table, record, format);
  } catch (const Failure& failure) {
    throw with_remedies(failure, folder);
  }
  return ExitCode::done;
}

}  // namespace

Command rank_command() {
  return {
      {.command = "rank",
       .about = "Rank the finished combinations of a run, with rank intervals that tell how sure "
                "the order is.",
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
