#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "batch_place.hpp"
#include "core/failure.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"
#include "slider_set.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> bound(double fs, double kt, double chi, double beta) {
  return make_iwan4()->bind(Framework::non_masing, std::vector<double>{fs, kt, chi, beta});
}

double phi_max(double fs, double kt, double chi, double beta) {
  return IwanValues{fs, kt, chi, beta}.phi_max();
}

}  // namespace

TEST_CASE("Iwan-4, loading from the origin, by the paper's formula") {
  const double fs = 3, kt = 7, chi = -0.4, beta = 0.3;
  const double top = phi_max(fs, kt, chi, beta);
  const auto law = bound(fs, kt, chi, beta);
  for (const double x : {0.01, 0.3, 0.999}) {
    const double u = x * top;
    const double c = std::pow(1 / top, 1 + chi) * kt / ((1 + beta) * (chi + 2));
    const VirginAnswer at = virgin_at(*law, u);
    CHECK(at.traction == Approx(kt * u - c * std::pow(u, chi + 2)).epsilon(1e-13));
    CHECK(at.tangent == Approx(kt - c * (chi + 2) * std::pow(u, chi + 1)).epsilon(1e-12));
    // Segalman eq 31
    const double rate = fs * (chi + 1) / (std::pow(top, chi + 2) * (beta + (chi + 1) / (chi + 2)));
    CHECK(at.loop_area ==
          Approx(4 * rate * std::pow(u, chi + 3) / ((chi + 3) * (chi + 2))).epsilon(1e-13));
  }
  const VirginAnswer slip = virgin_at(*law, -1.5 * top);
  CHECK(slip.traction == -fs);
  CHECK(slip.tangent == 0);
  // macroslip adds 4 fs per metre
  const VirginAnswer onset = virgin_at(*law, top);
  CHECK(slip.loop_area - onset.loop_area == Approx(4 * fs * 0.5 * top));
  CHECK(virgin_at(*law, std::nextafter(top, 0.0)).loop_area == Approx(onset.loop_area));
}

TEST_CASE("Iwan-4 at the ends of its domain") {
  SECTION("chi = -1: half of the spring is lost at once, the rest slips at phi_max") {
    const auto law = bound(2, 8, -1, 1);
    CHECK(virgin_at(*law, 0.1).traction == Approx(0.4));
    CHECK(virgin_at(*law, 0.1).tangent == Approx(4));
    CHECK(virgin_at(*law, 0).tangent == Approx(4));
    CHECK(virgin_at(*law, 0.1).loop_area == 0);
    CHECK(virgin_at(*law, 0.6).traction == 2);
  }
  SECTION("chi next to -1 with beta = 0 has no cancellation") {
    const double small = 1e-9, u = 1e-3;
    const auto law = bound(1e-3, 1, -1 + small, 0);
    const double chi1 = (-1 + small) + 1, top = 1e-3 * (chi1 + 1) / chi1;
    // f = kt u [chi1 - expm1(chi1 log x)] / (chi + 2)
    const double expected = u * (chi1 - std::expm1(chi1 * std::log(u / top))) / (chi1 + 1);
    CHECK(virgin_at(*law, u).traction == Approx(expected).epsilon(1e-12));
  }
  SECTION("huge beta is a Jenkins element") {
    const auto law = bound(2, 4, 0, 1e300);
    CHECK(virgin_at(*law, 0.25).traction == Approx(1).epsilon(1e-14));
    CHECK(virgin_at(*law, 1).traction == 2);
    CHECK(virgin_at(*law, 1).loop_area == Approx(4.0));
  }
  SECTION("at rest") {
    const auto law = bound(2, 4, -0.5, 0);
    const VirginAnswer at = virgin_at(*law, 0);
    CHECK(at.traction == 0);
    CHECK(at.tangent == 4);
    CHECK(at.d_traction == std::vector<double>{4, 0, 0, 0, 0, 0});
    CHECK(at.d_loop_area == std::vector<double>(6, 0.0));
  }
  SECTION("finite for chi below -1 too") {
    const auto law = bound(1e5, 1e12, -1.9, 900);
    for (const double u : {0.0, 1e-320, 1e-200, 1e-12, 1e-6, 1e-3}) {
      const VirginAnswer at = virgin_at(*law, u);
      CHECK(std::isfinite(at.traction));
      CHECK(std::isfinite(at.tangent));
      for (const double x : at.d_traction) CHECK(std::isfinite(x));
      for (const double x : at.d_loop_area) CHECK(std::isfinite(x));
    }
  }
}

TEST_CASE("Iwan-4 names the rule of its domain") {
  const auto law = make_iwan4();
  const auto rule = [&](std::vector<double> p) {
    return law->domain_violation(Framework::masing, p);
  };
  CHECK(rule({1, 1, -0.5, 0}).empty());
  CHECK(rule({1, 1, -1.5, 2}).empty());
  CHECK(rule({1, 1, -1.5, 0.5}) == "beta + (chi+1)/(chi+2) must be above 0");
  CHECK(rule({1, 1, -2, 1}) == "chi must be above -2");
  CHECK(rule({1, 1, 0, -1}) == "beta must not be negative");
  CHECK(rule({0, 1, 0, 1}) == "slip_traction must be above 0");
}

TEST_CASE("Iwan-4 remembers as its sliders do") {
  std::mt19937 random(20240901);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& [chi, beta] : {std::pair{-0.5, 0.2}, {0.0, 0.0}, {0.7, 1.5}}) {
    const double fs = 2, kt = 5, top = phi_max(fs, kt, chi, beta);
    const auto law = bound(fs, kt, chi, beta);
    for (int history = 0; history < 3; ++history) {
      SliderSet sliders({fs, kt, chi, beta});
      std::vector<double> past = start_at(*law, {0.0});
      for (int turn = 0; turn < 25; ++turn) {
        const double u = 1.2 * top * uniform(random);
        const HystereticAnswer at = load_to(*law, {u}, past);
        CHECK(at.traction[0] == Approx(sliders.to(u)).margin(1e-6 * fs));
        past = at.new_history;
      }
    }
  }
}

TEST_CASE("Iwan-4 forgets the innermost loops gently") {
  const double fs = 2, kt = 5, chi = -0.3, beta = 0.4, top = phi_max(fs, kt, chi, beta);
  const auto law = bound(fs, kt, chi, beta);
  SliderSet sliders({fs, kt, chi, beta});
  std::vector<double> past = start_at(*law, {0.0});
  double u = 0.8 * top, shrink = 0.98;  // 40 turns, each nested in the one before
  for (int turn = 0; turn < 40; ++turn) {
    const HystereticAnswer at = load_to(*law, {u}, past);
    CHECK(at.traction[0] == Approx(sliders.to(u)).margin(1e-2 * fs));
    past = at.new_history;
    CHECK(past[0] <= 12);
    u *= -shrink;
  }
}

TEST_CASE("Iwan-4, a closed loop has the Masing area, in any number of pieces") {
  const double fs = 2, kt = 5, chi = -0.6, beta = 0.1, top = phi_max(fs, kt, chi, beta);
  const auto law = bound(fs, kt, chi, beta);
  for (const double x : {0.1, 0.9, 1.4}) {
    const double u = x * top;
    std::vector<std::vector<double>> path = {{u}};
    for (int i = 1; i <= 7; ++i) path.push_back({u - 2 * u * i / 7});
    for (int i = 1; i <= 5; ++i) path.push_back({-u + 2 * u * i / 5});
    const double area = walk(*law, path).total_work - walk(*law, {{u}}).total_work;
    CHECK(area == Approx(virgin_at(*law, u).loop_area).epsilon(1e-11));
    CHECK(walk(*law, path).traction.back()[0] ==
          Approx(virgin_at(*law, u).traction).epsilon(1e-13));
    CHECK(walk(*law, {{0.3 * u}, {0.5 * u}, {u}}).total_work ==
          Approx(walk(*law, {{u}}).total_work).epsilon(1e-13));
  }
}

TEST_CASE("Iwan-4 gives a point the same bits in every batch, and the derivative of its curve") {
  const auto law = bound(1e5, 1e12, -0.4, 0.3);
  const BatchOfPasts batch(*law, 3e-7, 150, 3);
  for (const std::size_t size : {1, 2, 7, 16, 33, 149}) CHECK(batch.same_in_batches_of(size));
  const std::vector<double> all = batch.evaluate(0, batch.u.size());
  for (std::size_t i = 0; i < batch.u.size(); ++i) {
    const std::vector<double> past(batch.past.begin() + long(i * batch.h),
                                   batch.past.begin() + long((i + 1) * batch.h));
    const HystereticAnswer at = load_to(*law, {batch.u[i]}, past);
    // The jacobian goes another way: Jets, and tractions added up from the start.
    CHECK(all[batch.u.size() + i] == Approx(at.jacobian[0]).epsilon(1e-11).margin(1));
    double traction = 0;
    law->hysteretic(
        {.points = 1, .displacement = &batch.u[i], .history = past.data(), .traction = &traction});
    CHECK(all[i] == Approx(traction).epsilon(1e-13).margin(1e-9));
  }
}
