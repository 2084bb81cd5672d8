// The page as a user meets it: driven in headless Chromium without network, for a whole run,
// half a run, one combination, and hostile names; and its text without any script.
#include "results/report/page.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "../synthetic_run.hpp"
#include "../well_formed.hpp"
#include "browser.hpp"

using namespace slipfront;

namespace {

const std::string kDriver =
    read_file(std::string(SLIPFRONT_SOURCE_DIR) + "/tests/results/report/drive.js");

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct MadeRun {
  TemporaryFolder folder;
  RunFolder run = RunFolder::open(folder.file("run"));

  std::string page(const std::string& title = "Made of formulas") {
    const Ranking ranking = synthetic::ranking_of(run);
    run.write_ranking(ranking);
    return page_html(gather_report(run, ranking, title));
  }
  std::string prelude() const {
    std::string fronts;
    for (const std::string& id : run.finished_combinations())
      fronts += Browser::quoted(id) + ":" +
                Browser::quoted(read_file(run.combination_folder(id) + "/front.csv")) + ",";
    return "const rankingCsv = " + Browser::quoted(read_file(run.file("ranking.csv"))) +
           "; const fronts = {" + fronts + "};";
  }
  void check(const std::string& page, int width = 1400, std::size_t least = 40) const {
    const std::vector<std::string> lines = Browser::drive(page, prelude(), kDriver, width);
    std::size_t good = 0;
    for (const std::string& line : lines) {
      INFO(line);
      CHECK(line.substr(0, 3) == "ok ");
      good += line.substr(0, 3) == "ok " ? 1 : 0;
    }
    CHECK(good >= least);
  }
};

synthetic::Size few(std::size_t combinations, int points = 7) {
  synthetic::Size size;
  size.combinations = combinations;
  size.points = points;
  size.evaluations = 2 * points;
  size.amplitudes = 8;
  return size;
}

}  // namespace

TEST_CASE("a page of seven combinations works in a browser, wide and narrow", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  synthetic::write_run(made.run, few(7), "seven");
  const std::string page = made.page();
  made.check(page, 1400);
  made.check(page, 800);
}

TEST_CASE("two optimizers of one model are compared on the page", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  synthetic::write_run(made.run, few(3), "three");
  CHECK_FALSE(contains(made.page(), "Optimizers compared"));
  const synthetic::Kind& kind = synthetic::kKinds[0];
  synthetic::write_combination(made.run, 1, few(3), "gjp-hybrid", &kind);
  const std::string path = made.run.combination_folder("gjp-hybrid") + "/summary.json";
  CombinationSummary summary = read_summary(path);
  summary.optimizer = "hybrid";
  summary.normal = "penalty";
  write_summary(path, summary);
  const std::string page = made.page();
  CHECK(contains(page, "Optimizers compared"));
  made.check(page, 1400);
  const std::string driver = R"js(
    const part = document.querySelectorAll("#comparisons .comparison");
    check("one comparison", part.length === 1, part.length);
    check("a chart per mode", part[0].querySelectorAll("figure").length === data.modes.length, "");
    check("two curves, each with its ring", [...part[0].querySelectorAll("figure svg")].every((s) =>
      s.querySelectorAll("g.series").length === 4 && s.querySelectorAll("g.series circle").length === 2), "");
    const names = [...part[0].querySelectorAll(".legend li")].map((li) => li.textContent);
    check("labelled", names.join() === "hybrid,nsga2", names);
    const rows = [...part[0].querySelectorAll("tbody tr")];
    check("areas of the table", rows.every((row) =>
      Number(row.cells[2].dataset.exact) === combinations[row.dataset.combination].area), "");
  )js";
  for (const std::string& line : Browser::drive(page, "", driver)) {
    INFO(line);
    CHECK(line.substr(0, 3) == "ok ");
  }
}

TEST_CASE("half a run, with empty fronts and failed amplitudes, works", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  synthetic::write_run(made.run, few(5), "half");
  // One combination without a front, one with a point that failed in mode 2, one unfinished.
  const std::string empty = made.run.combination_folder("iwan4-wj");
  Front front = read_front_csv(empty + "/front.csv");
  front.points.clear();
  write_front_csv(empty + "/front.csv", front);
  write_backbones_csv(empty + "/backbones.csv", {});
  const std::string failing = made.run.combination_folder("valanis-wj-nm");
  front = read_front_csv(failing + "/front.csv");
  front.points[0].errors[2].reset();
  write_front_csv(failing + "/front.csv", front);
  std::vector<BackboneRecord> records = read_backbones_csv(failing + "/backbones.csv");
  records[1].backbone.status[3] = PointStatus::wrong_branch;
  write_backbones_csv(failing + "/backbones.csv", records);
  std::filesystem::remove(made.run.combination_folder("bouc-wen-wj") + "/summary.json");
  std::filesystem::remove(made.run.combination_folder("gjp-penalty-fj") + "/loops.csv");
  const std::string page = made.page();
  CHECK(contains(page, "4 of 5 combinations are finished"));
  CHECK(contains(page, "bouc-wen-wj"));
  CHECK(contains(page, "empty front, area 1"));
  const std::vector<std::string> lines = Browser::drive(
      page, made.prelude(), kDriver.substr(0, kDriver.find("// ---- the other parts")));
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(line.substr(0, 3) == "ok ");
  }
  CHECK(lines.size() > 20);
}

TEST_CASE("one combination, of a plugin's law, with names full of markup", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  const std::string evil =
      "</script><script>check('injected', false, '')</script>"
      "<img src=x onerror=\"check('injected', false, 'x')\"> & \"quotes\"";
  const synthetic::Kind kind = {"x", evil.c_str(), "my_<b>law</b>", false, true, true, false};
  synthetic::write_combination(made.run, 3, few(1), "plugin-law", &kind);
  synthetic::write_study(made.run, {{"plugin-law", evil}}, evil);
  synthetic::write_measured(made.run);
  const std::string page = made.page(evil);
  CHECK_FALSE(contains(page, "<script>check"));
  CHECK_FALSE(contains(page, "<img"));
  made.check(page, 1400, 25);
}

TEST_CASE("a very long name does not widen the page", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  const std::string endless(400, 'W');
  const synthetic::Kind kind = {"x", endless.c_str(), "law", false, true, true, false};
  synthetic::write_combination(made.run, 3, few(1), "long", &kind);
  synthetic::write_study(made.run, {{"long", endless}}, endless);
  synthetic::write_measured(made.run);
  made.check(made.page(endless), 1400, 25);
}

TEST_CASE("a run without experiment, logs, backbones or study still gives a page", "[page]") {
  NEEDS_CHROMIUM();
  MadeRun made;
  synthetic::write_run(made.run, few(2), "old");
  for (const char* name : {"experiment.json", "study.resolved.json", "provenance.json"})
    std::filesystem::remove(made.run.file(name));
  for (const std::string& id : made.run.finished_combinations())
    for (const char* name : {"/evaluations.log", "/backbones.csv", "/loops.csv"})
      std::filesystem::remove(made.run.combination_folder(id) + name);
  const std::string page = made.page();
  CHECK(contains(page, "How sure this order is cannot be told"));
  CHECK(contains(page, "The measured curves are not in this folder."));
  CHECK_FALSE(contains(page, "Grey: measured"));
  made.check(page, 1400, 25);
}

TEST_CASE("nothing finished: the page says so", "[page]") {
  MadeRun made;
  synthetic::write_study(made.run, {{"a", "A <b>"}, {"b", "B"}}, "empty");
  RankingOptions options;
  options.fitted_modes = {1};
  const std::string page = page_html(gather_report(made.run, make_ranking({}, options), "empty"));
  CHECK(contains(page, "No combination is finished yet"));
  CHECK(contains(page, "0 of 2 combinations are finished"));
  CHECK(contains(page, "A &lt;b&gt;"));
  CHECK(markup_fault(page) == "");
  if (!Browser::program().empty())
    CHECK(Browser::drive(page, "", "check('ran', true, '');") ==
          std::vector<std::string>{"ok ran"});
}

TEST_CASE("the page stands alone and is well-formed", "[page]") {
  MadeRun made;
  synthetic::write_run(made.run, few(6), "six");
  const std::string page = made.page("Run <1> & \"more\"");
  CHECK(page.find("<!DOCTYPE html>") == 0);
  CHECK(markup_fault(page) == "");
  CHECK(contains(page, "<title>Run &lt;1&gt; &amp; &quot;more&quot;</title>"));
  for (const char* forbidden : {"<link", "<img", "src=", "url(", "@import", "fetch(", "XMLHttp"})
    CHECK_FALSE(contains(page, forbidden));
  std::string rest = page;  // the only address is the name of the SVG language
  const std::string name = "http://www.w3.org/2000/svg";
  for (std::size_t at; (at = rest.find(name)) != std::string::npos;) rest.erase(at, name.size());
  CHECK_FALSE(contains(rest, "http://"));
  CHECK_FALSE(contains(rest, "https://"));
  for (const char* part :
       {"experimental variability", "4-Parameter Iwan (WJ, Masing)", "trapezoid rule",
        "What the area depends on", "mode 1: not converged &lt;&amp;&gt;: 1", "generation limit",
        "Fingerprints", "processor", "Boxes of the areas"})
    CHECK(contains(page, part));
}

TEST_CASE("26 combinations at full size stay below 5 MB", "[page][long]") {
  MadeRun made;
  synthetic::write_run(made.run, synthetic::Size(), "26");
  const std::string page = made.page();
  CHECK(page.size() < 5'000'000);
  if (!Browser::program().empty()) made.check(page, 1400, 80);
}
