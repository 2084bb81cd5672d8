#include "studies/run_combination.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "results/records.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

struct Unit {
  PreparedCombination prepared;
  Identity identity;
};

Unit unit(const SmallStudy& small, std::size_t index,
          const std::vector<std::string>& settings = {}) {
  const Study study = small.load(settings);
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  const auto prepared =
      prepare_combination(study, study.combinations[index], inputs, Registry::built_in(), "/x");
  return {prepared, identity_of(study, prepared, inputs)};
}

constexpr const char* kFiles[] = {"front.csv", "backbones.csv", "loops.csv", "summary.json"};

}  // namespace

TEST_CASE("a combination leaves a front, backbones, loops and a summary that agree") {
  const SmallStudy small;
  const TemporaryFolder out;
  const Unit work = unit(small, 1);
  const CombinationRun run = run_combination(work.prepared, work.identity, out.path.string(), 2);
  REQUIRE(run.finished);
  const CombinationSummary summary = read_summary(out.file("summary.json"));
  CHECK(summary == run.summary);
  CHECK(summary.id == "iwan4");
  CHECK(summary.identity == work.identity.fingerprint());
  CHECK(summary.generations == 6);
  CHECK(summary.evaluations >= 12);
  CHECK(summary.zeta0.at(1) == work.prepared.fitted[0].options.zeta0);

  const Front front = read_front_csv(out.file("front.csv"));
  CHECK(front.modes == std::vector{1, 2});
  REQUIRE(static_cast<int>(front.points.size()) == summary.front_points);
  REQUIRE_FALSE(front.points.empty());
  const std::vector<ErrorPair> fitted = front.errors(1);
  CHECK(non_dominated(fitted).size() == fitted.size());  // it is a front, in order
  for (std::size_t i = 1; i < fitted.size(); ++i)
    CHECK(fitted[i - 1].frequency < fitted[i].frequency);
  for (const FrontPoint& point : front.points)
    for (std::size_t p = 0; p < point.parameters.size(); ++p) {
      CHECK(point.parameters[p] >= work.prepared.bounds[p].lower);
      CHECK(point.parameters[p] <= work.prepared.bounds[p].upper);
    }
}

TEST_CASE("a combination that was stopped twice ends with the same bytes") {
  const SmallStudy small;
  const TemporaryFolder straight, stopped;
  const Unit work = unit(small, 0);
  run_combination(work.prepared, work.identity, straight.path.string(), 1);
  for (const int last : {2, 4}) {
    const CombinationRun run = run_combination(
        work.prepared, work.identity, stopped.path.string(), 2,
        [last](const OptimizerProgress& progress) { return progress.generation < last; });
    CHECK_FALSE(run.finished);
    CHECK_FALSE(std::filesystem::exists(stopped.file("summary.json")));
  }
  CHECK_FALSE(run_combination(work.prepared, work.identity, stopped.path.string(), 2, {}, [] {
                return true;
              }).finished);  // stopped before its next evaluation
  CHECK(run_combination(work.prepared, work.identity, stopped.path.string(), 2).finished);
  for (const char* file : kFiles) {
    CAPTURE(file);
    CHECK(read_file(straight.file(file)) == read_file(stopped.file(file)));
  }
}

TEST_CASE("every search stops between two evaluations, and goes on to the same bytes") {
  const SmallStudy small;
  const char* search = GENERATE(
      R"({"engine":"nsga2","population":12,"generations":3})",
      R"({"engine":"pagmo_nsga2","population":12,"generations":3})",
      R"({"engine":"moead","population":12,"generations":3})",
      R"({"engine":"nspso","population":12,"generations":3})",
      R"({"engine":"hybrid","hybrid":{"population":8,"generations":2,"rays":3,"gradients":30,
          "evaluations":8}})",
      R"({"engine":"boundary_intersection","boundary":{"angles":3,"survey":4,"starts":1,
          "restarts":0,"evaluations":8}})",
      R"({"engine":"boundary_intersection","boundary":{"angles":3,"survey":4,"starts":1,
          "restarts":0,"evaluations":8,"solver":"slsqp"}})");
  CAPTURE(search);
  const TemporaryFolder straight, stopped;
  const Unit work = unit(small, 0, {std::string("combinations[jenkins].optimizer=") + search});
  std::atomic<int> asked = 0;
  REQUIRE(run_combination(work.prepared, work.identity, straight.path.string(), 2, {}, [&] {
            ++asked;
            return false;
          }).finished);
  // Some way into what is left, again and again, anywhere in a batch or a descent.
  const int all = asked;
  int times = 0;
  for (const int share : {5, 4, 3, 2}) {
    std::atomic<int> left = all / share;
    const CombinationRun run = run_combination(work.prepared, work.identity, stopped.path.string(),
                                               2, {}, [&] { return left-- <= 0; });
    times += run.finished ? 0 : 1;
  }
  CHECK(times >= 2);
  REQUIRE(run_combination(work.prepared, work.identity, stopped.path.string(), 2).finished);
  for (const char* file : kFiles) {
    CAPTURE(file);
    CHECK(read_file(straight.file(file)) == read_file(stopped.file(file)));
  }
}

TEST_CASE("a front without gradients tells nothing of stationarity") {
  const SmallStudy small;
  const TemporaryFolder out;
  const Unit work = unit(small, 0);
  const auto& measures =
      run_combination(work.prepared, work.identity, out.path.string(), 1).summary.front_quality;
  CHECK(measures.at("points_with_gradient") == 0);
  for (const char* key : {"stationary_points", "stationarity_median", "stationarity_largest"})
    CHECK(measures.count(key) == 0);
}
