// HTML pieces: escaped cells, whole tables, and colours whose lightness tells the order.
#include "results/html.hpp"

#include <catch2/catch.hpp>
#include <cstdio>

#include "well_formed.hpp"

using namespace slipfront;

namespace {

/// Sum of red, green and blue: falls with every step of the scale.
int light(double share) {
  int red = 0, green = 0, blue = 0;
  REQUIRE(std::sscanf(shade(share).c_str(), "rgb(%d,%d,%d)", &red, &green, &blue) == 3);
  return red + green + blue;
}

}  // namespace

TEST_CASE("cells escape what is put into them", "[html]") {
  CHECK(text_cell("a<b>&\"") == "<td>a&lt;b&gt;&amp;&quot;</td>");
  CHECK(number_cell("<1") == "<td class=\"n\">&lt;1</td>");
  CHECK(id_cell("<x>") == "<td>" + id_text("<x>") + "</td>");
  CHECK(markup_fault(id_text("\"<'&")) == "");
  CHECK(element("p", "x") == "<p>x</p>");
  CHECK(element("p", "x", "class=\"y\"") == "<p class=\"y\">x</p>");
}

TEST_CASE("a table is well-formed and tells numbers from texts", "[html]") {
  const std::string table =
      html_table({"name", "a < b"}, 1, element("tr", text_cell("x") + number_cell("1")));
  CHECK(markup_fault(table) == "");
  CHECK(table.find("<th>name</th><th class=\"n\">a &lt; b</th>") != std::string::npos);
}

TEST_CASE("the scale falls from white to a dark blue", "[html]") {
  CHECK(shade(0) == "rgb(255,255,255)");
  CHECK(shade(-1) == shade(0));
  CHECK(shade(2) == shade(1));
  for (int i = 0; i < 20; ++i) CHECK(light((i + 1) / 20.0) < light(i / 20.0));
}

TEST_CASE("letters are white on the dark end only", "[html]") {
  CHECK_FALSE(is_dark(0));
  CHECK_FALSE(is_dark(0.5));
  CHECK(is_dark(1));
  int changes = 0;
  for (int i = 0; i < 100; ++i) changes += is_dark(i / 100.0) != is_dark((i + 1) / 100.0) ? 1 : 0;
  CHECK(changes == 1);
}
