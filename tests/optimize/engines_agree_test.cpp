// Searches that share nothing but the fit find the same fronts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <numbers>

#include "optimize/boundary_intersection.hpp"
#include "optimize/optimizer.hpp"
#include "patch_fits.hpp"
#include "shared_data.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

using Points = std::vector<ObjectivePair>;

Points points_of(const OptimizerResult& result) {
  Points points;
  for (const Evaluation& e : result.front)
    points.push_back({e.frequency_objective, e.damping_objective});
  return points;
}

double hypervolume(const Points& points) { return front_quality(points).hypervolume; }

/// The largest share of its log error by which a point of `others` lies below all of `front`.
double uncovered(const Points& front, const Points& others) {
  double worst = 0;
  for (const ObjectivePair& p : others) {
    double least = 1;
    for (const ObjectivePair& q : front)
      least = std::min(least, std::max((q.frequency - p.frequency) / std::abs(p.frequency),
                                       (q.damping - p.damping) / std::abs(p.damping)));
    worst = std::max(worst, least);
  }
  return worst;
}

/// Both fronts cut to the frequency and damping errors that both have reached.
void cut_to_common(Points& a, Points& b) {
  const auto lowest = [](const Points& points, double ObjectivePair::*member) {
    double low = 0;
    for (const ObjectivePair& p : points) low = std::min(low, p.*member);
    return low;
  };
  const double f =
      std::max(lowest(a, &ObjectivePair::frequency), lowest(b, &ObjectivePair::frequency));
  const double z = std::max(lowest(a, &ObjectivePair::damping), lowest(b, &ObjectivePair::damping));
  for (Points* points : {&a, &b})
    for (ObjectivePair& p : *points) p = {std::max(p.frequency, f), std::max(p.damping, z)};
}

void compare(const char* what, const Points& bi, const Points& genetic, double volume_share,
             double cover) {
  const double first = hypervolume(bi), second = hypervolume(genetic);
  const double misses = uncovered(bi, genetic), missed = uncovered(genetic, bi);
  std::cout << what << ": hypervolume " << first << " (boundary intersection) and " << second
            << ", uncovered " << misses << " and " << missed << " of the log error\n";
  CHECK(std::abs(second / first - 1) < volume_share);
  CHECK(misses < cover);
  CHECK(missed < cover);
}

OptimizerResult nsga2(const Fit& fit, const Nsga2Options& nsga2) {
  OptimizerOptions options;
  options.engine = OptimizerEngine::nsga2;
  options.nsga2 = nsga2;
  MemoryStore store;
  return run_optimizer(fit, options, store, 1);
}

BoundaryResult boundary(const Fit& fit, int angles) {
  BoundaryOptions options;
  options.angles = angles;
  MemoryStore store;
  return run_boundary_intersection(fit, options, {}, store, 1);
}

}  // namespace

TEST_CASE("figure 10: NSGA-II and boundary intersection on the 4-parameter Iwan model", "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  const Fit fit = fit_to_worn(solver, {"iwan4"});
  constexpr int kAngles = 65;
  constexpr double kVolume = 0.005, kCover = 0.02;
  const Points bi = points_of(boundary(fit, kAngles).result);
  // In chi itself the search does not reach the end at the guard, chi -> -1; the front between
  // the ends is the same.
  const Points chi = points_of(nsga2(fit, {}));  // population 100, 300 generations: the paper's
  Points bi_common = bi, chi_common = chi;
  cut_to_common(bi_common, chi_common);
  compare("common range", bi_common, chi_common, kVolume, kCover);
  // Whole, NSGA-II in chi is short of that end by more than half a percent; told, not judged: it is
  // what searching in chi gives.
  std::cout << "whole front, NSGA-II in chi alone: hypervolume " << hypervolume(bi) << " and "
            << hypervolume(chi) << ", uncovered " << uncovered(bi, chi) << " and "
            << uncovered(chi, bi) << " of the log error\n";
  CHECK(hypervolume(chi) < hypervolume(bi));
  // Along the guard one search has the whole front, if it is given time.
  Nsga2Options along;
  along.along_edge = true;
  along.population = 200;
  along.generations = 600;
  compare("whole fronts", bi, points_of(nsga2(fit, along)), kVolume, kCover);
}

TEST_CASE("Ceres and SLSQP reach the same optimum on each angle", "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  const std::vector<PatchModel> models = {
      {"bouc_wen_1"}, {"bouc_wen_2"}, {"bouc_wen_1", true}, {"valanis"}};
  for (const PatchModel& model : models) {
    const Fit fit = fit_to_worn(solver, model);
    constexpr int kAngles = 17;
    const BoundaryResult found = boundary(fit, kAngles);
    const SearchSpace space(fit.bounds());
    MemoryStore store;
    EvaluationLedger ledger(fit, store, 1);
    // Towards the ends valleys are long: four hundred evaluations where two dozen do elsewhere.
    DescentLimits limits;
    limits.evaluations = 2000;
    limits.outer = 60;
    double furthest = 0, steepest = 0, steepest_slsqp = 0;
    int met = 0;
    for (const AngleOptimum& optimum : found.angles) {
      const Goal goal = Goal::ray(found.utopian, optimum.angle, found.scale);
      // Both engines from the same start, off the optimum by a twentieth of a decade or unit.
      constexpr double kAway = 0.05;
      std::vector<double> start = optimum.descent.x;
      for (std::size_t k = 0; k < start.size(); ++k)
        start[k] = std::clamp(start[k] + (k % 2 == 0 ? kAway : -kAway), space.lower()[k],
                              space.upper()[k]);
      const DescentResult ceres = descend(DescentEngine::ceres, ledger, space, goal, start, limits);
      const DescentResult slsqp = descend(DescentEngine::slsqp, ledger, space, goal, start, limits);
      CAPTURE(model.name(), optimum.angle, ceres.gradient, slsqp.gradient);
      const double apart =
          std::abs(goal.reach(ceres.objectives()) - goal.reach(slsqp.objectives()));
      CHECK(apart < 1e-6);
      CHECK(ceres.end == DescentEnd::converged);
      CHECK(ceres.gradient <= limits.gradient_tolerance);
      furthest = std::max(furthest, apart);
      steepest = std::max(steepest, ceres.gradient);
      steepest_slsqp = std::max(steepest_slsqp, slsqp.gradient);
      if (slsqp.end != DescentEnd::converged) continue;
      ++met;
      CHECK(slsqp.gradient <= limits.gradient_tolerance);
    }
    const auto& stationary = found.result.stationarity;
    std::cout << model.name() << ": the same optimum on " << found.angles.size()
              << " angles, at most " << furthest << " apart; projected gradient of Ceres at most "
              << steepest << ", of SLSQP " << steepest_slsqp << " (within the tolerance on " << met
              << "); front: " << stationary.stationary << " of " << stationary.points
              << " points stationary, largest " << stationary.largest << '\n';
    CAPTURE(model.name());
    CHECK(met > 3 * kAngles / 4);
    CHECK(stationary.points >= kAngles);
    CHECK(stationary.largest < kStationary);
  }
}

TEST_CASE("boundary intersection through hysteresis loops agrees with NSGA-II", "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  constexpr int kLoops = 3;
  const Fit fit = fit_to_worn(solver, {"jenkins", false, Framework::non_masing, kLoops});
  constexpr int kAngles = 33;
  const BoundaryResult found = boundary(fit, kAngles);
  // Points of the front are read again without gradient, in the study's own loop rule.
  for (const Evaluation& e : found.result.front) {
    const Evaluation again = fit.evaluate(e.parameters);
    CHECK(again.frequency_objective == Approx(e.frequency_objective).margin(1e-12));
    CHECK(again.damping_objective == Approx(e.damping_objective).margin(1e-12));
  }
  OptimizerOptions options;
  options.engine = OptimizerEngine::nsga2;
  options.nsga2.generations = 100;
  MemoryStore store;
  const Points genetic = points_of(run_optimizer(fit, options, store, 1));
  compare("jenkins-wj-nm", points_of(found.result), genetic, 0.005, 0.02);
}

TEST_CASE("the hybrid's front covers NSGA-II's for a fifth of its cost, for two seeds", "[long]") {
  NEEDS_SHARED_DATA(rom, "brb_wjrom.mat");
  const ModalSolver solver = patch_solver(rom);
  constexpr double kVolume = 0.001, kEpsilon = 0.01, kShare = 0.2;
  const std::vector<PatchModel> models = {{"jenkins"},
                                          {"generalized_jenkins_prager"},
                                          {"prager"},
                                          {"elastic_dry_friction"},
                                          {"iwan4"},
                                          {"iwan4", true},
                                          {"iwan5"},
                                          {"bouc_wen_1"},
                                          {"bouc_wen_1", true},
                                          {"bouc_wen_2"},
                                          {"bouc_wen"},
                                          {"valanis"}};
  for (const PatchModel& model : models)
    for (const std::uint64_t seed : {1, 2}) {
      const Fit fit = fit_to_worn(solver, model);
      OptimizerOptions options;
      options.seed = seed;
      MemoryStore store, other;
      const OptimizerResult hybrid = run_optimizer(fit, options, store, 1);
      options.engine = OptimizerEngine::nsga2;  // the paper's settings
      const OptimizerResult genetic = run_optimizer(fit, options, other, 1);
      double epsilon = 0;
      for (const ObjectivePair& p : points_of(genetic)) {
        double least = 1;
        for (const ObjectivePair& q : points_of(hybrid))
          least = std::min(least, std::max(q.frequency - p.frequency, q.damping - p.damping));
        epsilon = std::max(epsilon, least);
      }
      const double gain = hybrid.quality.hypervolume / genetic.quality.hypervolume - 1;
      const double share = static_cast<double>(hybrid.cost()) / static_cast<double>(genetic.cost());
      std::cout << model.name() << ", seed " << seed << ": gain " << gain << ", epsilon " << epsilon
                << ", share of the cost " << share << '\n';
      CAPTURE(model.name(), seed);
      CHECK(gain > -kVolume);
      CHECK(epsilon <= kEpsilon);
      CHECK(share <= kShare);
    }
}
