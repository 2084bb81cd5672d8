#include "studies/prepare_combination.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

PreparedCombination prepare(const Study& study, std::size_t index = 0) {
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(problems);
  return prepare_combination(study, study.combinations[index], inputs, Registry::built_in(),
                             "/combinations/" + std::to_string(index));
}

std::string refusal(const SmallStudy& small, const std::vector<std::string>& settings) {
  try {
    prepare(small.load(settings));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("each mode is compared over its own range, with its own damping at rest") {
  const SmallStudy small;
  const auto experiment = simulate();
  const PreparedCombination prepared = prepare(small.load());
  REQUIRE(prepared.fitted.size() == 1);
  REQUIRE(prepared.predicted.size() == 1);
  for (const FitMode* mode : {&prepared.fitted[0], &prepared.predicted[0]}) {
    const MeasuredBackbone& measured = experiment.at(mode->mode);
    CHECK(mode->measured.size() == 5);
    CHECK(mode->measured.amplitude.front() == measured.amplitude.front());
    CHECK(mode->measured.amplitude.back() == measured.amplitude.back());
    CHECK(mode->options.zeta0 == Approx(measured.damping.front()).epsilon(1e-14));
    CHECK(mode->options.mode.bending == mode->mode);
  }
  CHECK(prepared.amplitude_factor.empty());
  CHECK(prepare(small.load({"defaults.viscous=false"})).fitted[0].options.zeta0 == 0);
}

TEST_CASE("the study's bounds replace the model's own") {
  const SmallStudy small;
  const auto prepared = prepare(small.load({"bounds.slip_traction={\"lower\":1e4,\"upper\":1e6}"}));
  const Parameter& slip = prepared.bounds.at(0);
  REQUIRE(slip.name == "slip_traction");
  CHECK(slip.lower == 1e4);
  CHECK(slip.upper == 1e6);
  CHECK(prepared.middle.at(0) == Approx(1e5).epsilon(1e-12));  // of a logarithmic scale
  const auto half = prepare(small.load({"bounds.slip_traction={\"lower\":1e4}"}));
  CHECK(half.bounds.at(0).upper == half.contact.parameters().at(0).upper);
}

TEST_CASE("a response amplitude is divided once by the linear mode's entry") {
  const SmallStudy small;
  const PreparedCombination modal = prepare(small.load());
  // Jenkins starts with the stiffness kt; its parameters are ts, kt, kn.
  const auto modes = modal.solver->linear_modes(modal.middle.at(1), modal.middle.at(2));
  const Eigen::VectorXd shape = modes.shapes.col(modes.bending.at(0));
  const double phi = std::abs(modal.solver->structure().response.row(2).dot(shape));

  MeasuredBackbone measured = simulate().at(1);
  for (double& amplitude : measured.amplitude) amplitude *= phi;
  measured.response_amplitude = true;
  write_backbone(small.folder.file("mode-1.csv"), measured);
  const PreparedCombination prepared = prepare(small.load());
  CHECK(prepared.amplitude_factor.at(1) == Approx(1 / phi).epsilon(1e-12));
  CHECK(prepared.amplitude_factor.count(2) == 0);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(prepared.fitted[0].measured.amplitude[i] ==
          Approx(modal.fitted[0].measured.amplitude[i]).epsilon(1e-12));
  CHECK_FALSE(prepared.fitted[0].measured.response_amplitude);
}

TEST_CASE("the experiment's variability is the error of its upper bounds") {
  const SmallStudy small;
  MeasuredBackbone measured = simulate().at(1);
  const std::size_t n = measured.size();
  measured.damping.assign(n, 1e-2);
  measured.damping_lower.assign(n, 0.9e-2);
  measured.damping_upper.assign(n, 2e-2);
  for (std::size_t i = 0; i < n; ++i) measured.frequency_upper[i] = 1.01 * measured.frequency_hz[i];
  write_backbone(small.folder.file("mode-1.csv"), measured);
  const PreparedCombination prepared = prepare(small.load());
  CHECK(prepared.variability.at(1).frequency == Approx(0.01).epsilon(1e-9));
  CHECK(prepared.variability.at(1).damping ==
        Approx(std::log(2.0) / std::abs(std::log(1e-2))).epsilon(1e-9));
  CHECK(prepared.variability.count(2) == 1);

  measured.damping_upper = measured.damping_lower = measured.damping;  // no bounds known
  write_backbone(small.folder.file("mode-1.csv"), measured);
  CHECK(prepare(small.load()).variability.count(1) == 0);
}

TEST_CASE("options that the solver refuses are named by the study's key") {
  const SmallStudy small;
  CHECK_THAT(refusal(small, {"defaults.framework=non_masing", "defaults.quadrature=41"}),
             Catch::Contains("/combinations/0/quadrature") && Catch::Contains("an odd rule"));
}

TEST_CASE("loop options of a combination reach every mode's solver") {
  const SmallStudy small;
  const PreparedCombination prepared = prepare(small.load(
      {"defaults.framework=non_masing", "defaults.dissipation=modal", "defaults.quadrature=8",
       "defaults.loops=3", "defaults.loop_tolerance=0", "defaults.loop_rule=closed"}));
  const BackboneOptions& options = prepared.fitted.front().options;
  CHECK(options.dissipation == Dissipation::modal);
  CHECK(options.quadrature == 8);
  CHECK(options.loops == 3);
  CHECK(options.loop_tolerance == 0);
  CHECK(options.loop_rule == LoopRule::closed);
}

TEST_CASE("a mode that the structure does not have is refused") {
  const SmallStudy small;
  CHECK_THAT(refusal(small, {"defaults.mode_index={\"1\":5000}"}),
             Catch::Contains("/mode_index/1: found 5000") && Catch::Contains("no such mode"));
  CHECK_THAT(refusal(small, {"experiment.11=mode-1.csv", "defaults.fit_modes=[11]"}),
             Catch::Contains("mode 11") && Catch::Contains("no such mode"));
}

TEST_CASE("bounds beside each other's reach are refused") {
  const SmallStudy small;
  CHECK_THAT(refusal(small, {"bounds.slip_traction={\"lower\":-1,\"upper\":1e5}"}),
             Catch::Contains("slip_traction"));
}

TEST_CASE("a measurement in rad/s is told by the reduced model's own frequency") {
  const SmallStudy small;
  MeasuredBackbone measured = simulate().at(1);
  constexpr double kTurn = 6.283185307179586;
  for (auto* column :
       {&measured.frequency_hz, &measured.frequency_lower, &measured.frequency_upper})
    for (double& value : *column) value *= kTurn;
  write_backbone(small.folder.file("mode-1.csv"), measured);
  const std::string text = refusal(small, {});
  CHECK_THAT(text, Catch::Contains("mode-1.csv, column frequency_hz: found 11"));
  CHECK_THAT(text, Catch::Contains("times the frequency of mode 1 of the stuck structure"));
  CHECK_THAT(text, Catch::Contains("this looks like rad/s: divide by 2 pi."));
}

TEST_CASE(
    "where the middle of the bounds lies outside the model's domain a point beside it serves") {
  const SmallStudy small;
  constexpr int kIwan = 1;
  // chi = -1.2: beta would have to exceed 0.25, the middle of its bounds is 1e-10.
  const PreparedCombination prepared =
      prepare(small.load({R"(bounds={"chi":{"lower":-1.9,"upper":-0.5}})"}), kIwan);
  const auto& bounds = prepared.contact.parameters();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    CHECK(prepared.middle[i] >= prepared.bounds[i].lower);
    CHECK(prepared.middle[i] <= prepared.bounds[i].upper);
  }
  const double chi = prepared.middle[2], beta = prepared.middle[3];
  REQUIRE(bounds[2].name == "chi");
  REQUIRE(bounds[3].name == "beta");
  CHECK(beta + (chi + 1) / (chi + 2) > 0);
  // At best chi = -1.2 and beta = 1e-10.
  CHECK_THROWS_WITH(prepare(small.load({R"(bounds={"chi":{"lower":-1.9,"upper":-1.2},)"
                                        R"("beta":{"lower":1e-20,"upper":1e-10}})"}),
                            kIwan),
                    Catch::Contains("search bounds without a usable point"));
}
