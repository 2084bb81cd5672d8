// The plot of fronts: where things stand on logarithmic axes, and what is left out.
#include "results/front_plot.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "core/number.hpp"
#include "well_formed.hpp"

using namespace slipfront;

namespace {

FrontPlot example() {
  FrontPlot plot;
  plot.title = "Mode 1 <fitted>";
  plot.box = {{1e-3, 1e-2}, {1, 1}};
  plot.series = {{"a&b", {{1e-2, 1e-1}, {1e-1, 1e-2}, {1, 1}}}};
  return plot;
}

/// Corners of the first front line: "M x y L x y ..." as numbers.
std::vector<double> line_numbers(const std::string& svg) {
  const std::regex path("<path d=\"(M[^\"]*)\" fill=\"none\" stroke-opacity");
  std::smatch match;
  REQUIRE(std::regex_search(svg, match, path));
  std::vector<double> numbers;
  std::string text = match[1];
  for (char& c : text)
    if (c == 'M' || c == 'L') c = ' ';
  std::size_t begin = 0;
  while ((begin = text.find_first_not_of(' ', begin)) != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    numbers.push_back(*to_number(text.substr(begin, end - begin)));
    begin = end;
  }
  return numbers;
}

double attribute(const std::string& svg, const std::string& tag, const std::string& name) {
  const std::size_t at = svg.rfind('<', svg.find(tag));
  const std::size_t begin = svg.find(" " + name + "=\"", at) + name.size() + 3;
  return *to_number(svg.substr(begin, svg.find('"', begin) - begin));
}

}  // namespace

TEST_CASE("decades are equally long and the line joins what is not dominated", "[front_plot]") {
  const std::string svg = front_plot_svg(example());
  const std::vector<double> line = line_numbers(svg);
  REQUIRE(line.size() == 4);  // (1, 1) is dominated
  // From (1e-2, 1e-1) to (1e-1, 1e-2): one decade right, one decade down. The box spans
  // three decades by two, so its sides tell the length of a decade (to a tenth of a pixel).
  const double decade_x = attribute(svg, "class=\"box\"", "width") / 3;
  const double decade_y = attribute(svg, "class=\"box\"", "height") / 2;
  CHECK(line[2] - line[0] == Approx(decade_x).margin(0.11));
  CHECK(line[3] - line[1] == Approx(decade_y).margin(0.11));
  CHECK(line[0] - attribute(svg, "class=\"box\"", "x") == Approx(decade_x).margin(0.11));
  CHECK(line[1] - attribute(svg, "class=\"box\"", "y") == Approx(decade_y).margin(0.11));
}

TEST_CASE("a plot is well-formed and escapes names", "[front_plot]") {
  FrontPlot plot = example();
  plot.variability = ErrorPair{0.005, 0.1};
  const std::string svg = front_plot_svg(plot);
  CHECK(markup_fault(svg) == "");
  CHECK(svg.find("a&amp;b") != std::string::npos);
  CHECK(svg.find("Mode 1 &lt;fitted&gt;") != std::string::npos);
  // The corner of the grey box is the variability's point.
  const double x = attribute(svg, "class=\"variability\"", "x") +
                   attribute(svg, "class=\"variability\"", "width");
  const double decade = attribute(svg, "class=\"box\"", "width") / 3;
  CHECK(x - attribute(svg, "class=\"box\"", "x") == Approx(decade * std::log10(5.0)).margin(0.2));
}

TEST_CASE("points without a logarithm are left out and counted", "[front_plot]") {
  FrontPlot plot = example();
  plot.series.push_back({"none", {{0, 0.1}, {std::nan(""), 1}, {1, -2}}});
  plot.series.push_back({"some", {{0.1, 0.1}, {std::numeric_limits<double>::infinity(), 1}}});
  const std::string svg = front_plot_svg(plot);
  CHECK(svg.find("4 without a place on logarithmic axes") != std::string::npos);
  CHECK(svg.find("<title>none</title>") == std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("nothing, one point, tiny and huge ranges all give a plot", "[front_plot]") {
  FrontPlot nothing;
  CHECK(markup_fault(front_plot_svg(nothing)) == "");
  for (const double factor : {1.0, 1.0001, 3.0, 1e3, 1e12, 1e250}) {
    FrontPlot plot;
    plot.series = {{"a", {{1e-3, 1e-3}, {1e-3 * factor, 1e-3 / factor}}}};
    const std::string svg = front_plot_svg(plot);
    CHECK(markup_fault(svg) == "");
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("text-anchor=\"middle\">") != std::string::npos);  // some label
  }
}

TEST_CASE("the 26 combinations have different markers", "[front_plot]") {
  std::set<std::string> markers;
  for (std::size_t i = 0; i < 56; ++i) {
    const std::string marker = legend_marker_svg(i);
    CHECK(markup_fault(marker) == "");
    markers.insert(marker);
  }
  CHECK(markers.size() == 56);
}
