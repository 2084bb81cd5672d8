#include "app/ranking_output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string_view>

#include "app/terminal.hpp"
#include "results/ranking_text.hpp"
#include "results/report/findings.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

// ECMA-48 graphics; every terminal since the VT100 knows them.
constexpr std::string_view kBold = "\033[1m", kGreen = "\033[32m", kPlain = "\033[0m";

/// Width of the terminal behind stdout; 0 where there is none or it does not say.
std::size_t stdout_columns() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace

std::string coloured_ranking(const std::string& table) {
  std::string text;
  std::string_view rest = table;
  for (std::size_t number = 0; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    // "0.0312 ( 1)": the first bracket of a row is the rank of its average.
    const std::size_t bracket = line.find('(');
    const bool best = number > 0 && bracket != line.npos && line.substr(bracket, 4) == "( 1)";
    const std::string_view colour = number == 0 ? kBold : best ? kGreen : std::string_view();
    text += colour;
    text += line;
    if (!colour.empty()) text += kPlain;
    if (end < rest.size()) text += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

void print_ranking(const RunRanking& table, const std::string& format) {
  print_ranking(table, RankingRecord(), format);
}

void print_ranking(const RunRanking& table, const RankingRecord& record,
                   const std::string& format) {
  const RankStability* stability = record.stability ? &*record.stability : nullptr;
  std::string text = format_ranking(table.ranking, format, stability, stdout_columns());
  if (format == "text") {
    std::vector<std::string> sentences = unsolved_sentences(table.ranking);
    for (const std::string& one : stability_sentences(table.ranking, record))
      sentences.push_back(one);
    if (!sentences.empty()) text += "\n";
    for (const std::string& sentence : sentences) text += sentence + "\n";
  }
  std::cout << (format == "text" && stdout_takes_colour() ? coloured_ranking(text) : text);
  if (table.unfinished.empty()) return;
  std::cerr << "Not yet in this table:";
  for (const std::string& id : table.unfinished) std::cerr << " " << id;
  std::cerr << "\n";
}

}  // namespace slipfront
