#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"

using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

const std::string kParams =
    R"({"slip_traction":1.8e5,"tangential_stiffness":1e12,"normal_stiffness":1e13})";

/// A good command line with some words replaced or added.
Words words(const Words& extra = {}, const std::string& params = kParams) {
  Words all = {"backbone", "--rom", "built-in:lap-joint", "--model", "jenkins", "--params", params};
  all.insert(all.end(), extra.begin(), extra.end());
  const auto lacks = [&](const std::string& name) {
    return std::none_of(all.begin(), all.end(), [&](const auto& word) {
      return word == name || word.starts_with(name + "=");
    });
  };
  if (lacks("--framework")) all.push_back("--framework=masing");
  if (lacks("--mode") && lacks("--mode-index")) all.push_back("--mode=1");
  if (lacks("--amplitudes") && lacks("--amplitude-range"))
    all.push_back("--amplitudes=1e-7,1e-6,1e-5");
  return all;
}

}  // namespace

TEST_CASE("a backbone has the contract's keys, and nothing else is on stdout") {
  const Printed printed = slipfront_run(words({"--format", "json"}));
  CAPTURE(printed.error);
  REQUIRE(printed.code == 0);
  const Json json = Json::parse(printed.out);
  for (const char* key :
       {"amplitude", "frequency_hz", "damping", "dissipation", "residual", "status", "loops"}) {
    CAPTURE(key);
    CHECK(json.at(key).size() == 3);
  }
  for (const char* key : {"mode_index", "linear_frequencies_hz", "seconds"})
    CHECK(json.contains(key));
  CHECK_FALSE(json.contains("d_frequency"));
  CHECK(json.at("amplitude") == Json({1e-7, 1e-6, 1e-5}));
  CHECK(json.at("status") == Json({"converged", "converged", "converged"}));
  const int index = json.at("mode_index");
  // At 1e-7 the joint is all but stuck.
  CHECK(json.at("frequency_hz").at(0).get<double>() ==
        Approx(json.at("linear_frequencies_hz").at(index).get<double>()).epsilon(1e-4));
  CHECK_THAT(slipfront_run(words()).out, Catch::Contains("converged"));
}

TEST_CASE("viscous damping adds to every amplitude") {
  const Json plain = Json::parse(slipfront_run(words({"--format=json"})).out);
  const Json viscous = Json::parse(slipfront_run(words({"--format=json", "--zeta0=0.001"})).out);
  for (int i = 0; i < 3; ++i)
    CHECK(viscous.at("damping").at(i).get<double>() ==
          Approx(plain.at("damping").at(i).get<double>() + 0.001).epsilon(1e-12));
}

TEST_CASE("a gradient has a list per parameter that finite differences confirm") {
  const Json json = Json::parse(slipfront_run(words({"--format=json", "--gradient"})).out);
  const double step = 1e-5;
  const auto at = [&](double factor) {
    Json params = Json::parse(kParams);
    params["slip_traction"] = 1.8e5 * factor;
    return Json::parse(slipfront_run(words({"--format=json"}, params.dump())).out);
  };
  const Json up = at(1 + step), down = at(1 - step);
  for (const char* what : {"frequency", "damping"}) {
    const std::string key = what == std::string("frequency") ? "frequency_hz" : "damping";
    const double slope =
        (up.at(key).at(2).get<double>() - down.at(key).at(2).get<double>()) / (2 * step * 1.8e5);
    CHECK(json.at(std::string("d_") + what).at("slip_traction").at(2).get<double>() ==
          Approx(slope).epsilon(1e-3));
  }
}

TEST_CASE("a range of amplitudes is log-spaced and ends where it should") {
  const Json json =
      Json::parse(slipfront_run(words({"--format=json", "--amplitude-range=1e-7:1e-5:3"})).out);
  CHECK(json.at("amplitude").at(0) == 1e-7);
  CHECK(json.at("amplitude").at(1).get<double>() == Approx(1e-6).epsilon(1e-12));
  CHECK(json.at("amplitude").at(2) == 1e-5);
}

TEST_CASE("a mode index overrides the mode") {
  const Json json = Json::parse(slipfront_run(words({"--format=json", "--mode-index=3"})).out);
  CHECK(json.at("mode_index") == 3);
}

TEST_CASE("values outside the search bounds are computed, with a warning") {
  const Printed printed = slipfront_run(
      words({"--format=json"},
            R"({"slip_traction":1e9,"tangential_stiffness":1e12,"normal_stiffness":1e13})"));
  CHECK(printed.code == 0);
  CHECK_THAT(printed.error, Catch::Contains("warning: slip_traction = 1e+09 lies outside"));
  CHECK(Json::parse(printed.out).at("status").at(0) == "converged");
}

TEST_CASE("wrong parameters are refused") {
  CHECK_REFUSED((words({}, "{\"slip_traction\":")), "--params", "line 1");
  CHECK_REFUSED((words({}, R"({"slip_tracton":1})")), "did you mean 'slip_traction'?",
                "no value for slip_traction");
  CHECK_REFUSED((words({}, R"({"slip_traction":-1,"tangential_stiffness":1e12,)"
                           R"("normal_stiffness":1e13})")),
                "outside the model's domain");
}

TEST_CASE("wrong amplitudes are refused") {
  CHECK_REFUSED((words({"--amplitudes="})), "--amplitudes", "an empty list");
  CHECK_REFUSED((words({"--amplitudes=1e-5,1e-6"})), "value 2: found 1e-06", "sort them");
  CHECK_REFUSED((words({"--amplitudes=0,1e-6"})), "value 1: found 0");
  CHECK_REFUSED((words({"--amplitudes=1e-6,fast"})), "'fast'");
  CHECK_REFUSED((words({"--amplitudes=1e-6", "--amplitude-range=1e-7:1e-5:3"})), "found both");
  for (const char* range : {"1e-5:1e-7:3", "1e-7:1e-5", "0:1e-5:3", "1e-7:1e-5:1", "a:b:c",
                            "1e-6:1.0000000000000002e-6:10"})
    CHECK_REFUSED((words({std::string("--amplitude-range=") + range})), "--amplitude-range");
}

TEST_CASE("wrong modes, models and reduced models are refused") {
  CHECK_REFUSED((words({"--mode=0"})), "--mode: found '0'");
  CHECK_REFUSED((words({"--mode=11"})), "--mode: found 11", "--mode-index");
  CHECK_REFUSED((words({"--mode-index=4000"})), "--mode-index: found 4000");
  CHECK_REFUSED(({"backbone", "--rom", "none.mat", "--model", "jenkins", "--framework", "masing",
                  "--mode", "1", "--params", kParams, "--amplitudes", "1e-6"}),
                "none.mat");
  CHECK_REFUSED(({"backbone", "--model", "jenkins"}), "--rom: found nothing",
                "--params: found nothing", "--framework: found nothing");
  Words wrong = words();
  wrong[4] = "jenkin";
  CHECK_REFUSED((wrong), "did you mean 'jenkins'?");
}

TEST_CASE("a model without response in x, y and z needs a mode index") {
  const TemporaryFolder folder;
  slipfront::Structure structure = slipfront::make_lap_joint();
  structure.response = Eigen::MatrixXd(structure.response.row(2));
  structure.response_names = {"end_z"};
  structure.response_in_triples = false;
  save_structure(structure, folder.file("joint.mat"));
  Words by_shape = words();
  by_shape[2] = folder.file("joint.mat");
  CHECK_REFUSED((by_shape), "--mode", "no x, y, z response rows", "--mode-index");
  by_shape.push_back("--mode-index=0");
  CHECK(slipfront_run(by_shape).code == 0);
}

TEST_CASE("every framework, contact and loop option is computed, and refused by name if wrong") {
  for (const Words& extra :
       {Words{"--framework=non_masing"}, Words{"--normal=penalty", "--quadrature=6"},
        Words{"--framework=non_masing", "--prestress=conservative", "--loops=3"},
        Words{"--framework=non_masing", "--dissipation=modal", "--quadrature=8"},
        Words{"--framework=non_masing", "--loop-tolerance=1e-6"},
        Words{"--framework=non_masing", "--loop-rule=closed", "--loops=200"}}) {
    Words all = extra;
    all.push_back("--format=json");
    const Printed printed = slipfront_run(words(all));
    CAPTURE(extra, printed.error);
    CHECK(printed.code == 0);
    const Json json = Json::parse(printed.out);
    CHECK(json.at("rung").size() == json.at("amplitude").size());
    CHECK(json.at("notes").size() >= 2);
    const bool loops = extra.front() == "--framework=non_masing";
    CHECK((json.at("loops").at(0) > 0) == loops);
  }
  CHECK_REFUSED((words({"--framework=non_masing", "--quadrature=41"})), "an odd rule");
  CHECK_REFUSED((words({"--loops=0"})), "--loops");
  CHECK_REFUSED((words({"--loop-tolerance=-1"})), "--loop-tolerance");
  CHECK_REFUSED((words({"--loop-rule=open"})), "--loop-rule");
}

TEST_CASE("amplitudes that fail are null, and the exit code says so") {
  const Printed printed = slipfront_run(words({"--format=json", "--amplitudes=1e-6,1e300"}));
  CHECK(printed.code == 1);
  CHECK_THAT(printed.error, Catch::Contains("1 of 2 amplitudes failed"));
  CHECK_THAT(printed.error, Catch::Contains("from amplitude") && Catch::Contains("; try "));
  CHECK_THAT(printed.out, !Catch::Contains("nan") && !Catch::Contains("inf"));
  const Json json = Json::parse(printed.out);
  CHECK(json.at("frequency_hz").at(0).is_number());
  CHECK(json.at("frequency_hz").at(1).is_null());
  CHECK(json.at("status").at(1) != "converged");
}

TEST_CASE("slopes of what failed are null, one for each amplitude, and no nan in a table") {
  // Contact so soft that the bolt load finds no rest.
  const std::string soft =
      R"({"slip_traction":36.8,"tangential_stiffness":2e11,"normal_stiffness":78})";
  const Words asked = {"--gradient", "--framework=non_masing", "--amplitudes=1e-6,1e-5"};
  Words json_words = asked;
  json_words.push_back("--format=json");
  const Json json = Json::parse(slipfront_run(words(json_words, soft)).out);
  CHECK(json.at("status").at(0) != "converged");
  for (const char* slopes : {"d_frequency", "d_damping"})
    CHECK(json.at(slopes).at("slip_traction") == Json({nullptr, nullptr}));
  const Printed text = slipfront_run(words(asked, soft));
  CHECK_THAT(text.out, !Catch::Contains("nan") && !Catch::Contains("mode index -1"));
  // Outside the model's domain the same; and where one amplitude alone fails.
  const Printed part = slipfront_run(words({"--gradient", "--amplitudes=1e-6,1e300"}));
  CHECK_THAT(part.out, !Catch::Contains("nan"));
}

TEST_CASE("a mode index beyond the modes of stiff contact is refused without contradiction") {
  const std::string stiff =
      R"({"slip_traction":1.8e5,"tangential_stiffness":3e18,"normal_stiffness":1e21})";
  CHECK_REFUSED((words({"--mode-index=40", "--amplitudes=1e-7"}, stiff)), "--mode-index: found 40",
                "leaves fewer modes");
}

TEST_CASE("options that change nothing are named") {
  const auto warned = [](const Words& extra, const std::string& option) {
    const Printed printed = slipfront_run(words(extra));
    CHECK(printed.code == 0);
    CHECK_THAT(printed.error, Catch::Contains("warning: " + option + " has no effect"));
  };
  const std::string loops = "--framework=non_masing";
  warned({loops, "--loop-rule=closed", "--loop-tolerance=1e-3"}, "--loop-tolerance");
  warned({loops, "--prestress=none", "--preload=1000"}, "--preload");
  warned({"--quadrature=20"}, "--quadrature");
  warned({loops, "--quadrature=20"}, "--quadrature");
  const Printed used = slipfront_run(words({loops, "--dissipation=modal", "--quadrature=20"}));
  CHECK_THAT(used.error, !Catch::Contains("no effect"));
}

TEST_CASE("warnings and options without effect are told on stderr") {
  const std::vector<std::string> dry{"backbone",
                                     "--rom",
                                     "built-in:lap-joint",
                                     "--model",
                                     "elastic_dry_friction",
                                     "--framework",
                                     "masing",
                                     "--mode",
                                     "1",
                                     "--amplitudes",
                                     "1e-6",
                                     "--normal",
                                     "spring",
                                     "--loops",
                                     "7",
                                     "--params",
                                     R"({"friction_coefficient":0.5,"tangential_stiffness":1e12,)"
                                     R"("normal_stiffness":1e13})"};
  const Printed printed = slipfront_run(dry);
  CHECK(printed.code == 0);
  CHECK(printed.out.find("warning") == std::string::npos);
  CHECK_THAT(printed.error, Catch::Contains("warning: the Masing rule does not hold") &&
                                Catch::Contains("--normal spring has no effect") &&
                                Catch::Contains("--loops has no effect"));
  auto open = dry;
  open.insert(open.end(), {"--prestress", "none"});
  CHECK_REFUSED((open), "no point touches at rest");
}
