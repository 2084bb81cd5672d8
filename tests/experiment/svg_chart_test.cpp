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

TEST_CASE("an area whose edge is not above zero reaches to the lower edge of a logarithmic axis") {
  const auto path_of = [](double lower) {
    const std::string svg = chart_svg(
        "", {{"x",
              "y",
              false,
              true,
              {{ChartSeries::Kind::line, "", "#000000", {0, 2}, {1, 4}, {}},
               {ChartSeries::Kind::area, "", "#111111", {0, 1, 2}, {2, lower, 2}, {3, 3, 3}}}}});
    const std::size_t end = svg.find("Z\" fill=\"#111111\"");
    return svg.substr(svg.rfind("<path d=\"", end), end - svg.rfind("<path d=\"", end));
  };
  // The edge stands at the panel's own, 340 pixels down, whatever the value below zero is.
  CHECK(path_of(-1) == path_of(-100));
  CHECK_THAT(path_of(-1), Contains(" 340"));
  CHECK(path_of(-1) != path_of(2));
}
