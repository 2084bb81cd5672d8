#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/small_run.hpp"

TEST_CASE("a run's table is printed in every format, and the report written anew") {
  const SmallRun small;
  const std::string out = small.folder.file("run");
  REQUIRE(slipfront_run({"run", small.study(), "--out", out, "--only", "jenkins"}).code == 0);

  const Printed csv = slipfront_run({"rank", out, "--format", "csv"});
  CHECK(csv.code == 0);
  CHECK(csv.out == Program::text_of(out + "/ranking.csv"));
  CHECK_THAT(csv.error, Catch::Contains("Not yet in this table: iwan4"));
  CHECK_THAT(slipfront_run({"rank", out, "--format", "markdown"}).out, Catch::Contains("|"));
  CHECK_THAT(slipfront_run({"rank", out, "--format", "latex"}).out, Catch::Contains("tabular"));
  const Printed text = slipfront_run({"rank", out});
  CHECK_THAT(text.out, Catch::Contains("jenkins"));
  CHECK_THAT(text.out, Catch::Contains("\u2588") || Catch::Contains("\u258f") ||
                           Catch::Contains("\u2502") || Catch::Contains("0.0000"));
  CHECK(text.out.find('\033') == std::string::npos);  // no terminal, no colour

  const auto json = nlohmann::json::parse(slipfront_run({"rank", out, "--format", "json"}).out);
  std::ofstream(small.folder.file("box.json")) << json.dump();
  const auto kept = nlohmann::json::parse(
      slipfront_run({"rank", out, "--format", "json", "--box", small.folder.file("box.json")}).out);
  CHECK(kept.at("boxes") == json.at("boxes"));
  CHECK(kept.at("fixed_box") == true);

  std::filesystem::remove(out + "/report.html");
  const Printed report = slipfront_run({"report", out});
  CHECK(report.code == 0);
  CHECK_THAT(report.out, Catch::Contains("report.html"));
  CHECK_THAT(Program::text_of(out + "/report.html"), Catch::Contains("jenkins"));
  CHECK_THAT(Program::text_of(out + "/figures/ranking.svg"), Catch::Contains("jenkins"));
  CHECK(Program::text_of(out + "/ranking_stability.json").front() == '{');
}

TEST_CASE("runs with other seeds show how far ranks move with the search alone") {
  const SmallRun small;
  const std::string out = small.folder.file("run"), second = small.folder.file("second");
  for (const auto& [folder, seed] : {std::pair(out, "seed=1"), std::pair(second, "seed=2")})
    REQUIRE(
        slipfront_run({"run", small.study(), "--out", folder, "--only", "jenkins", "--set", seed})
            .code == 0);
  const Printed text = slipfront_run({"rank", out, "--seeds", second});
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Catch::Contains("over 2 searches that differ in their seed only"));
  CHECK_REFUSED(({"rank", out, "--seeds", second, "--format", "csv"}), "--seeds");
  CHECK_REFUSED(({"rank", out, "--seeds", small.folder.file("none")}), "none");
  CHECK_REFUSED(({"rank", out, "--seeds", out}), "the same seed");
}

TEST_CASE("a table is compared with another one, and with statements about it") {
  const SmallRun small;
  const auto file = [&](const char* name, const std::string& text) {
    std::ofstream(small.folder.file(name)) << text;
    return small.folder.file(name);
  };
  const std::string study = file("three.json", R"({"include": [")" + small.study() +
                                                   R"("], "combinations": [
      {"id": "gjp", "model": "generalized_jenkins_prager"}]})");
  const std::string out = small.folder.file("run");
  REQUIRE(slipfront_run({"run", study, "--out", out}).code == 0);
  // With itself: the same order. With the order turned: the opposite one.
  const std::vector<std::string> words = {"rank", out, "--format", "markdown", "--against"};
  auto itself = words, turned = words;
  itself.push_back(out + "/ranking.csv");
  CHECK_THAT(slipfront_run(itself).out, Catch::Contains("| area\\_1 | 3 | 1.00 | 1.00 |"));
  std::string rows = "combo,area_1\n";
  const auto json = nlohmann::json::parse(slipfront_run({"rank", out, "--format", "json"}).out);
  for (const auto& row : json.at("rows"))
    rows += row.at("combo").get<std::string>() + "," +
            std::to_string(1 - row.at("area_1").get<double>()) + "\n";
  turned.push_back(file("turned.csv", rows));
  CHECK_THAT(slipfront_run(turned).out, Catch::Contains("| area\\_1 | 3 | -1.00 | -1.00 |"));

  const std::string best = json.at("rows")[0].at("combo");
  const std::string statements = file("statements.json", R"({"statements": [
    {"section": "1", "text": "the best is best", "column": "area_average",
     "lower": [")" + best + R"("], "higher": ["others"]},
    {"section": "2", "text": "the best is worst", "column": "area_average",
     "lower": ["others"], "higher": [")" + best + R"("]}]})");
  const Printed text = slipfront_run({"rank", out, "--statements", statements});
  CHECK_THAT(text.out, Catch::Contains("Of the 2 statements") && Catch::Contains("2 of 2") &&
                           Catch::Contains("0 of 2") && Catch::Contains("and 1 more"));

  CHECK_REFUSED(({"rank", out, "--against", file("none.csv", "combo,area_1\nother,0.5\n")}),
                "fewer than three combinations");
  CHECK_REFUSED(({"rank", out, "--statements", file("empty.json", "{}")}), "statements");
  CHECK_REFUSED(({"rank", out, "--statements", statements, "--format", "csv"}), "--statements");
}

TEST_CASE("a folder that is no run is refused") {
  const SmallRun small;
  CHECK_REFUSED(({"rank", small.folder.file("none")}), "none");
  CHECK_REFUSED(({"rank", small.folder.path.string()}), "study.resolved.json");
  CHECK_REFUSED(({"rank", small.folder.path.string(), "--format", "xls"}), "--format");
  CHECK_REFUSED(({"report", small.folder.path.string()}), "study.resolved.json");
}
