#include "results/report/chart.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "../well_formed.hpp"

using namespace slipfront;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Chart example() {
  Chart chart;
  chart.title = "a <b> & c";
  chart.x_label = "x";
  chart.y_label = "y";
  PlotSeries s;
  s.name = "one <i>";
  s.label = "1";
  s.x = {1e-3, 1e-2, 1e-1};
  s.y = {0.5, 0.05, 0.02};
  chart.series = {s};
  return chart;
}

}  // namespace

TEST_CASE("a chart is well-formed and complete", "[chart]") {
  Chart chart = example();
  chart.log_x = chart.log_y = chart.legend = true;
  chart.rectangles = {{0, 0.01, 0, 0.1, true}};
  chart.cross = ErrorPair{1e-3, 0.02};
  chart.bands = {{{1e-3, 1e-1}, {0.01, 0.02}, {0.3, 0.4}}};
  const std::string svg = charts_svg({chart, chart}, 2, "two");
  CHECK(markup_fault(svg) == "");
  CHECK(contains(svg, "a &lt;b&gt; &amp; c"));
  CHECK(contains(svg, "one &lt;i&gt;"));
  CHECK(contains(svg, "stroke-dasharray"));
  CHECK_FALSE(contains(svg, "nan"));
}

TEST_CASE("a legend is as tall as its names; labels lie over every line", "[chart]") {
  const auto height = [](const std::string& svg) {
    return std::stod(svg.substr(svg.find(" height=\"") + 9));
  };
  Chart chart = example();
  chart.legend = true;
  const std::string one = charts_svg({chart}, 1, "t");
  PlotSeries silent = chart.series[0];
  silent.name.clear();
  silent.label.clear();
  for (int i = 0; i < 60; ++i) chart.series.push_back(silent);
  const std::string many = charts_svg({chart}, 1, "t");
  CHECK(height(many) == height(one));
  const std::string label = ">" + chart.series[0].label + "</text>";
  REQUIRE(contains(many, label));
  CHECK(many.rfind("<g><title>") < many.find(label));

  const std::string headed = charts_svg({chart}, 1, "t", "Long <name>");
  CHECK(markup_fault(headed) == "");
  CHECK(contains(headed, "Long &lt;name&gt;"));
  CHECK(height(headed) > height(many));
}

TEST_CASE("on logarithmic axes equal factors are equal distances", "[chart]") {
  Chart chart = example();
  chart.log_x = true;
  chart.series[0].y = {1, 1, 1};
  chart.series[0].label.clear();
  chart.series[0].markers = false;
  const std::string svg = charts_svg({chart}, 1, "t");
  const std::size_t at = svg.find("<path d=\"M");
  double x0, y0, x1, y1, x2, y2;
  REQUIRE(std::sscanf(svg.c_str() + at, "<path d=\"M%lf %lfL%lf %lfL%lf %lf", &x0, &y0, &x1, &y1,
                      &x2, &y2) == 6);
  CHECK(x1 - x0 == Approx(x2 - x1).margin(0.11));  // places are rounded to 0.1
  CHECK(y0 == y1);
}

TEST_CASE("points that have no place are counted, empty charts drawn", "[chart]") {
  Chart chart = example();
  chart.log_x = true;
  chart.series[0].x[1] = 0;
  CHECK(contains(charts_svg({chart}, 1, "t"), "1 points cannot be shown"));
  chart.series.clear();
  CHECK(markup_fault(charts_svg({chart}, 1, "t")) == "");
  chart.log_x = false;
  CHECK(markup_fault(charts_svg({chart}, 1, "t")) == "");
}

TEST_CASE("a ring stands on its point, notes below the legend", "[chart]") {
  Chart chart = example();
  const std::size_t before = std::string::npos;
  CHECK(charts_svg({chart}, 1, "t").find("<circle") == before);
  chart.series[0].ring = 1;
  chart.legend = true;
  chart.notes = {"ringed: <this>"};
  const std::string svg = charts_svg({chart}, 1, "t");
  CHECK(markup_fault(svg) == "");
  CHECK(contains(svg, ">ringed: &lt;this&gt;</text>"));
  // The line's second vertex is the middle of the circle.
  const std::size_t line = svg.find("<path d=\"M");
  REQUIRE(line != before);
  const std::string second = svg.substr(svg.find('L', line) + 1, 11);
  const std::string x = second.substr(0, second.find(' '));
  CHECK(contains(svg, "<circle cx=\"" + x + "\""));
}

TEST_CASE("values that differ by their last digit are one value", "[chart]") {
  Chart chart = example();
  const double f = 175.30432;
  chart.series[0].y = {f, std::nextafter(f, 200), f};
  const std::string svg = charts_svg({chart}, 1, "t");
  CHECK(markup_fault(svg) == "");
  CHECK(std::count(svg.begin(), svg.end(), '\n') < 60);
  chart.series[0].y = {0, 0, 0};
  CHECK(markup_fault(charts_svg({chart}, 1, "t")) == "");
}
