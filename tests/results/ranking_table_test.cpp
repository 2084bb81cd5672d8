// Tables of areas from a ranking and from a file.
#include "results/ranking_table.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "results/ranking_text.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

Ranking two_models() {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  RankedCombination good{"good", "", {{1, {{0.01, 0.1}}}, {2, {{0.02, 0.2}}}}};
  good.evaluations = 8;
  good.seconds = 4;
  const RankedCombination bad{"bad", "", {{1, {{0.1, 0.2}}}, {2, {{0.1, 0.3}}}}};
  return make_ranking({good, bad}, options);
}

RankingTable read(const std::string& text) {
  const TemporaryFolder folder;
  write_atomically(folder.file("table.csv"), text);
  return read_ranking_table(folder.file("table.csv"));
}

std::string message_of(const std::string& text) {
  try {
    read(text);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a ranking's table holds its areas and what an evaluation cost") {
  const Ranking ranking = two_models();
  const RankingTable table = ranking_table(ranking);
  CHECK(table.combos == std::vector<std::string>{"good", "bad"});
  CHECK(table.columns.at("area_1").at("bad") == ranking.rows[1].modes.at(1).area);
  CHECK(table.columns.at("area_average").at("good") == ranking.rows[0].average.area);
  CHECK(table.columns.at("seconds_per_evaluation").at("good") == 0.5);
  CHECK(table.columns.at("seconds_per_evaluation").count("bad") == 0);  // nothing is known
}

TEST_CASE("ranking.csv is such a table, and reads back exactly") {
  const Ranking ranking = two_models();
  const RankingTable written = ranking_table(ranking), table = read(format_ranking(ranking, "csv"));
  CHECK(table.combos == written.combos);
  for (const char* column : {"area_average", "area_1", "area_2"})
    CHECK(table.columns.at(column) == written.columns.at(column));
  CHECK(table.columns.at("rank_average").at("bad") == 2);
}

TEST_CASE("ranking.csv of combinations with experiments of their own is one, too") {
  RankingOptions options;
  options.fitted_modes = {1};
  RankedCombination a{"a", "", {{1, {{0.01, 0.1}}}}}, b = a;
  b.id = "b";
  b.experiment = "data/worn, \"first\".csv, data/worn-2.csv";
  const Ranking ranking = make_ranking({a, b}, options);
  const std::string csv = format_ranking(ranking, "csv");
  REQUIRE_THAT(csv, Contains("seconds,experiment\n"));
  const RankingTable written = ranking_table(ranking), table = read(csv);
  CHECK(table.combos == written.combos);
  CHECK(table.columns.at("area_1") == written.columns.at("area_1"));
  CHECK(table.columns.count("experiment") == 0);
  CHECK(table.columns.at("evaluations").size() == 2);
}

TEST_CASE("comments and empty cells of a table") {
  const RankingTable table =
      read("# a source, with commas\r\ncombo,area_1,area_2\r\na,0.1,\r\n\r\nb,0.2,0.3\r\n");
  CHECK(table.columns.at("area_1").size() == 2);
  CHECK(table.columns.at("area_2") == std::map<std::string, double>{{"b", 0.3}});
}

TEST_CASE("what is no such table is refused with its line") {
  CHECK_THAT(message_of("area_1,combo\n0.1,a\n"), Contains("line 1") && Contains("named combo"));
  CHECK_THAT(message_of("combo,area_1\na,0.1\na,0.2\n"), Contains("line 3") && Contains("second"));
  CHECK_THAT(message_of("# one\ncombo,area_1\na,many\n"), Contains("line 3") && Contains("number"));
  CHECK_THAT(message_of("combo,area_1\nalone\n"), Contains("line 2"));
}
