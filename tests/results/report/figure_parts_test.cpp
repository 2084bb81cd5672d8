#include "results/report/figure_parts.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("a row of numbers, a mode's name, a style", "[figures]") {
  CHECK(csv_row({"a", "", "1.5"}) == "a,,1.5\n");
  CHECK(csv_row({}) == "\n");
  Ranking ranking;
  ranking.average_over = {2, 3};
  CHECK(mode_title(ranking, 1) == "Mode 1 (fitted)");
  CHECK(mode_title(ranking, 3) == "Mode 3 (predicted)");
  ranking.predicts = false;  // averaged, but fitted
  CHECK(mode_title(ranking, 3) == "Mode 3 (fitted)");
  RankedCombination fits, predicts;
  fits.fitted_modes = fits.asked_modes = {1, 3};
  predicts.fitted_modes = {1};
  predicts.asked_modes = {1, 3};
  ranking.rows = {{fits, {}, {}}, {predicts, {}, {}}};
  CHECK(mode_title(ranking, 1) == "Mode 1 (fitted)");
  CHECK(mode_title(ranking, 3) == "Mode 3 (fitted by some, predicted by others)");
  ranking.rows[1].combination.asked_modes = {1};  // has nothing to do with mode 3
  CHECK(mode_title(ranking, 3) == "Mode 3 (fitted)");
  const SeriesStyle style = plain_style("#123456", Marker::square, "6 3");
  CHECK(style.colour == "#123456");
  CHECK(style.marker == Marker::square);
  CHECK(style.dash == "6 3");
}
