// Data made from a model and fitted by it: the parameters are known.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>

#include "optimize/optimizer.hpp"
#include "patch_fits.hpp"
#include "shared_data.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

struct Known {
  PatchModel model;
  std::vector<double> truth;
  double error = 1e-6;  // of eq 41, both; laws with a kink at slip that patches do not smear: 1e-4
  bool smooth = true;
};

const std::vector<Known>& known() {
  static const std::vector<Known> all = {
      {{"jenkins"}, {1.2e5, 1e12, 1e14}, 1e-6, false},
      {{"generalized_jenkins_prager"}, {9e4, 1e12, 3e11, 1e14}, 1e-6, false},
      {{"prager"}, {9e4, 5e11, 1e14}, 1e-4, false},
      {{"elastic_dry_friction"}, {0.64, 1e13, 2.2e12}, 1e-4, false},
      {{"iwan4"}, {1.2e5, 2e12, -0.4, 0.1, 1e14}},
      {{"iwan4", true}, {1.2e5, 2e12, -0.4, 0.1, 3e10, 1e14}},
      {{"iwan5"}, {1.2e5, 2e12, -0.4, 0.1, 0.7, 1e14}},
      {{"bouc_wen"}, {2e12, 1e8, 1.2, 1e14}},
      {{"bouc_wen_1"}, {2e12, 1e7, 1e14}},
      {{"bouc_wen_1", true}, {2e12, 1e7, 1e11, 1e14}},
      {{"bouc_wen_2"}, {2e12, 100, 1e14}},
      {{"valanis"}, {2e12, 3e10, 1e7, 0.3, 1e14}}};
  return all;
}

/// Largest change of any error per decade (or unit) of parameter k.
double sensitivity(const Backbone& b, const Parameter& p, double value, Eigen::Index k) {
  double largest = 0;
  for (Eigen::Index i = 0; i < b.d_frequency.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double scale = search_slope(p, value);
    largest = std::max({largest, std::abs(b.d_frequency(i, k) * scale / b.frequency_hz[at]),
                        std::abs(b.d_damping(i, k) * scale / b.damping[at])});
  }
  return largest;
}

void check_found(const ModalSolver& solver, const Known& one, OptimizerEngine engine,
                 std::uint64_t seed) {
  Backbone backbone;
  const FitMode mode = own_data(solver, one.model, one.truth, backbone);
  REQUIRE(!backbone.failed());
  const Fit fit = fit_of(solver, one.model, mode);
  OptimizerOptions options;
  options.engine = engine;
  options.seed = seed;
  MemoryStore store;
  const OptimizerResult result = run_optimizer(fit, options, store, 1);
  REQUIRE(!result.front.empty());
  const auto worse = [](const Evaluation& e) {
    return std::max(e.frequency_objective, e.damping_objective);
  };
  const Evaluation& best = *std::min_element(
      result.front.begin(), result.front.end(),
      [&](const Evaluation& a, const Evaluation& b) { return worse(a) < worse(b); });
  const ErrorPair errors = to_errors({best.frequency_objective, best.damping_objective});
  double furthest = 0;
  for (std::size_t k = 0; k < one.truth.size(); ++k) {
    const Parameter& p = fit.bounds()[k];
    constexpr double kCounts = 1e-3;
    if (sensitivity(backbone, p, one.truth[k], static_cast<Eigen::Index>(k)) < kCounts) continue;
    furthest =
        std::max(furthest, std::abs(to_search(p, best.parameters[k]) - to_search(p, one.truth[k])));
  }
  std::cout << one.model.name() << ", " << to_text(engine) << ", seed " << seed << ": errors "
            << errors.frequency << " and " << errors.damping << ", parameters to " << furthest
            << " decades, " << result.cost() << " backbones\n";
  CAPTURE(one.model.name(), to_text(engine), seed);
  CHECK(errors.frequency < one.error);
  CHECK(errors.damping < one.error);
  // An error e moves a parameter of sensitivity S by e / S at most: 1e-6 / 1e-3.
  CHECK(furthest < one.error / 1e-3);
}

}  // namespace

TEST_CASE("the hybrid finds the 4-parameter Iwan model behind its own data") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  check_found(solver, known()[4], OptimizerEngine::hybrid, 1);
}

TEST_CASE("the hybrid finds every Masing law behind its own data, for three seeds", "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  for (const Known& one : known())
    for (const std::uint64_t seed : {1, 2, 3})
      check_found(solver, one, OptimizerEngine::hybrid, seed);
}

TEST_CASE(
    "boundary intersection alone finds the smooth laws behind their own data, for three seeds",
    "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  for (const Known& one : known())
    for (const std::uint64_t seed : {1, 2, 3})
      if (one.smooth) check_found(solver, one, OptimizerEngine::boundary_intersection, seed);
}
