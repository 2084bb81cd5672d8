#include "app/progress_printer.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>
#include <vector>

using namespace slipfront;

namespace {

OptimizerProgress progress(int generation, long evaluations, long failed = 0) {
  OptimizerProgress p;
  p.generation = generation;
  p.generations = 100;
  p.evaluations = evaluations;
  p.failed = failed;
  p.best_frequency = 0.00123;
  p.best_damping = 0.0456;
  return p;
}

}  // namespace

TEST_CASE("durations read like words") {
  CHECK(duration_text(0.4) == "0 s");
  CHECK(duration_text(59.4) == "59 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(7500) == "2 h 5 min");
}

TEST_CASE("a log gets a plain line every few seconds, with rate and time left") {
  std::ostringstream out;
  double now = 100;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return false; });
  printer.started("iwan4", 2, 5);
  printer.progressed("iwan4", progress(0, 40));
  now = 102;
  printer.progressed("iwan4", progress(10, 400));
  CHECK(out.str().empty());
  now = 110;
  printer.progressed("iwan4", progress(20, 800, 12));
  // 800 evaluations in 10 s; of generations 10 took the last 8 s, 80 are left.
  CHECK(out.str() ==
        "[2/5] iwan4  generation 20/100  800 evaluations  80/s  12 failed  best 0.00123 0.0456  "
        "1 min 4 s left\n");
}

TEST_CASE("a resumed search counts from where it goes on") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return false; });
  printer.started("a", 1, 1);
  printer.progressed("a", progress(50, 2000));
  now = 10;
  printer.progressed("a", progress(60, 2400));
  CHECK_THAT(out.str(), Catch::Contains("  40/s") && Catch::Contains("  40 s left"));
}

TEST_CASE("the time left follows a pace that changes") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return false; });
  printer.started("a", 1, 1);
  printer.progressed("a", progress(0, 10));
  // Ten generations in 100 s, then one a second, told every five seconds.
  for (int i = 1; i <= 10; ++i) now = 10 * i, printer.progressed("a", progress(i, 100));
  for (int i = 1; i <= 80; ++i) now = 100 + i, printer.progressed("a", progress(10 + i, 100));
  // The pace since 80 s, half of 160: 82 generations in 100 s; 10 are left.
  CHECK_THAT(out.str(), Catch::Contains("generation 90/100") && Catch::EndsWith("  12 s left\n"));
}

TEST_CASE("a search with a limit of cost tells what it has paid, and how long the rest takes") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return false; });
  printer.started("gjp", 1, 1);
  OptimizerProgress p = progress(1, 32);
  p.generations = 0;
  p.cost = 32;
  p.cost_limit = 1872;
  printer.progressed("gjp", p);
  CHECK(out.str().empty());
  now = 120;
  p.generation = 9;
  p.evaluations = 80;
  p.cost = 492;
  printer.progressed("gjp", p);
  // 48 evaluations in two minutes; 460 backbones took them, 1380 are left.
  CHECK(out.str() ==
        "[1/1] gjp  step 9  492 of 1872 backbones  80 evaluations  24/min  0 failed  best 0.00123 "
        "0.0456  6 min 0 s left\n");
}

TEST_CASE("a search that ends by itself tells no time that is left") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return false; });
  printer.started("a", 1, 1);
  OptimizerProgress p = progress(1, 32);
  p.generations = 0;
  now = 10;
  printer.progressed("a", p);
  CHECK(out.str() == "[1/1] a  step 1  32 evaluations  0 failed  best 0.00123 0.0456\n");
}

TEST_CASE("a terminal gets one line for each combination under way, rewritten in place") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, true, [&] { return now; }, [] { return false; });
  printer.started("a", 1, 2);
  printer.started("b", 2, 2);
  for (int i = 0; i <= 100; ++i, now += 0.2) {
    printer.progressed("a", progress(i, 40 * i));
    printer.progressed("b", progress(i, 20 * i));
  }
  CombinationSummary summary;
  summary.id = "a";
  summary.front_points = 7;
  summary.evaluations = 4000;
  printer.finished(summary);
  // What a terminal shows: each block goes up over the one before it.
  std::vector<std::string> screen;
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) {
    if (const auto escape = line.find("\033["); escape == 0) {
      screen.resize(screen.size() - static_cast<std::size_t>(std::stoi(line.substr(2))));
      line.erase(0, line.find("\033[J") + 3);
    }
    screen.push_back(line);
  }
  REQUIRE(screen.size() == 2);
  CHECK(screen[0] == "[1/2] a  7 points on the front, 4000 evaluations, 0 failed, 20 s");
  CHECK_THAT(screen[1], Catch::StartsWith("[2/2] b  generation 100/100  2000 evaluations"));
}

TEST_CASE("errors that are not known yet are a dash") {
  std::ostringstream out;
  double now = 0;
  ProgressPrinter printer(
      out, false, [&] { return now; }, [] { return true; });
  printer.started("a", 1, 1);
  now = 10;
  OptimizerProgress p = progress(1, 10, 10);
  p.best_frequency = p.best_damping = std::numeric_limits<double>::infinity();
  printer.progressed("a", p);
  CHECK_THAT(out.str(), Catch::Contains("best - -"));
  CHECK(printer.stop());
}
