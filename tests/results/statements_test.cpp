// Statements about a table are counted; those of the paper hold in the paper's own table.
#include "results/statements.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

const RankingTable kTable{
    "hand", {"a", "b", "c", "d"}, {{"area_1", {{"a", 0.1}, {"b", 0.2}, {"c", 0.204}, {"d", 0.4}}}}};

std::vector<Statement> read(const std::string& text) {
  const TemporaryFolder folder;
  write_atomically(folder.file("s.json"), text);
  return read_statements(folder.file("s.json"), kTable.combos);
}

Statement one(const std::string& members) {
  return read(R"({"groups": {"two": ["b", "c"]}, "statements": [
                 {"section": "1", "text": "t", "column": "area_1", )" +
              members + "}]}")
      .at(0);
}

StatementCount count(const std::string& members) { return count_statement(one(members), kTable); }

std::string docs(const std::string& name) {
  return std::string(SLIPFRONT_SOURCE_DIR) + "/docs/brb26/" + name;
}

}  // namespace

TEST_CASE("lower than: every pair counts, groups are opened, exceptions are named") {
  CHECK(count(R"("lower": ["a"], "higher": ["two", "d"])").held == 3);
  const StatementCount some = count(R"("lower": ["two"], "higher": ["a", "d"])");
  CHECK(some.held == 2);
  CHECK(some.pairs == 4);
  REQUIRE(some.exceptions.size() == 2);
  CHECK(some.exceptions[0] == "b 0.2 not below a 0.1");
}

TEST_CASE("others are all of the table that the other side does not name") {
  CHECK(one(R"("lower": ["a"], "higher": ["others"])").higher ==
        std::vector<std::string>{"b", "c", "d"});
  CHECK(one(R"("lower": ["others"], "higher": ["two"])").lower ==
        std::vector<std::string>{"a", "d"});
}

TEST_CASE("a combination on both sides is not compared with itself") {
  CHECK(count(R"("lower": ["b"], "higher": ["two"])").pairs == 1);
}

TEST_CASE("alike: every pair counts, within the distance that is stated") {
  CHECK(count(R"("alike": ["two"], "within": 0.005)").held == 1);
  const StatementCount all = count(R"("alike": ["a", "two"], "within": 0.005)");
  CHECK(all.held == 1);
  CHECK(all.pairs == 3);
}

TEST_CASE("what the table lacks does not count") {
  CHECK(count(R"("lower": ["a"], "higher": ["other-model", "d"])").pairs == 1);
  Statement s = one(R"("lower": ["a"], "higher": ["d"])");
  s.column = "area_7";
  CHECK(count_statement(s, kTable).pairs == 0);
}

TEST_CASE("a wrong file is refused with all its places") {
  try {
    read(R"({"groups": {}, "statements": [{"section": "1", "column": "area_1"}, 7]})");
    FAIL("accepted");
  } catch (const Failure& failure) {
    CHECK_THAT(failure.what(), Contains("/statements/0") && Contains("/statements/1"));
  }
}

TEST_CASE("the paper's findings hold in the paper's Table 9, every pair of them") {
  const RankingTable table = read_ranking_table(docs("table9.csv"));
  REQUIRE(table.combos.size() == 26);
  const std::vector<Statement> statements = read_statements(docs("findings.json"), table.combos);
  std::set<std::string> sections;
  for (const Statement& s : statements) {
    CAPTURE(s.text);
    const StatementCount c = count_statement(s, table);
    for (const std::string& exception : c.exceptions) FAIL_CHECK(exception);
    // Every name is a combination of the table.
    const std::size_t n = s.alike.size();
    CHECK(c.pairs > 0);
    for (const auto* names : {&s.lower, &s.higher, &s.alike})
      for (const std::string& name : *names) CHECK(table.columns.at("area_1").count(name) == 1);
    if (n > 0) CHECK(c.pairs == static_cast<int>(n * (n - 1) / 2));
    sections.insert(s.section.substr(0, 3));
  }
  CHECK(sections == std::set<std::string>{"4.1", "4.2", "4.3", "4.4", "4.5", "4.6"});
}

TEST_CASE("Table 9 is copied without a slip: averages and ranks follow from its areas") {
  const RankingTable table = read_ranking_table(docs("table9.csv"));
  const auto& c = table.columns;
  for (const std::string& id : table.combos) {
    CAPTURE(id);
    // Four decimals each.
    CHECK(c.at("area_average").at(id) ==
          Approx(0.5 * (c.at("area_2").at(id) + c.at("area_3").at(id))).margin(1.01e-4));
    for (const char* what : {"average", "1", "2", "3"}) {
      const auto& areas = c.at(std::string("area_") + what);
      int rank = 1;
      for (const auto& [other, area] : areas) rank += area < areas.at(id) ? 1 : 0;
      CHECK(c.at(std::string("rank_") + what).at(id) == rank);
    }
  }
}
