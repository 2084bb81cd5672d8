// --plugin in the commands that have it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"

using Catch::Contains;
using Json = nlohmann::json;

namespace {

std::string test_plugin(const std::string& name) {
  return std::string(SLIPFRONT_TEST_PLUGINS) + "/lib" + name + ".so";
}

std::vector<std::string> backbone_of(const std::string& plugin) {
  return {"backbone",
          "--plugin",
          test_plugin(plugin),
          "--rom",
          "built-in:lap-joint",
          "--model",
          "spring",
          "--framework",
          "masing",
          "--mode",
          "1",
          "--amplitudes",
          "1e-6,1e-5",
          "--params",
          R"({"stiffness":1e12,"normal_stiffness":1e13})",
          "--plugin-time-limit",
          "0.5",
          "--format",
          "json"};
}

}  // namespace

TEST_CASE("models lists the models of plugins, and goes on where one is bad") {
  const Printed both = slipfront_run({"models", "--plugin", test_plugin("wrong_abi"), "--plugin",
                                      test_plugin("none"), "--format", "json"});
  CHECK(both.code == 1);
  CHECK_THAT(both.error, Contains("libwrong_abi.so") && Contains("plugin ABI 7"));
  const Json list = Json::parse(both.out);
  REQUIRE(list.size() == 11);
  CHECK(list.back().at("name") == "spring");
  CHECK(list.back().at("parameters").at(0).at("upper") == 1e14);
  const Printed one = slipfront_run({"models", "spring", "--plugin", test_plugin("none")});
  CHECK(one.code == 0);
  CHECK_THAT(one.out, Contains("Linear spring") && Contains("stiffness"));
}

TEST_CASE("a backbone of a plugin's model: a spring neither softens nor dissipates") {
  const Printed printed = slipfront_run(backbone_of("none"));
  INFO(printed.error);
  REQUIRE(printed.code == 0);
  const Json b = Json::parse(printed.out);
  CHECK(b.at("frequency_hz")[0].get<double>() ==
        Approx(b.at("frequency_hz")[1].get<double>()).epsilon(1e-10));
  CHECK(b.at("damping") == Json({0.0, 0.0}));
}

TEST_CASE("what a plugin prints does not get into the output") {
  const Printed printed = slipfront_run(backbone_of("prints"));
  CHECK(printed.code == 0);
  CHECK_NOTHROW(Json::parse(printed.out));
  CHECK_THAT(printed.error, Contains("a plugin that talks"));
}

TEST_CASE("a backbone whose plugin crashes or hangs has its reason and no numbers") {
  for (const auto& [plugin, reason] :
       {std::pair{"segfault", "crashed with signal 11"}, {"hang", "gave no answer within 0.5 s"}}) {
    const Printed printed = slipfront_run(backbone_of(plugin));
    CAPTURE(printed.error);
    CHECK(printed.code == 1);
    CHECK_THAT(printed.error, Contains("model spring") && Contains(reason));
    const Json b = Json::parse(printed.out);
    CHECK(b.at("status") == Json({"the law failed", "the law failed"}));
    CHECK(b.at("frequency_hz") == Json({nullptr, nullptr}));
  }
}

TEST_CASE("a bad plugin is wrong input for a single backbone") {
  CHECK_REFUSED((backbone_of("wrong_tangent")), "libwrong_tangent.so, model 'spring'",
                "but the slope of the traction there is");
  CHECK_REFUSED((backbone_of("nan")), "libnan.so, model 'spring'", "is not finite");
}

namespace {

/// The backbone of a law with a spring of its own, with gradients.
Json backbone_on(const std::string& rom, const std::vector<std::string>& model,
                 const std::vector<std::string>& more) {
  std::vector<std::string> words = {
      "backbone",
      "--rom",
      rom,
      "--mode",
      "1",
      "--amplitudes",
      "1e-6,1e-4",
      "--params",
      R"({"slip_traction":1e5,"tangential_stiffness":1e12,"post_slip_stiffness":3e8,)"
      R"("normal_stiffness":1e13})",
      "--gradient",
      "--format",
      "json"};
  words.insert(words.end(), model.begin(), model.end());
  words.insert(words.end(), more.begin(), more.end());
  const Printed printed = slipfront_run(words);
  INFO(printed.error);
  REQUIRE(printed.code == 0);
  return Json::parse(printed.out);
}

/// A plugin that repeats a built-in law gives its backbones and their gradients.
void check_repeats(const std::string& rom, const std::vector<std::string>& more) {
  const Json mine =
      backbone_on(rom, {"--plugin", test_plugin("prager_2d"), "--model", "prager_2d"}, more);
  const Json own = backbone_on(rom, {"--model", "generalized_jenkins_prager"}, more);
  CHECK(mine.at("status") == Json({"converged", "converged"}));
  const auto number = [](const Json& value) { return value.get<double>(); };
  constexpr double kSame = 1e-7;  // both to the solver's residual
  for (const int i : {0, 1}) {
    const double f = number(own.at("frequency_hz")[i]), zeta = number(own.at("damping")[1]);
    CHECK(number(mine.at("frequency_hz")[i]) == Approx(f).epsilon(kSame));
    CHECK(number(mine.at("damping")[i]) ==
          Approx(number(own.at("damping")[i])).margin(kSame * zeta));
    for (const char* parameter : {"slip_traction", "tangential_stiffness", "post_slip_stiffness"})
      CHECK(number(mine.at("d_frequency").at(parameter)[i]) ==
            Approx(number(own.at("d_frequency").at(parameter)[i])).epsilon(1e-6).margin(1e-20));
  }
}

}  // namespace

TEST_CASE("a plugin on patches, with and without Masing, prestressed with and without friction") {
  const std::string rom = "built-in:lap-joint";
  check_repeats(rom, {"--framework", "masing"});
  check_repeats(rom, {"--framework", "non_masing"});
  check_repeats(rom, {"--framework", "non_masing", "--prestress", "conservative"});
}

TEST_CASE("a plugin on elements, in coupled form", "[long]") {
  const TemporaryFolder folder;
  const Printed built =
      slipfront_run({"rom", "build", std::string(SLIPFRONT_SOURCE_DIR) + "/rom/specs/brb.json",
                     "-o", folder.path.string(), "--elements", "12", "--refinement", "2"});
  INFO(built.error);
  REQUIRE(built.code == 0);
  const std::string rom = folder.file("fjrom.mat");
  check_repeats(rom, {"--framework", "masing"});
  check_repeats(rom, {"--framework", "non_masing"});
  check_repeats(rom, {"--framework", "non_masing", "--prestress", "conservative"});
}
