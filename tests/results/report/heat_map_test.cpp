#include "results/report/heat_map.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "../well_formed.hpp"
#include "results/html.hpp"

using namespace slipfront;

namespace {

Ranking table() {
  RankingOptions options;
  options.fitted_modes = {1};
  options.variability = {{1, {0.02, 0.1}}};
  RankedCombination a, b;
  a.id = "a";
  a.title = "A <1>";
  a.errors[1] = {{0.01, 0.05}};
  b.id = "b";
  b.errors[1] = {{0.1, 0.4}};
  return make_ranking({a, b}, options);
}

}  // namespace

TEST_CASE("the heat map shows areas and ranks on one scale", "[heat_map]") {
  const Ranking ranking = table();
  const std::string svg = heat_map_svg(ranking, {});
  CHECK(markup_fault(svg) == "");
  CHECK(svg.find("A &lt;1&gt;") != std::string::npos);
  CHECK(svg.find("(2)") != std::string::npos);
  CHECK(svg.find("experimental variability") != std::string::npos);
  CHECK(svg.find(shade(1)) != std::string::npos);  // the worst cell is the end of the scale
  CHECK(colour_share(0.25, 1) == 0.5);
  CHECK(colour_share(0, 1) == 0);
  CHECK(svg.find(shade(std::sqrt(ranking.rows[0].average.area / largest_area(ranking)))) !=
        std::string::npos);
  CHECK(largest_area(ranking) == ranking.rows[1].average.area);
  CHECK(largest_area(Ranking()) == 1);
}

TEST_CASE("intervals of ranks", "[heat_map]") {
  RankStability s;
  s.rows.resize(2);
  s.rows[1].average = {1, 2};
  const std::string svg = rank_interval_svg(table(), s);
  CHECK(markup_fault(svg) == "");
}
