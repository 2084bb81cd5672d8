#include "results/loop_plot.hpp"

#include <catch2/catch.hpp>

#include "well_formed.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace

TEST_CASE("a loop is drawn with its first loading, in units that suit it") {
  const std::string svg = loop_plot_svg({"Law <1> & more",
                                         {0, 1e-7, 2e-7},
                                         {0, 1e5, 1.5e5},
                                         {2e-7, -2e-7, 2e-7},
                                         {1.5e5, -1.5e5, 1.5e5}});
  CHECK(markup_fault(svg).empty());
  CHECK_THAT(svg, Contains("Law &lt;1&gt; &amp; more"));
  CHECK_THAT(svg, Contains("displacement [nm]") && Contains("traction [kN/m\u00b2]"));
  CHECK_THAT(svg, Contains(">200<") && Contains(">-200<") && Contains(">100<"));
  CHECK(count(svg, "<path") == 2);
  // The origin is in the middle of the axes, and the first loading begins there.
  CHECK_THAT(svg, Contains("d=\"M340.0 224.0L"));
}

TEST_CASE("a loop of nothing is drawn all the same") {
  const std::string svg = loop_plot_svg({"Nothing", {0, 0}, {0, 0}, {0, 0}, {0, 0}});
  CHECK(markup_fault(svg).empty());
  CHECK_THAT(svg, !Contains("nan") && !Contains("inf"));
}
