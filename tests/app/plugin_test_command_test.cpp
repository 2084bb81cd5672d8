#include <catch2/catch.hpp>

#include "app/program.hpp"

using Catch::Contains;

namespace {

std::string test_plugin(const std::string& name) {
  return std::string(SLIPFRONT_TEST_PLUGINS) + "/lib" + name + ".so";
}

}  // namespace

TEST_CASE("a plugin that conforms is told so") {
  const Printed good = slipfront_run({"plugin", "test", test_plugin("none")});
  INFO(good.error);
  CHECK(good.code == 0);
  CHECK(good.out == "spring, masing: conforms\n");
  CHECK(good.error.empty());
}

TEST_CASE("what a plugin does wrong is listed, with file and model") {
  const auto fails = [](const std::string& name, const std::string& sentence) {
    const Printed printed =
        slipfront_run({"plugin", "test", test_plugin(name), "--plugin-time-limit", "0.5"});
    CAPTURE(printed.error);
    CHECK(printed.code == 1);
    CHECK_THAT(printed.error, Contains("lib" + name + ".so, model ") && Contains(sentence));
  };
  fails("wrong_tangent", "tangent of the virgin curve: u = ");
  fails("nan", "the virgin curve is finite");
  fails("first_point", "many points at once must be what each of them is alone");
  fails("reports", "reported \"table not found\"");
  fails("segfault", "crashed with signal 11");
  fails("hang", "gave no answer within 0.5 s");
  fails("taken_name", "the name 'jenkins' is that of a built-in model");
  fails("bad_name", "the model name 'My Spring' must consist of small letters");
  fails("bad_bounds", "the bounds of stiffness are not a range");
}

TEST_CASE("a file that is no plugin is wrong input") {
  CHECK_REFUSED(({"plugin", "test", test_plugin("wrong_abi")}), "built for plugin ABI 7",
                "rebuild it against the installed SDK");
  CHECK_REFUSED(({"plugin", "test", test_plugin("no_symbol")}), "slipfront_plugin");
  CHECK_REFUSED(({"plugin", "test", test_plugin("crash_on_load")}), "crashed with signal 11",
                "while it was loaded");
  CHECK_REFUSED(({"plugin", "test", "nowhere.so"}), "nowhere.so");
  CHECK_REFUSED(({"plugin", "test", test_plugin("none"), "--plugin-time-limit", "0"}),
                "--plugin-time-limit", "above 0");
}
