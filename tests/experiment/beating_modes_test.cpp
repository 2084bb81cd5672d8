#include "experiment/beating_modes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;
using enum BeatingModes::Unknown;
using Unknowns = BeatingModes::Unknowns;

namespace {

Unknowns common() {
  Unknowns p = Unknowns::Zero();
  p(kSize) = 0.2;
  p(kAngle) = 1;
  p(kOmega) = 3;
  p(kOmegaMore) = -12;
  p(kAlpha) = 1.5;
  p(kAlphaMore) = 8;
  p(kM) = -0.1;
  p(kN) = 0.2;
  return p;
}

std::vector<double> times() {
  std::vector<double> t;
  for (int i = 0; i < 150; ++i) t.push_back(0.012 * i);
  return t;
}

ComplexAmplitude made(const Unknowns& p) {
  ComplexAmplitude a;
  a.time = times();
  const OneMode mode(a.time, p);
  for (std::size_t i = 0; i < a.time.size(); ++i) {
    const std::complex<double> s(p(kD), p(kBeat)), c(p(kRe), p(kIm));
    a.value.push_back(std::polar(std::exp(p(kSize)), p(kAngle)) * mode.value[i] *
                      (1.0 + c * std::exp(s * a.time[i])));
    a.weight.push_back(1 / (0.003 * std::abs(mode.value[i]) + 1e-4));
  }
  return a;
}

}  // namespace

TEST_CASE("one mode follows its equations") {
  for (const double alpha : {1.5, 1e-12, -0.5}) {
    Unknowns p = common();
    p(kAlpha) = alpha;
    p(kM) = 0;
    p(kN) = 0;
    const std::vector<double> t = times();
    const OneMode mode(t, p);
    double u = 0, phi = 0;
    std::size_t at = 0;
    constexpr double kStep = 1e-5;
    for (int i = 0; at < t.size(); ++i) {
      if (i * kStep >= t[at] - 1e-9) {
        CHECK(std::log(std::abs(mode.value[at])) == Approx(u).margin(2e-4));
        CHECK(std::abs(std::polar(std::exp(u), phi) - mode.value[at]) < 1e-3);
        ++at;
      }
      const double half = u - 0.5 * kStep * (alpha + p(kAlphaMore) * std::exp(u));
      u -= kStep * (alpha + p(kAlphaMore) * std::exp(half));
      phi += kStep * (p(kOmega) + p(kOmegaMore) * std::exp(half));
    }
  }
}

TEST_CASE("slopes of one mode are those of differences") {
  constexpr double kStep = 1e-5;
  constexpr int kBent[] = {kAlpha, kAlphaMore, kM, kN};
  const std::vector<double> t = times();
  for (const double alpha : {1.5, 1e-11, -0.5})
    for (const double more : {8.0, 0.0}) {
      Unknowns p = common();
      p(kAlpha) = alpha;
      p(kAlphaMore) = more;
      const OneMode mode(t, p, true);
      for (int k = 0; k < 4; ++k) {
        Unknowns low = p, high = p;
        low(kBent[k]) -= kStep;
        high(kBent[k]) += kStep;
        const OneMode below(t, low), above(t, high);
        for (std::size_t i = 0; i < t.size(); ++i) {
          CAPTURE(alpha, more, k, i);
          const auto slope = mode.slope(static_cast<Eigen::Index>(i), k);
          CHECK(std::abs((above.value[i] - below.value[i]) / (2 * kStep) - slope) <
                1e-6 * (1 + std::abs(slope)));
        }
      }
    }
}

TEST_CASE("fits find what the amplitude was made of") {
  const Unknowns wanted = common();
  Unknowns start = wanted;
  start(kAlpha) = 2.5;
  start(kAlphaMore) = 5;
  start(kOmega) += 0.5;
  start(kM) = start(kN) = 0;
  CHECK(fit_one_mode(made(wanted), start) < 1);
  CHECK(start(kAlpha) == Approx(1.5).epsilon(0.05));
  CHECK(start(kOmega) == Approx(3).margin(0.05));
  CHECK(start(kRe) == 0);

  Unknowns two = wanted;
  two(kRe) = 0.3;
  two(kIm) = -0.2;
  two(kD) = 0.4;
  two(kBeat) = -14;
  const ComplexAmplitude a = made(two);
  CHECK(sum_of_squares(a, two) < 1);
  Unknowns from = two;
  from(kRe) = 0.2;
  from(kBeat) = -13.5;
  from(kAlpha) = 1.8;
  CHECK(fit_two_modes(a, from) < 1);
  CHECK(from(kBeat) == Approx(-14).epsilon(1e-3));
  CHECK(from(kD) == Approx(0.4).margin(0.02));
  // No one mode does.
  Unknowns one = wanted;
  CHECK(fit_one_mode(a, one) > 1e3);
}
