#include <catch2/catch.hpp>

#include "app/program.hpp"

TEST_CASE("the program passes its words on as they are") {
  CHECK_REFUSED(({"models", "a model with blanks and \"quotes\""}),
                "a model with blanks and \"quotes\"");
}
