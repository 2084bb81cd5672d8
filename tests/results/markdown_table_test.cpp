#include "results/markdown_table.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("a table in Markdown: header, rule, rows, cells made safe") {
  CHECK(markdown_table({{"combo", "area"}, {"a", "0.1"}, {"b|c", "0.2"}}, "---:") ==
        "| combo | area |\n|:---|---:|\n| a | 0.1 |\n| b\\|c | 0.2 |\n");
}

TEST_CASE("a table of nothing but its header") {
  CHECK(markdown_table({{"one"}}, ":---") == "| one |\n|:---|\n");
}
