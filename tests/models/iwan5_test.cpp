#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "batch_place.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"
#include "slider_set.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> bound(const IwanValues& p) {
  return make_iwan5()->bind(Framework::non_masing,
                            std::vector<double>{p.fs, p.kt, p.chi, p.beta, p.theta});
}

std::unique_ptr<const BoundLaw> iwan4(const IwanValues& p) {
  return make_iwan4()->bind(Framework::non_masing, std::vector<double>{p.fs, p.kt, p.chi, p.beta});
}

}  // namespace

TEST_CASE("Iwan-5, loading from the origin, by the paper's formula") {
  const IwanValues p{3, 7, -0.4, 0.3, 0.6};
  const double top = p.phi_max();
  const auto law = bound(p);
  for (const double x : {0.01, 0.3, 0.999}) {
    const double u = x * top;
    const double expected =
        p.kt * u + std::pow(1 / top, 1 + p.chi) * p.kt * (p.chi + 1) / (1 + p.beta) *
                       (p.theta / (p.chi + 2) - 1 / (p.chi + 1)) * std::pow(u, p.chi + 2);
    CHECK(virgin_at(*law, u).traction == Approx(expected).epsilon(1e-13));
  }
  CHECK(virgin_at(*law, 2 * top).traction == Approx(p.theta * p.fs));
}

TEST_CASE("Iwan-5 falls at phi_max by what its delta slider loses") {
  const IwanValues p{3, 7, -0.4, 0.3, 0.6};
  const auto law = bound(p);
  const double top = p.phi_max(), before = std::nextafter(top, 0.0) * (1 - 1e-15);
  const double drop = p.kt * top * p.beta * (1 - p.theta) / (1 + p.beta);
  CHECK(virgin_at(*law, before).traction - virgin_at(*law, top * (1 + 1e-15)).traction ==
        Approx(drop).epsilon(1e-12));
  // the slope before it
  CHECK(virgin_at(*law, before).tangent ==
        Approx(p.kt * (p.beta - (p.chi + 1) * (1 - p.theta)) / (1 + p.beta)).epsilon(1e-11));
}

TEST_CASE("Iwan-5 with theta = 1 is Iwan-4, in any history") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const double chi : {-0.95, -0.5, 0.0, 0.8}) {
    const IwanValues p{2, 5, chi, 0.3, 1};
    const auto five = bound(p), four = iwan4(p);
    std::vector<double> past5 = start_at(*five, {0.0}), past4 = start_at(*four, {0.0});
    const double size = 1.2 * p.phi_max();
    for (int turn = 0; turn < 12; ++turn) {
      const double u = size * uniform(random);
      const auto a = load_to(*five, {u}, past5), b = load_to(*four, {u}, past4);
      CHECK(a.traction[0] == Approx(b.traction[0]).margin(1e-12 * p.fs));
      CHECK(a.tangent[0] == Approx(b.tangent[0]).margin(1e-10 * p.kt));
      CHECK(a.work == Approx(b.work).margin(1e-12 * p.fs * size));
      past5 = a.new_history;
      past4 = b.new_history;
    }
  }
}

TEST_CASE("Iwan-5 remembers as its sliders do") {
  std::mt19937 random(20240902);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const double theta : {0.0, 0.4, 0.9}) {
    for (const auto& [chi, beta] : {std::pair{-0.5, 0.2}, {0.0, 0.0}, {0.7, 1.5}}) {
      const IwanValues p{2, 5, chi, beta, theta};
      const auto law = bound(p);
      for (int history = 0; history < 3; ++history) {
        SliderSet sliders(p);
        std::vector<double> past = start_at(*law, {0.0});
        for (int turn = 0; turn < 12; ++turn) {
          const double u = 1.2 * p.phi_max() * uniform(random);
          const auto at = load_to(*law, {u}, past);
          // A single slider at a split carries up to 2 phi of its share of the stiffness.
          CHECK(at.traction[0] == Approx(sliders.to(u)).margin(1e-3 * p.fs));
          past = at.new_history;
        }
      }
    }
  }
}

TEST_CASE("Iwan-5 goes on sliding after a step of no length") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const double theta : {0.0, 0.5, 0.8, 1.0}) {
    const IwanValues p{2, 5, -0.5, 0.3, theta};
    const auto law = bound(p);
    std::vector<double> past = start_at(*law, {0.0}), rested = past;
    for (int turn = 0; turn < 12; ++turn) {
      const double u = 1.2 * p.phi_max() * uniform(random), between = u * std::abs(uniform(random));
      for (const double place : {between, u}) {
        const auto a = load_to(*law, {place}, past), b = load_to(*law, {place}, rested);
        CAPTURE(theta, turn);
        CHECK(a.traction[0] == b.traction[0]);
        CHECK(a.work == b.work);
        past = a.new_history;
        const auto rest = load_to(*law, {place}, b.new_history);
        CHECK(rest.work == 0);
        rested = rest.new_history;
      }
    }
  }
}

TEST_CASE("Iwan-5 keeps following its sliders when it has to merge bands") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const IwanValues p{2, 5, -0.3, 0.4, 0.8};
  const auto law = bound(p);
  SliderSet sliders(p);
  std::vector<double> past = start_at(*law, {0.0});
  double most = 0;
  for (int turn = 0; turn < 200; ++turn) {
    const double u = 0.9 * p.phi_max() * uniform(random);
    const auto at = load_to(*law, {u}, past);
    CHECK(at.traction[0] == Approx(sliders.to(u)).margin(2e-2 * p.fs));
    past = at.new_history;
    most = std::max(most, past[0]);
  }
  CHECK(most <= 14);
}

TEST_CASE("the Masing area of Iwan-5 exceeds the closed loop by 3 (1-theta)^2 int phi^2 rho") {
  for (const double theta : {0.0, 0.5, 0.9}) {
    const IwanValues p{2, 5, -0.4, 0.3, theta};
    const auto law = bound(p);
    const double top = p.phi_max(), u = 0.7 * top, x = 0.7;
    // int_0^u phi^2 rho = R u^(chi+3)/(chi+3), R top^(chi+1)/(chi+1) = kt/(1+beta)
    const double moment =
        p.kt / (1 + p.beta) * (p.chi + 1) / (p.chi + 3) * top * top * std::pow(x, p.chi + 3);
    const Walk loop = walk(*law, {{u}, {-u}, {u}, {-u}});
    CHECK(loop.work[1] + loop.work[2] ==
          Approx(virgin_at(*law, u).loop_area - 3 * (1 - theta) * (1 - theta) * moment)
              .epsilon(1e-12));
    CHECK(loop.traction[1][0] == Approx(-loop.traction[0][0]).epsilon(1e-13));
    CHECK(loop.work[1] == Approx(loop.work[3]).epsilon(1e-12));
  }
}

TEST_CASE("Iwan-5 is finite at the ends of its domain") {
  for (const double chi : {-1.9, -1.0, -0.999, 0.0, 1.0})
    for (const double theta : {0.0, 1.0}) {
      const IwanValues p{1e5, 1e12, chi, 900, theta};
      const auto law = bound(p);
      std::vector<double> past = start_at(*law, {0.0});
      for (const double u : {0.0, 1e-320, 1e-9, -1e-3, 1e-8, 1e-8}) {
        const auto at = load_to(*law, {u}, past);
        CHECK(std::isfinite(at.traction[0]));
        CHECK(std::isfinite(at.tangent[0]));
        CHECK(std::isfinite(at.work));
        for (const double d : at.jacobian) CHECK(std::isfinite(d));
        past = at.new_history;
      }
    }
}

TEST_CASE("Iwan-5 gives a point the same bits in every batch, and the derivative of its curve") {
  const auto law = bound({1e5, 1e12, -0.4, 0.3, 0.7});
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

TEST_CASE("Iwan-5 at chi = -1 rests with the stiffness of its strong sliders alone") {
  const IwanValues p{3, 7, -1, 0.1, 1};  // the power law's sliders have no strength
  const auto law = bound(p), four = iwan4(p);
  const auto at_rest = [](const BoundLaw& each) {
    return load_to(each, {0}, start_at(each, {0}), 0, false).tangent[0];
  };
  CHECK(at_rest(*law) == Approx(p.kt * p.beta / (1 + p.beta)));
  CHECK(at_rest(*law) == Approx(at_rest(*four)));
}
