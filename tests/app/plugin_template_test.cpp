#include "app/plugin_template.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;
using Catch::Contains;

TEST_CASE("a template is filled in completely") {
  for (const bool rate : {false, true}) {
    const auto files = plugin_files({"my_own_law", rate, "/opt/a \"folder\" of ${mine}"});
    REQUIRE(files.size() == 3);
    CHECK(files[0].name == "CMakeLists.txt");
    CHECK(files[1].name == "my_own_law.cpp");
    CHECK(files[2].name == "README.md");
    for (const TemplateFile& file : files) CHECK_THAT(file.text, !Contains("@"));
    CHECK_THAT(files[0].text, Contains(R"(HINTS "/opt/a \"folder\" of \${mine}")"));
    CHECK_THAT(files[0].text, Contains("add_library(my_own_law MODULE my_own_law.cpp)"));
    CHECK_THAT(files[1].text, Contains("SLIPFRONT_EXPORT_LAW(MyOwnLaw)"));
    CHECK_THAT(files[1].text, Contains(".title = \"My own law\""));
    CHECK_THAT(files[1].text, Contains(rate ? "static T rate(" : "static T force("));
    CHECK_THAT(files[2].text, Contains("build/libmy_own_law.so"));
  }
}
