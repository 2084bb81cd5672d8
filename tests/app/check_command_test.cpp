#include <catch2/catch.hpp>
#include <fstream>

#include "app/program.hpp"
#include "app/small_run.hpp"

TEST_CASE("a good study passes the check") {
  const SmallRun small;
  const Printed printed = slipfront_run({"check", small.study()});
  CAPTURE(printed.error);
  CHECK(printed.code == 0);
  CHECK_THAT(printed.out, Catch::Contains("jenkins") && Catch::Contains("iwan4"));
}

TEST_CASE("the check tells every problem of a study, one per line") {
  const SmallRun small;
  CHECK_REFUSED(({"check", small.study(), "--set", "defaults.framework=non_masing", "--set",
                  "defaults.quadrature=9"}),
                "/combinations/0/quadrature", "/combinations/1/quadrature");
  CHECK_REFUSED(({"check", small.study(), "--set", "amplitude=3"}), "did you mean 'amplitudes'?");
  CHECK_REFUSED(({"check", small.folder.file("none.json")}), "none.json");
  CHECK_REFUSED(({"check"}), "a study file is needed");
  std::ofstream(small.study()) << "{\"name\": \"x\",\n \"seed\" 3}";
  CHECK_REFUSED(({"check", small.study()}), "line 2, column");
}

TEST_CASE("check --keys prints the page of the documentation") {
  const Printed printed = slipfront_run({"check", "--keys"});
  CHECK(printed.code == 0);
  CHECK(printed.out == Program::text_of(std::string(SLIPFRONT_SOURCE_DIR) + "/docs/study_keys.md"));
}
