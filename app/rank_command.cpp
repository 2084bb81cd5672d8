#include <iostream>

#include "app/command.hpp"
#include "app/ranking_output.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "results/box_file.hpp"
#include "results/ranking_record.hpp"
#include "results/ranking_text.hpp"
#include "results/wording.hpp"
#include "studies/other_seeds.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

namespace {

/// How far each row moves over the runs with other seeds.
void print_other_seeds(const Ranking& table, const std::vector<std::string>& folders,
                       const std::map<std::string, SeedSpread>& spread) {
  std::vector<std::vector<std::string>> rows = {{"combo", "rank", "area from", "to"}};
  for (const RankingRow& row : table.rows) {
    const SeedSpread& s = spread.at(row.combination.id);
    rows.push_back({row.combination.id, interval_text(s.average),
                    fixed_text(s.area_lower, kAreaDecimals),
                    fixed_text(s.area_upper, kAreaDecimals)});
  }
  std::cout << "\nAverage area over " << folders.size() + 1
            << " searches that differ in their seed only, in the box of this table:\n"
            << aligned_table(rows);
}

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  std::optional<std::map<int, Box>> boxes;
  if (arguments.has("--box")) boxes = read_box_file(arguments.value("--box"));
  // The csv has no column for how sure its order is: nothing has to be computed for it.
  const std::string format = arguments.value("--format", "text");
  const std::vector<std::string> seeds = arguments.values("--seeds");
  if (!seeds.empty() && format != "text")
    throw Failure(Problem{"--seeds", "", "with --format " + format, "adds a table for people only",
                          "leave --format out"});
  RunRanking table;
  std::map<std::string, SeedSpread> spread;
  try {
    table = rank_run(folder, boxes);
    const RankingRecord record =
        format == "csv" ? RankingRecord() : ranking_record(folder, table.ranking);
    if (!seeds.empty()) spread = other_seeds(folder, table.ranking, seeds);
    print_ranking(table, record, format);
  } catch (const Failure& failure) {
    throw with_remedies(failure, folder);
  }
  if (!seeds.empty()) print_other_seeds(table.ranking, seeds, spread);
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
                    .about = "Keep the boxes of an earlier table (its box.json)."},
                   {.name = "--seeds",
                    .value = "DIR",
                    .about = "A run of the same study with another seed: how far ranks and areas "
                             "move with the search alone.",
                    .repeated = true}},
       .examples =
           "  slipfront rank runs/lap-joint-quick --format markdown\n"
           "  slipfront rank runs/lap-joint-quick --seeds runs/seed-2 --seeds runs/seed-3\n"},
      run};
}

}  // namespace slipfront
