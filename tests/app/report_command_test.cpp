#include <catch2/catch.hpp>

#include "app/program.hpp"
#include "app/small_run.hpp"

TEST_CASE("the report of a run that has just begun says what is to come") {
  const SmallRun small(100000);
  const std::string out = small.folder.file("run");
  Program program({"run", small.study(), "--out", out, "--only", "jenkins"});
  CHECK(wait_for(out + "/combos/jenkins/checkpoint", 1));
  program.kill(SIGINT);
  REQUIRE(program.wait().code == 3);
  const Printed report = slipfront_run({"report", out, "--no-pdf"});
  CHECK(report.code == 0);
  const std::string page = Program::text_of(out + "/report.html");
  CHECK_THAT(page, Catch::Contains("No combination is finished yet"));
  CHECK_THAT(page, Catch::Contains("0 of 2 combinations are finished"));
}
