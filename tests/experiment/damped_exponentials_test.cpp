#include "experiment/damped_exponentials.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {
double two_modes(double t) {
  return std::exp(-5 * t) * std::cos(2 * synthetic::kPi * 180 * t) +
         2 * std::exp(-20 * t) * std::sin(2 * synthetic::kPi * 590 * t + 1);
}
}  // namespace

TEST_CASE("two damped oscillations are found and continued backwards") {
  const double rate = 25600;
  std::vector<double> x;
  for (int i = 0; i < 800; ++i) x.push_back(two_modes(i / rate));
  DampedExponentials own(x, x.size(), rate, 900);
  for (int i = -500; i < 800; i += 37) CHECK(own.at(i) == Approx(two_modes(i / rate)).margin(1e-6));
  const std::size_t all = own.size();
  own.leave_out(150, 200);
  CHECK(own.size() < all);
  CHECK(own.at(0) == Approx(2 * std::sin(1.0)).margin(1e-6));
}

TEST_CASE("noise does not blow up backwards, short pieces give nothing") {
  std::vector<double> x(800, 0.0);
  synthetic::add_noise(x, std::sqrt(2.0), 0, 5);
  const DampedExponentials own(x, x.size(), 25600, 900);
  for (int i = -3000; i < 0; i += 100) CHECK(std::abs(own.at(i)) < 50);
  CHECK(DampedExponentials(x, 4, 25600, 900).size() == 0);
}

TEST_CASE("an oscillation that bends is followed by polynomials, and only one of enough cycles") {
  // The amplitude of a joint's mode falls ever slower and its frequency rises by 4 Hz.
  const double rate = 25600;
  std::vector<double> x;
  for (int i = 0; i < 576; ++i) {
    const double t = i / rate;
    x.push_back(100 / (1 + 20 * t) * std::cos(2 * synthetic::kPi * (580 * t + 90 * t * t)) +
                std::exp(-5 * t) * std::cos(2 * synthetic::kPi * 180 * t));
  }
  const auto worst = [&](int degree) {
    const DampedExponentials own(x, x.size(), rate, 900, degree);
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      most = std::max(most, std::abs(own.at(static_cast<double>(i)) - x[i]));
    return most;
  };
  CHECK(worst(2) < 1);
  CHECK(worst(0) > 5 * worst(2));
  // 90 samples hold two cycles.
  const std::vector<double> few(x.begin(), x.begin() + 90);
  const DampedExponentials plain(few, 90, rate, 900), bent(few, 90, rate, 900, 2);
  for (double i = -20; i < 90; i += 7) CHECK(bent.at(i) == Approx(plain.at(i)));
}
