#include "rom/deck/deck_text.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("keywords, parameters, comments, blanks and lines that go on") {
  const auto blocks = split_deck(
      "** a comment\r\n*Solid  Section , elset = My Set,\r\nmaterial=\"Steel\"\r\n , 1.0 ,\r\n\r\n"
      "*NODE\n1,2.5, -3\n** between\n 2 ,, 4,",
      "a.inp");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].keyword == "SOLID SECTION");
  CHECK(blocks[0].line == 2);
  CHECK(blocks[0].value("ELSET") == "MY SET");
  CHECK(blocks[0].value("MATERIAL") == "STEEL");
  CHECK(blocks[0].data[0].cells == std::vector<std::string>{"", "1.0"});
  CHECK(blocks[1].data[1].number == 9);
  CHECK(blocks[1].data[1].cells == std::vector<std::string>{"2", "", "4"});
}

TEST_CASE("what is no deck is refused") {
  CHECK_THAT(problem_of([] { split_deck("1, 2\n", "a.inp"); }), Catch::Contains("line 1"));
  CHECK_THAT(problem_of([] { split_deck(std::string("*A\0b", 4), "a"); }),
             Catch::Contains("binary"));
  CHECK_THAT(problem_of([] { split_deck("", "a.inp"); }), Catch::Contains("no keyword"));
}
