// The report's files. What stands on the page is tested in report/page_test.cpp.
#include "results/report.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "example_run.hpp"
#include "io/atomic_file.hpp"
#include "well_formed.hpp"

using namespace slipfront;

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
  for (const char* part : {"a-wj", "&lt;b&gt;&amp;&quot;title&quot;&lt;/b&gt;", "12.5",
                           "dissipation: closed form &lt;local&gt;", "mode 2: 1"})
    CHECK(page.find(part) != std::string::npos);
  CHECK(page.find(host_name()) != std::string::npos);
  CHECK(file_exists(run.file("figures/ranking.svg")));
  CHECK(file_exists(run.file("figures/fronts-mode-1.csv")));
  write_report(run, ranking, "again");
  CHECK(read_file(run.file("report.html")).find("<title>again</title>") != std::string::npos);
}
