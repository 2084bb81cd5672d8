#include "results/report/front_figures.hpp"

#include <catch2/catch.hpp>
#include <regex>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"
#include "../well_formed.hpp"

using namespace slipfront;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// A ranking of one combination with these errors in mode 1, and its report.
ReportData one_front(const std::vector<ErrorPair>& pairs) {
  RankedCombination ranked;
  ranked.id = "only";
  ranked.errors[1] = pairs;
  RankingOptions options;
  options.fitted_modes = {1};
  options.upper = {0.2, 0.5};
  ReportData data;
  data.ranking = make_ranking({ranked}, options);
  ReportedCombination& one = data.combinations.emplace_back();
  one.summary.id = "only";
  for (const ErrorPair& pair : pairs) {
    FrontPoint& point = one.front.points.emplace_back();
    point.errors[1] = pair;
  }
  return data;
}

}  // namespace

TEST_CASE("every combination has a ring, a label and a line of the legend", "[figures]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::Size size{5, 6, 9, 8};
  synthetic::write_run(run, size, "five");
  const ReportData data = gather_report(run, synthetic::ranking_of(run), "five");
  const Figure figure = front_figure(data, 2);
  CHECK(figure.name == "fronts-mode-2");
  CHECK(markup_fault(figure.svg) == "");
  CHECK(count(figure.svg, "<circle") == 5);
  for (int rank = 1; rank <= 5; ++rank)
    CHECK(count(figure.svg, ">" + std::to_string(rank) + "</text>") == 1);
  for (const ReportedCombination& one : data.combinations)
    CHECK(count(figure.svg, one.summary.id + "</text>") == 1);
  CHECK(count(figure.svg, "ringed: least frequency error") == 1);
}

TEST_CASE("a combination without points in a mode says so", "[figures]") {
  ReportData data = one_front({{0.01, 0.1}, {0.02, 0.05}});
  for (FrontPoint& point : data.combinations[0].front.points) point.errors[1].reset();
  const Figure figure = front_figure(data, 1);
  CHECK(count(figure.svg, "only (no point in this mode)</text>") == 1);
  CHECK(count(figure.svg, "<circle") == 0);
}

TEST_CASE("a small front is shown once more, magnified; a large one is not", "[figures]") {
  // Box from (0.001, 0.02) to (0.2, 0.5): reach 0.004 of 0.199.
  const Figure small = area_figure(one_front({{0.001, 0.03}, {0.005, 0.02}}), 1);
  CHECK(markup_fault(small.svg) == "");
  CHECK(count(small.svg, "Its corner, magnified") == 1);
  CHECK(count(small.svg, "stroke-dasharray=\"5 3\"") == 1);  // the whole box, once
  CHECK(small.csv == "frequency_error,damping_error\n0.001,0.03\n0.005,0.02\n");
  const Figure large = area_figure(one_front({{0.001, 0.4}, {0.15, 0.02}}), 1);
  CHECK(count(large.svg, "Its corner, magnified") == 0);
  CHECK(count(large.svg, "<title>only</title>") == 1);
}

TEST_CASE("the magnified corner spans one and a half times the front", "[figures]") {
  // Linear axes: ticks end below lower + 1.5 reach = 0.001 + 1.5 * 0.004 = 0.007.
  const Figure figure = area_figure(one_front({{0.001, 0.03}, {0.005, 0.02}}), 1);
  const std::string corner = figure.svg.substr(figure.svg.find("Its corner, magnified"));
  const std::regex label("text-anchor=\"middle\">([0-9.]+)</text>");
  double largest = 0;
  for (std::sregex_iterator at(corner.begin(), corner.end(), label), end; at != end; ++at)
    largest = std::max(largest, std::stod((*at)[1]));
  CHECK(largest > 0.005);
  CHECK(largest < 0.0075);
}

TEST_CASE("what is shaded is the area that the figure states", "[figures]") {
  // Points beyond the box: the line between them is cut where it leaves it.
  const std::vector<std::vector<ErrorPair>> fronts = {
      {{0.01, 2.0}, {0.16, 0.05}}, {{0.05, 0.4}, {0.6, 0.1}}, {{0.01, 0.7}, {0.3, 0.01}}};
  for (const auto& pairs : fronts) {
    ReportData data = one_front(pairs);
    Box& box = data.ranking.boxes.at(1);
    box.lower = {0.02, 0.03};
    const double stated = area_fraction(pairs, box);
    data.ranking.rows[0].modes.at(1).area = stated;
    const std::string svg = area_figure(data, 1).svg;
    const std::regex shaded("<path d=\"(M[^\"]*)Z\" fill=\"#d9d9d9\""),
        dashed(
            "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\" "
            "fill=\"none\" stroke=\"#333333\""),
        corner("[ML]([0-9.]+) ([0-9.]+)");
    std::smatch path, rectangle;
    REQUIRE(std::regex_search(svg, path, shaded));
    REQUIRE(std::regex_search(svg, rectangle, dashed));
    std::vector<std::pair<double, double>> polygon;
    const std::string corners = path[1];
    for (std::sregex_iterator at(corners.begin(), corners.end(), corner), end; at != end; ++at)
      polygon.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
    double twice = 0;  // Gauss's formula
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto& [x, y] = polygon[i];
      const auto& [next_x, next_y] = polygon[(i + 1) % polygon.size()];
      twice += x * next_y - next_x * y;
    }
    const double whole = std::stod(rectangle[3]) * std::stod(rectangle[4]);
    CHECK(std::abs(twice) / 2 / whole == Approx(stated).margin(2e-3));  // tenths of pixels
  }
}
