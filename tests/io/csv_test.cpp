#include "io/csv.hpp"

#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
CsvTable parse(std::string_view text) { return parse_csv(text, "t.csv"); }

std::string complaint(std::string_view text) {
  try {
    parse(text);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}
}  // namespace

TEST_CASE("one table in many spellings") {
  const char* spellings[] = {
      "a,b\n1.5,2e-3\n-3,4\n",
      "\xEF\xBB\xBF"
      "a,b\r\n1.5,2e-3\r\n-3,4",
      "# a comment, with a comma\n\na ; b\n1,5 ; 0,002\n\n# another\n-3;4\n",
      "a\tb\n1,5\t2e-3\n-3\t+4\n",
      "a;b\n1.5;2e-3\n-3.0;4\n",
      "\"a\",\"b\"\n\"1.5\",2e-3\n -3 , 4 \n",
  };
  for (const char* text : spellings) {
    const CsvTable table = parse(text);
    CHECK(table.names == std::vector<std::string>{"a", "b"});
    CHECK(table.column("a") == std::vector<double>{1.5, -3});
    CHECK(table.column("b") == std::vector<double>{2e-3, 4});
  }
}

TEST_CASE("the locale does not matter") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(parse("a\n1.5\n").column("a")[0] == 1.5);
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("an empty cell is NaN, and rows know their lines") {
  const CsvTable table = parse("# c\na,b\n1,\n\n,2\n");
  CHECK(std::isnan(table.column("b")[0]));
  CHECK(std::isnan(table.column("a")[1]));
  CHECK(table.lines == std::vector<int>{3, 5});
  CHECK(parse("a,b\n").rows() == 0);
}

TEST_CASE("every bad cell and row is named with its line") {
  const std::string text = complaint("a,b\n1,x\n2\n3,4,5\n1.2.3,1\n");
  CHECK_THAT(text, Contains("t.csv, line 2, column b: found 'x'; must be a number."));
  CHECK_THAT(text, Contains("line 3: found 1 cells; must have 2, one per column"));
  CHECK_THAT(text, Contains("line 4: found 3 cells"));
  CHECK_THAT(text, Contains("line 5, column a: found '1.2.3'"));
  CHECK_THAT(complaint("a;b\n1.234,5;1\n"), Contains("column a: found '1.234,5'"));
  CHECK_THAT(complaint("a,b\n1,5 Hz\n"), Contains("'5 Hz'"));
  CHECK_THAT(complaint("a,b\n0,1,1,5\n"), Contains("decimal comma") && Contains("semicolons"));
}

TEST_CASE("many bad cells are counted, not all listed") {
  std::string text = "a\n";
  for (int i = 0; i < 500; ++i) text += "bad\n";
  CHECK_THAT(complaint(text),
             Contains("line 11") && !Contains("line 12:") && Contains("found 490 more of these"));
}

TEST_CASE("bad headers") {
  CHECK_THAT(complaint(""), Contains("t.csv: found an empty table"));
  CHECK_THAT(complaint("# only a comment\n"), Contains("an empty table"));
  CHECK_THAT(complaint("1,2\n3,4\n"), Contains("line 1: found numbers only"));
  CHECK_THAT(complaint("a,b,a\n1,2,3\n"), Contains("column 3: found the name 'a' a second time"));
  CHECK_THAT(complaint("a,,b\n1,2,3\n"), Contains("column 2: found no name"));
  CHECK_THAT(complaint(std::string_view("a\0,\0b\0", 6)), Contains("UTF-16"));
}

TEST_CASE("a missing column and a missing file") {
  CHECK_THROWS_WITH(parse("damping,b\n1,2\n").column("dampin"),
                    Contains("t.csv, column dampin: found no such column") &&
                        Contains("did you mean 'damping'?"));
  CHECK_THROWS_AS(read_csv("there-is-no-such-file.csv"), Failure);
}

TEST_CASE("a separator inside a quoted name is none") {
  const CsvTable table = parse_csv("\"acc [g]\",\"hammer; N [g]\"\n955,3\n", "a.csv");
  REQUIRE(table.names.size() == 2);
  CHECK(table.columns[0][0] == 955);
  CHECK(table.columns[1][0] == 3);
}
