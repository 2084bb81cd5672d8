// The report: self-contained, well-formed, complete, and deaf to hostile names.
#include "results/report.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "example_run.hpp"
#include "io/atomic_file.hpp"
#include "well_formed.hpp"

using namespace slipfront;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the report is made from the files of a run", "[report]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  example_run::write_combination(run, "a-wj", 1);
  example_run::write_combination(run, "b-wj", 1.5);
  run.record_provenance(gather_provenance(2, 7));
  run.write_timing({{"a-wj", 12.5}});
  const Ranking ranking = example_run::ranking(run.read_finished());
  write_report(run, ranking, "Run <1> & \"more\"");
  const std::string page = read_file(run.file("report.html"));

  CHECK(page.find("<!DOCTYPE html>") == 0);
  CHECK(markup_fault(page) == "");
  CHECK(contains(page, "<title>Run &lt;1&gt; &amp; &quot;more&quot;</title>"));
  SECTION("needs nothing from outside") {
    for (const char* forbidden : {"<script", "<link", "<img", "src=", "url(", "@import"})
      CHECK_FALSE(contains(page, forbidden));
    std::string rest = page;  // the only addresses are the names of the SVG language
    const std::string name = "http://www.w3.org/2000/svg";
    for (std::size_t at; (at = rest.find(name)) != std::string::npos;) rest.erase(at, name.size());
    CHECK_FALSE(contains(rest, "http"));
    CHECK_FALSE(contains(rest, "//"));
  }
  SECTION("shows ranking, boxes, fronts, fits and provenance") {
    for (const char* part :
         {"a-wj", "b-wj", "&lt;b&gt;&amp;&quot;title&quot;&lt;/b&gt;", "average 2",
          "experimental variability", "Mode 1, fitted", "Mode 2, predicted",
          "chi (3 of 3 on the upper bound)", "mode 2: 1", "stalled: spread 1e-5 &lt;= 1e-4",
          "dissipation: closed form &lt;local&gt;", "trapezoid rule", "12.5", "threads"})
      CHECK(contains(page, part));
    CHECK(contains(page, host_name()));
  }
  SECTION("no not-a-number anywhere") {
    CHECK_FALSE(contains(page, ">nan"));
    CHECK_FALSE(contains(page, "inf<"));
  }
}

TEST_CASE("combinations without results, and runs without any, still give a page", "[report]") {
  ReportData data;
  data.title = "Nothing yet";
  RankedCombination gone;
  gone.id = "gone-<x>";
  RankingOptions options;
  options.fitted_modes = {1};
  data.ranking = make_ranking({gone}, options);
  const std::string page = report_html(data);
  CHECK(markup_fault(page) == "");
  CHECK(contains(page, "Without results in this folder: gone-&lt;x&gt;."));
  CHECK(contains(page, "the study predicts no mode"));
}
