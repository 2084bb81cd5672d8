#include "results/report/figures.hpp"

#include <catch2/catch.hpp>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"
#include "../well_formed.hpp"
#include "core/number.hpp"

using namespace slipfront;

TEST_CASE("figures are well-formed, with the numbers of the run beside them", "[figures]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::Size size;
  size.combinations = 4;
  size.points = 5;
  size.evaluations = 9;
  synthetic::write_run(run, size, "four");
  const Ranking ranking = synthetic::ranking_of(run);
  const ReportData data = gather_report(run, ranking, "four");
  make_folder(run.file("figures"));
  write_atomically(run.file("figures/backbones-gone.svg"), "old");
  write_atomically(run.file("figures/ranking.pdf"), "old");
  write_atomically(run.file("figures/mine.pdf"), "of the user");
  write_figures(run, data);
  CHECK_FALSE(file_exists(run.file("figures/backbones-gone.svg")));
  CHECK_FALSE(file_exists(run.file("figures/ranking.pdf")));
  CHECK(file_exists(run.file("figures/mine.pdf")));
  // The PDF of a figure that is the same again need not be made again.
  write_atomically(run.file("figures/ranking.pdf"), "of this figure");
  write_figures(run, data);
  CHECK(file_exists(run.file("figures/ranking.pdf")));
  CHECK_THAT(read_file(run.file("figures/ranking.md")), Catch::Contains("rank 95 %"));
  for (const Figure& figure : make_figures(data)) {
    INFO(figure.name);
    if (!figure.svg.empty()) {
      CHECK(markup_fault(figure.svg) == "");
      CHECK(figure.svg.find("nan") == std::string::npos);
      CHECK(file_exists(run.file("figures/" + figure.name + ".svg")));
    }
    CHECK(read_file(run.file("figures/" + figure.name + ".csv")) == figure.csv);
  }
  for (const char* name : {"ranking.svg", "ranking.md", "ranking.tex", "rank-intervals.svg",
                           "experiment.svg", "fronts-mode-2.svg", "area-mode-3.svg",
                           "backbones-iwan4-wj.svg", "convergence.svg", "parameters.csv"})
    CHECK(file_exists(run.file(std::string("figures/") + name)));

  // What a later report has no figure for is not left from an earlier one.
  ReportData less = data;
  less.experiment.clear();
  less.record.stability.reset();
  write_figures(run, less);
  for (const char* name : {"experiment.svg", "experiment.csv", "rank-intervals.svg"})
    CHECK_FALSE(file_exists(run.file(std::string("figures/") + name)));
  CHECK(file_exists(run.file("figures/convergence.svg")));
  CHECK(file_exists(run.file("figures/mine.pdf")));
  write_figures(run, data);

  // Front numbers are those of front.csv, bit for bit.
  const Front front = read_front_csv(run.combination_folder("gjp-penalty-fj") + "/front.csv");
  const std::string csv = read_file(run.file("figures/fronts-mode-2.csv"));
  const ErrorPair pair = *front.points[3].errors.at(2);
  CHECK(csv.find("gjp-penalty-fj,3," + to_text(pair.frequency) + "," + to_text(pair.damping)) !=
        std::string::npos);
}

TEST_CASE("no ranking, no figures of it", "[figures]") {
  CHECK(make_figures(ReportData()).empty());
}
