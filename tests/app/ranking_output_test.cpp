#include "app/ranking_output.hpp"

#include <catch2/catch.hpp>

using slipfront::coloured_ranking;

TEST_CASE("the heading is bold, the best rows are green, the rest is plain") {
  CHECK(coloured_ranking("combo average\na 0.1 ( 1) 0.2 ( 2)\nb 0.3 ( 2) 0.1 ( 1)\nend\n") ==
        "\033[1mcombo average\033[0m\n"
        "\033[32ma 0.1 ( 1) 0.2 ( 2)\033[0m\n"
        "b 0.3 ( 2) 0.1 ( 1)\nend\n");
}
