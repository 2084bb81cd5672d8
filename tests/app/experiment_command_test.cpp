#include <catch2/catch.hpp>
#include <fstream>

#include "io/temporary_folder.hpp"
#include "program.hpp"
#include "shared_data.hpp"

TEST_CASE("experiment simulate: wrong descriptions are refused") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.json")) << R"({"rom":"a.mat","modez":[]})";
  CHECK_REFUSED(({"experiment", "simulate", folder.file("s.json"), "--out", folder.file("o")}),
                "/modez", "/modes");
  CHECK_REFUSED(({"experiment", "simulate", folder.file("s.json")}), "--out");
}

TEST_CASE("experiment simulate: a small one, twice the same") {
  NEEDS_SHARED_DATA(rom, "brb_fjrom.mat");
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.json"))
      << R"({"modes":[{"mode":1,"lowest":1e-6,"hit":2e-5,"highest":4e-5}],"hits":1,"points":5,
             "hammer":{"seconds":0.2}})";
  std::string first;
  for (const char* out : {"a", "b"}) {
    const Printed printed = slipfront_run(
        {"experiment", "simulate", folder.file("s.json"), "--rom", rom, "--out", folder.file(out)});
    CAPTURE(printed.error);
    REQUIRE(printed.code == 0);
    const std::string text = Program::text_of(folder.file(out) + "/hit-1.csv");
    CHECK(text.size() > 1000);
    if (first.empty()) first = text;
    CHECK(text == first);
    CHECK_THAT(printed.error, Catch::Matchers::Contains("true backbone of mode 1") &&
                                  Catch::Matchers::Contains("test 1 of 1"));
  }
  // Eight samples per cycle of 1.2 times the mode's frequency are the least.
  std::ofstream(folder.file("slow.json"))
      << R"({"modes":[{"mode":1,"lowest":1e-6,"hit":2e-5,"highest":4e-5}],"hits":1,"points":5,
             "hammer":{"seconds":0.2,"sampling_hz":300}})";
  CHECK_REFUSED(({"experiment", "simulate", folder.file("slow.json"), "--rom", rom, "--out",
                  folder.file("c")}),
                "/hammer/sampling_hz", "for mode 1");
}
