#include "studies/export_run.hpp"

#include <catch2/catch.hpp>

#include "io/mat_file.hpp"
#include "results/ranking_record.hpp"
#include "results/records.hpp"
#include "studies/finished_run.hpp"
#include "studies/rank_run.hpp"

using namespace slipfront;

TEST_CASE("names are valid in MATLAB") {
  CHECK(matlab_name("bouc-wen-1.kp") == "bouc_wen_1_kp");
  CHECK(matlab_name("5-iwan") == "c_5_iwan");
  CHECK(matlab_name(std::string(90, 'a')).size() == 40);
}

TEST_CASE("the file holds every number of front, backbones, loops and ranking") {
  const FinishedRun run;
  const RunFolder folder = RunFolder::view(run.path());
  const TemporaryFolder out;
  export_run(folder, out.file("run.mat"));
  const MatFile mat = read_mat(out.file("run.mat"));

  const Front front = folder.read_combination("iwan4").front;
  const Eigen::MatrixXd& matrix = mat.matrix("iwan4_front");
  REQUIRE(matrix.rows() == static_cast<Eigen::Index>(front.points.size()));
  CHECK(matrix(0, 0) == front.points[0].errors.at(1)->frequency);
  CHECK(matrix(0, matrix.cols() - 1) == front.points[0].parameters.back());
  CHECK(mat.find_text("iwan4_front_columns")->starts_with("frequency_error_1\ndamping_error_1\n"));

  const auto records = read_backbones_csv(folder.combination_folder("iwan4") + "/backbones.csv");
  const Eigen::MatrixXd& backbones = mat.matrix("iwan4_backbones");
  CHECK(backbones(0, 3) == records[0].backbone.frequency_hz[0]);
  CHECK(backbones(backbones.rows() - 1, 1) == records.back().mode);
  CHECK(mat.matrix("jenkins_loops").cols() == 3);

  const Ranking ranking = rank_run(folder).ranking;
  CHECK(mat.matrix("ranking")(0, 1) == ranking.rows[0].average.area);
  CHECK(mat.find_text("combinations")->starts_with(ranking.rows[0].combination.id));
  CHECK(mat.matrix("box").rows() == 2);

  const MeasuredBackbone measured = read_backbone(run.study().folder.file("mode-2.csv"));
  const Eigen::MatrixXd& experiment = mat.matrix("experiment_mode_2");
  REQUIRE(experiment.rows() == static_cast<Eigen::Index>(measured.size()));
  CHECK(experiment(3, 0) == measured.amplitude[3]);
  CHECK(experiment(3, 1) == measured.frequency_hz[3]);
  CHECK(experiment(3, 6) == measured.damping_upper[3]);
  CHECK(mat.find_text("experiment_columns")->starts_with("amplitude\nfrequency_hz\n"));
}

TEST_CASE("the file holds how sure the ranking is, the search and its bounds") {
  const FinishedRun run;
  const RunFolder folder = RunFolder::view(run.path());
  const TemporaryFolder out;
  export_run(folder, out.file("run.mat"));
  const MatFile mat = read_mat(out.file("run.mat"));
  const Ranking ranking = rank_run(folder).ranking;
  const RankingRecord record = ranking_record(folder, ranking);
  REQUIRE(record.stability);
  CHECK(mat.matrix("stability")(1, 1) == record.stability->rows[1].average.upper);
  CHECK(mat.matrix("stability")(0, 2) == record.stability->rows[0].best_three);
  CHECK(mat.matrix("iwan4_backbones").col(6).minCoeff() == 1);  // all converged
  const CombinationSummary summary = folder.read_combination("iwan4").summary;
  CHECK(mat.matrix("iwan4_bounds")(0, 2) == summary.parameters[2].lower);
  CHECK(mat.matrix("iwan4_bounds")(1, 2) == summary.parameters[2].upper);
  const bool first = ranking.rows[0].combination.id == "iwan4";
  const auto& steps = record.histories[first ? 0 : 1].steps;
  const Eigen::MatrixXd& course = mat.matrix("iwan4_convergence");
  REQUIRE(course.rows() == static_cast<Eigen::Index>(steps.size()));
  CHECK(course(course.rows() - 1, 0) == static_cast<double>(steps.back().evaluations));
  CHECK(course(course.rows() - 1, 3) == steps.back().area);
  CHECK(*mat.find_text("amplitude_mode_1") == "modal");
  CHECK(mat.has("effects"));
}

TEST_CASE("ids that MATLAB does not tell apart are numbered") {
  const SmallStudy small;
  const TemporaryFolder out;
  QuietObserver quiet;
  run_study(small.load({R"(combinations=[{"id": "a-b", "model": "jenkins"},
                                         {"id": "a_b", "model": "jenkins"}])"}),
            Registry::built_in(), {.out = out.file("run"), .jobs = 2}, quiet);
  export_run(RunFolder::view(out.file("run")), out.file("run.mat"));
  const MatFile mat = read_mat(out.file("run.mat"));
  CHECK(*mat.find_text("combination_names") == "a_b\na_b_2");
  CHECK(mat.has("a_b_front"));
  CHECK(mat.has("a_b_2_front"));
}
