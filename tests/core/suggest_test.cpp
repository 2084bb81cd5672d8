#include "core/suggest.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("iwan4", "iwan4") == 0);
  CHECK(edit_distance("iwan4", "iwan5") == 1);
  CHECK(edit_distance("jenkins", "jenkin") == 1);
  CHECK(edit_distance("jenikns", "jenkins") == 1);  // one swap
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("only near names are suggested") {
  const std::vector<std::string> known{"jenkins", "iwan4", "iwan5", "valanis"};
  CHECK(nearest_name("jenkin", known) == "jenkins");
  CHECK(nearest_name("valnis", known) == "valanis");
  CHECK(nearest_name("coulomb", known).empty());
  CHECK(nearest_name("jenkins", {}).empty());
  CHECK(suggestion("iwan", known) == "did you mean 'iwan4'? known: jenkins, iwan4, iwan5, valanis");
  CHECK(suggestion("zzz", known) == "known: jenkins, iwan4, iwan5, valanis");
}
