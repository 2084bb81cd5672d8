#include "app/table.hpp"

#include <catch2/catch.hpp>

using slipfront::aligned_table;

TEST_CASE("numbers stand right, words left, and no line ends in blanks") {
  CHECK(aligned_table({{"name", "value", "unit"}, {"a", "10", "m"}, {"long", "1.5", ""}}) ==
        "name  value  unit\n"
        "a        10  m\n"
        "long    1.5\n");
}

TEST_CASE("letters beyond ASCII count once") {
  CHECK(aligned_table({{"Reu\xC3\x9F", "x"}, {"beam", "y"}}) == "Reu\xC3\x9F  x\nbeam  y\n");
}
