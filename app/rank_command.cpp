#include <iostream>

#include "app/command.hpp"
#include "app/in_run_folder.hpp"
#include "app/ranking_output.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "results/box_file.hpp"
#include "results/markdown_table.hpp"
#include "results/rank_agreement.hpp"
#include "results/ranking_record.hpp"
#include "results/ranking_text.hpp"
#include "results/statements.hpp"
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

constexpr int kCorrelationDecimals = 2;  // more would say nothing: see rank_agreement.hpp

using Rows = std::vector<std::vector<std::string>>;

std::string table_text(const Rows& rows, const std::string& format) {
  return format == "markdown" ? markdown_table(rows, ":---") : aligned_table(rows);
}

/// The order of the table beside that of another one.
std::string agreement_text(const RankingTable& table, const std::string& file,
                           const std::string& format) {
  const auto number = [](const std::optional<double>& value) {
    return value ? fixed_text(*value, kCorrelationDecimals) : std::string("-");
  };
  Rows rows = {{"column", "combinations", "Spearman", "Kendall"}};
  for (const RankAgreement& a : rank_agreement(table, read_ranking_table(file)))
    rows.push_back(
        {a.column, std::to_string(a.combinations), number(a.spearman), number(a.kendall)});
  return "\nRank correlations with " + file + " (1: the same order, -1: reversed):\n\n" +
         table_text(rows, format);
}

/// In how many pairs each statement holds, and the first one in which it does not.
std::string statements_text(const RankingTable& table, const std::string& file,
                            const std::string& format) {
  constexpr double kMostly = 0.8;
  Rows rows = {{"section", "statement", "seen", "pairs", "except"}};
  int seen = 0, mostly = 0, known = 0;
  for (const Statement& s : read_statements(file, table.combos)) {
    const StatementCount count = count_statement(s, table);
    if (count.pairs == 0) {
      rows.push_back({s.section, s.text, "-", "not in this table", ""});
      continue;
    }
    const bool all = count.held == count.pairs, most = count.held >= kMostly * count.pairs;
    ++known;
    seen += all ? 1 : 0;
    mostly += most && !all ? 1 : 0;
    std::string except = all ? "" : count.exceptions.front();
    if (count.exceptions.size() > 1)
      except += "; and " + std::to_string(count.exceptions.size() - 1) + " more";
    rows.push_back({s.section, s.text,
                    all    ? "yes"
                    : most ? "mostly"
                           : "no",
                    std::to_string(count.held) + " of " + std::to_string(count.pairs), except});
  }
  return "\nOf the " + std::to_string(known) + " statements of " + file + " " +
         std::to_string(seen) + " hold in every pair of combinations, " + std::to_string(mostly) +
         " in four of five.\n\n" + table_text(rows, format);
}

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  std::optional<std::map<int, Box>> boxes;
  if (arguments.has("--box")) boxes = read_box_file(arguments.value("--box"));
  // The csv has no column for how sure its order is: nothing has to be computed for it.
  const std::string format = arguments.value("--format", "text");
  const std::vector<std::string> seeds = arguments.values("--seeds");
  for (const char* option : {"--against", "--statements"})
    if (arguments.has(option) && format != "text" && format != "markdown")
      throw Failure(Problem{option, "", "with --format " + format, "adds a table for people only",
                            "take text or markdown"});
  if (!seeds.empty() && format != "text")
    throw Failure(Problem{"--seeds", "", "with --format " + format, "adds a table for people only",
                          "leave --format out"});
  RunRanking table;
  std::map<std::string, SeedSpread> spread;
  std::string compared;  // with another table and with statements
  in_run_folder(folder, [&] {
    table = rank_run(folder, boxes);
    const RankingRecord record =
        format == "csv" ? RankingRecord() : ranking_record(folder, table.ranking);
    if (!seeds.empty()) spread = other_seeds(folder, table.ranking, seeds);
    const RankingTable numbers = ranking_table(table.ranking);
    if (arguments.has("--against"))
      compared += agreement_text(numbers, arguments.value("--against"), format);
    if (arguments.has("--statements"))
      compared += statements_text(numbers, arguments.value("--statements"), format);
    print_ranking(table, record, format);
  });
  if (!seeds.empty()) print_other_seeds(table.ranking, seeds, spread);
  std::cout << compared;
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
                    .repeated = true},
                   {.name = "--against",
                    .value = "FILE.csv",
                    .about = "Another table (ranking.csv of a run, or a published one): Spearman's "
                             "and Kendall's correlation of the ranks, per mode."},
                   {.name = "--statements",
                    .value = "FILE.json",
                    .about = "Statements about the table (docs/brb26/findings.json holds those of "
                             "the paper): in how many pairs of combinations each holds."}},
       .examples = "  slipfront rank runs/lap-joint-quick --format markdown\n"
                   "  slipfront rank runs/lap-joint-quick --seeds runs/seed-2 --seeds runs/seed-3\n"
                   "  slipfront rank runs/brb26 --against docs/brb26/table9.csv \\\n"
                   "    --statements docs/brb26/findings.json\n"},
      run};
}

}  // namespace slipfront
