#include "experiment/svg_chart.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace slipfront;
using Catch::Matchers::Contains;

TEST_CASE("a chart has axes, curves and a legend, and no value that is not finite") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ChartSeries line{
      ChartSeries::Kind::line, "a < b", "#000000", {1, 10, 100}, {1, nan, 3}, {}};
  const ChartSeries area{ChartSeries::Kind::area, "", "#111111", {1, 10}, {1, 1}, {2, 3}};
  const ChartSeries dots{ChartSeries::Kind::dots, "d", "#222222", {-1, 10}, {1, 1}, {}};
  const ChartSeries span{ChartSeries::Kind::span, "", "#333333", {2, 5}, {}, {}};
  const std::string svg = chart_svg("T & U", {{"x", "y", true, false, {line, area, dots, span}},
                                              {"empty", "y", false, false, {}}});
  CHECK_THAT(svg, Contains("T &amp; U") && Contains("a &lt; b") && Contains(">10<"));
  CHECK(svg.find("nan") == svg.npos);
  CHECK(svg.find("inf") == svg.npos);
  CHECK_THAT(svg, Catch::StartsWith("<svg") && Catch::EndsWith("</svg>\n"));
}
