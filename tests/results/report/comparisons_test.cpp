#include "results/report/comparisons.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"
#include "core/number.hpp"
#include "results/report/figures.hpp"

using namespace slipfront;

namespace {

/// A run whose combinations `ids` are all of kind `kind` (indices differ, so errors differ).
struct ComparedRun {
  TemporaryFolder folder;
  RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::Size size{1, 5, 9, 8};

  void add(std::size_t index, const std::string& id, const std::string& optimizer,
           const synthetic::Kind& kind) {
    synthetic::write_combination(run, index, size, id, &kind);
    const std::string path = run.combination_folder(id) + "/summary.json";
    CombinationSummary summary = read_summary(path);
    summary.optimizer = optimizer;
    write_summary(path, summary);
  }
  /// Of some ids the files of their own measured curves, of modes 1, 2, ...
  ReportData gather(const std::map<std::string, std::vector<std::string>>& experiments = {}) {
    synthetic::write_measured(run, 8);
    Ranking ranking = synthetic::ranking_of(run);
    for (RankingRow& row : ranking.rows)
      if (experiments.count(row.combination.id))
        row.combination.experiment = joined(experiments.at(row.combination.id));
    ReportData data = gather_report(run, ranking, "compared");
    for (ReportedCombination& one : data.combinations)
      if (experiments.count(one.summary.id))
        for (const std::string& file : experiments.at(one.summary.id))
          one.experiment[static_cast<int>(one.experiment.size()) + 1].source = file;
    return data;
  }
  static std::string joined(const std::vector<std::string>& files) {
    std::string text;
    for (const std::string& file : files) text += (text.empty() ? "" : ", ") + file;
    return text;
  }
};

std::vector<std::string> labels(const Comparison& comparison) {
  std::vector<std::string> all;
  for (const ComparedCombination& one : comparison.members) all.push_back(one.label);
  return all;
}

const synthetic::Kind& kIwan = synthetic::kKinds[3];      // iwan4-wj
const synthetic::Kind& kIwanKp = synthetic::kKinds[2];    // iwan4-kp-wj
const synthetic::Kind& kValanis = synthetic::kKinds[12];  // valanis-wj

}  // namespace

TEST_CASE("the same model under two optimizers is a comparison", "[comparisons]") {
  ComparedRun made;
  made.add(0, "iwan-nsga2", "nsga2", kIwan);
  made.add(1, "iwan-hybrid", "hybrid", kIwan);
  made.add(2, "iwan-kp-hybrid", "hybrid", kIwanKp);  // another parameter: no part of it
  made.add(3, "valanis", "hybrid", kValanis);        // another law
  const ReportData data = made.gather();
  const std::vector<Comparison> all = comparisons(data);
  REQUIRE(all.size() == 1);
  CHECK(all[0].attribute == "optimizer");
  CHECK(all[0].title == "iwan4, patches (WJ), Masing");
  CHECK(labels(all[0]) == std::vector<std::string>{"hybrid", "nsga2"});
  CHECK(all[0].members[0].style.colour != all[0].members[1].style.colour);
  CHECK(data.combinations[all[0].members[0].index].summary.id == "iwan-hybrid");
}

TEST_CASE("the same model on two experiments is a comparison of its own", "[comparisons]") {
  ComparedRun made;
  made.add(0, "worn", "hybrid", kIwan);
  made.add(1, "level", "hybrid", kIwan);
  made.add(2, "level-nsga2", "nsga2", kIwan);
  made.add(3, "valanis", "hybrid", kValanis);
  const std::vector<std::string> files = {"data/level-mode-1.csv", "data/level-mode-2.csv"};
  const std::vector<Comparison> all =
      comparisons(made.gather({{"level", files}, {"level-nsga2", files}}));
  REQUIRE(all.size() == 2);
  CHECK(all[0].attribute == "optimizer");  // both against the levelling specimen
  CHECK(labels(all[0]) == std::vector<std::string>{"hybrid", "nsga2"});
  CHECK(all[1].attribute == "experiment");
  CHECK(labels(all[1]) == std::vector<std::string>{"level", "that of the study"});
}

TEST_CASE("an experiment is called by its files, whatever characters these have", "[comparisons]") {
  ComparedRun made;
  made.add(0, "worn", "hybrid", kIwan);
  made.add(1, "other", "hybrid", kIwan);
  const std::vector<std::string> files = {"data/b, #2-mode-1.csv", "data/c-mode-2.csv"};
  ReportData data = made.gather({{"other", files}});
  REQUIRE(comparisons(data).size() == 1);
  CHECK(labels(comparisons(data)[0]) == std::vector<std::string>{"b, #2, c", "that of the study"});
  // Without these curves in the folder there are only the files' names.
  for (ReportedCombination& one : data.combinations) one.experiment.clear();
  CHECK(labels(comparisons(data)[0]).front() == ComparedRun::joined(files));
}

TEST_CASE("equal labels are told apart by their ids; a study without pairs has none",
          "[comparisons]") {
  ComparedRun made;
  made.add(0, "a", "hybrid", kIwan);
  made.add(1, "b", "nsga2", kIwan);
  made.add(2, "c", "nsga2", kIwan);
  const std::vector<Comparison> all = comparisons(made.gather());
  REQUIRE(all.size() == 1);
  CHECK(labels(all[0]) == std::vector<std::string>{"hybrid", "nsga2 (b)", "nsga2 (c)"});
  ComparedRun plain;
  plain.add(0, "a", "hybrid", kIwan);
  plain.add(1, "b", "hybrid", kValanis);
  CHECK(comparisons(plain.gather()).empty());
  CHECK(comparisons(ReportData()).empty());
}

TEST_CASE("a comparison becomes a figure with the numbers of its fronts", "[comparisons]") {
  ComparedRun made;
  made.add(0, "a", "hybrid", kIwan);
  made.add(1, "b", "nsga2", kIwan);
  const ReportData data = made.gather({{"b", {"x.csv"}}});
  CHECK(comparisons(data).empty());  // two differences at once
  ReportData same = made.gather();
  const std::vector<Figure> figures = make_figures(same);
  const auto figure = std::find_if(figures.begin(), figures.end(),
                                   [](const Figure& f) { return f.name == "optimizers-a"; });
  REQUIRE(figure != figures.end());
  const Front front = read_front_csv(made.run.combination_folder("b") + "/front.csv");
  const ErrorPair pair = *front.points[2].errors.at(3);
  CHECK(figure->csv.find("b,nsga2,3,2," + to_text(pair.frequency) + "," + to_text(pair.damping)) !=
        std::string::npos);
  CHECK(std::count(figure->csv.begin(), figure->csv.end(), '\n') == 1 + 2 * 3 * 5);
  for (const char* part : {"Mode 1", "Mode 3", ">hybrid<", ">nsga2<", "By optimizer: iwan4"})
    CHECK(figure->svg.find(part) != std::string::npos);
}
