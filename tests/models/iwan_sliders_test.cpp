// The coupled Iwan-4 against the exact law: sums, cuts, and the accuracy that is claimed.
#include "models/iwan_sliders.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> iwan4(double fs, double kt, double chi, double beta) {
  return make_iwan4()->bind(Framework::non_masing, std::vector{fs, kt, chi, beta});
}

}  // namespace

TEST_CASE("the sliders of Iwan-4 have its stiffness and its slip traction") {
  for (const double chi : {-1.0, -0.999, -0.5, 0.0, 2.0}) {
    for (const double beta : {1e-20, 0.3, 900.0}) {
      if (chi == -1 && beta < 0.1) continue;  // beta alone carries there
      const double fs = 3e5, kt = 7e12;
      double stiffness = 0, strength = 0;
      int count = 0;
      iwan_sliders(iwan_constants<double>(fs, kt, chi, beta, 1), [&](double k, double phi) {
        CHECK(k >= 0);
        CHECK(phi >= 0);
        stiffness += k;
        strength += k * phi;
        ++count;
      });
      CAPTURE(chi, beta);
      CHECK(count == kIwanSliders);
      CHECK(stiffness == Approx(kt).epsilon(1e-12));
      CHECK(strength == Approx(fs).epsilon(1e-12));
    }
  }
}

TEST_CASE("along a line the coupled Iwan-4 is the exact one within 1e-4 of fs") {
  const double fs = 2, kt = 5;
  for (const double chi : {-0.999, -0.7, 0.0, 0.8, 2.0}) {
    for (const double beta : {0.0, 0.5}) {
      const auto law = iwan4(fs, kt, chi, beta);
      const double top = iwan_constants<double>(fs, kt, chi, beta, 1).phi_max;
      const std::vector<double> rest = start_at(*law, {0, 0});
      double worst = 0, worst_back = 0;
      for (int i = 1; i <= 3000; ++i) {
        const double u = top * std::pow(1.1 * i / 3000, 2);
        const double exact = virgin_traction(*law, u);
        const double set = load_to(*law, {0, u}, rest, 0, false).traction[1];
        CHECK(set <= fs * (1 + 1e-13));
        worst = std::max(worst, std::abs(set - exact));
      }
      const std::vector<double> turned = load_to(*law, {0, top}, rest, 0, false).new_history;
      const std::vector<double> line = load_to(*law, {top}, start_at(*law, {0}), 0).new_history;
      for (int i = 1; i <= 1000; ++i) {
        const double u = top - 2.1 * top * i / 1000;
        worst_back =
            std::max(worst_back, std::abs(load_to(*law, {0, u}, turned, 0, false).traction[1] -
                                          load_to(*law, {u}, line, 0, false).traction[0]));
      }
      CAPTURE(chi, beta);
      CHECK(worst < 1e-4 * fs);
      CHECK(worst > 1e-7 * fs);  // the claim is not idle
      CHECK(worst_back < 2e-4 * fs);
    }
  }
}

TEST_CASE("the coupled Iwan-4 touches the exact curve at its cuts") {
  const double fs = 2, kt = 5, chi = -0.3, beta = 0.2;
  const auto law = iwan4(fs, kt, chi, beta);
  const double top = iwan_constants<double>(fs, kt, chi, beta, 1).phi_max;
  for (const int cut : {20, 70, 143}) {
    const double u = top * std::pow(cut / 144.0, 4 / (chi + 2));
    const VirginAnswer exact = virgin_at(*law, u);
    const HystereticAnswer at = load_to(*law, {u, 0}, start_at(*law, {0, 0}), 0, false);
    CHECK(at.traction[0] == Approx(exact.traction).epsilon(1e-12));
    CHECK(at.tangent[0] == Approx(exact.tangent).epsilon(1e-10));
    // Across, the sliders that slide only turn: more stiffness is left than along.
    CHECK(at.tangent[3] > at.tangent[0]);
  }
}

TEST_CASE("small loops of the coupled Iwan-4 keep their dissipation") {
  const double fs = 2, kt = 5, chi = -0.3, beta = 0.2;
  const auto law = iwan4(fs, kt, chi, beta);
  const double top = iwan_constants<double>(fs, kt, chi, beta, 1).phi_max;
  for (const double x : {1e-3, 1e-2, 0.1}) {
    const double u = x * top;
    const Walk loop = walk(*law, {{0, u}, {0, -u}, {0, u}});
    CHECK(loop.work[1] + loop.work[2] == Approx(virgin_at(*law, u).loop_area).epsilon(0.05));
  }
}

TEST_CASE("the coupled Iwan-4 stays within its slip traction and dissipates on any path") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  const double fs = 2, kt = 5, chi = -0.5, beta = 0.4;
  const auto law = iwan4(fs, kt, chi, beta);
  const double top = iwan_constants<double>(fs, kt, chi, beta, 1).phi_max;
  std::vector<double> history = start_at(*law, {0, 0});
  double work = 0;
  for (int turn = 0; turn < 300; ++turn) {
    const HystereticAnswer at =
        load_to(*law, {2 * top * unit(random), 2 * top * unit(random)}, history, 0, false);
    CHECK(std::hypot(at.traction[0], at.traction[1]) <= fs * (1 + 1e-13));
    work += at.work;
    CHECK(work >= 0);  // from rest: what is stored is not negative either
    history = at.new_history;
  }
}

TEST_CASE("below chi = -1 there is no coupled Iwan-4") {
  CHECK(iwan4(2, 5, -1, 1)->history_size(2) > 0);
  CHECK(iwan4(2, 5, -1.2, 1)->history_size(2) == 0);
}
