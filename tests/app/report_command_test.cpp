#include <catch2/catch.hpp>

#include "app/program.hpp"
#include "app/small_run.hpp"

TEST_CASE("a report of an unfinished run is refused") {
  const SmallRun small(100000);
  const std::string out = small.folder.file("run");
  Program program({"run", small.study(), "--out", out, "--only", "jenkins"});
  CHECK(wait_for(out + "/combos/jenkins/checkpoint", 1));
  program.kill(SIGINT);
  REQUIRE(program.wait().code == 3);
  CHECK_REFUSED(({"report", out}), "no finished combination");
}
