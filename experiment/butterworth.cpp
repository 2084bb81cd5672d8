#include "experiment/butterworth.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kDigits = 6;  // of numbers in sentences

void check(const Band& band, double sampling_hz) {
  const double limit = 0.5 * sampling_hz;
  if (band.low > 0 && band.low < band.high && band.high < limit) return;
  throw Failure(Problem{
      "band", "", to_text(band.low, kDigits) + " to " + to_text(band.high, kDigits) + " Hz",
      "must ascend between 0 and half the sampling rate, " + to_text(limit, kDigits) + " Hz",
      band.high >= limit ? "is the sampling rate right?" : ""});
}

}  // namespace

BandPass::BandPass(const Band& band, double sampling_hz, int order) : sampling_hz_(sampling_hz) {
  check(band, sampling_hz);
  const double twice = 2 * sampling_hz;
  const double w1 = twice * std::tan(kPi * band.low / sampling_hz);
  const double w2 = twice * std::tan(kPi * band.high / sampling_hz);
  double slowest = 0;  // largest radius of a pole
  const auto add = [&](std::complex<double> s) {
    const std::complex<double> z = (twice + s) / (twice - s);
    slowest = std::max(slowest, std::abs(z));
    sections_.push_back({1, -2 * z.real(), std::norm(z)});
  };
  // Poles of the prototype in the upper half plane, and the real one of odd orders; each
  // becomes two poles s of the band-pass: s^2 - p (w2 - w1) s + w1 w2 = 0.
  for (int k = 0; 2 * k < order; ++k) {
    const double angle = kPi * (2 * k + 1 + order) / (2.0 * order);
    const std::complex<double> half = 0.5 * (w2 - w1) * std::polar(1.0, angle);
    const std::complex<double> root = std::sqrt(half * half - w1 * w2);
    const bool real_pole = 2 * k + 1 == order;
    if (!real_pole) {
      add(half + root);
      add(half - root);
    } else if (std::norm(half) < w1 * w2) {
      add(half + root);
    } else {  // a band so wide that the pair of the real pole is real itself
      const std::complex<double> s1 = half.real() + root.real(), s2 = half.real() - root.real();
      const double z1 = ((twice + s1) / (twice - s1)).real();
      const double z2 = ((twice + s2) / (twice - s2)).real();
      slowest = std::max({slowest, std::abs(z1), std::abs(z2)});
      sections_.push_back({1, -(z1 + z2), z1 * z2});
    }
  }
  settling_time_ = -1 / (std::log(slowest) * sampling_hz);
  // The gain is 1 at w1 w2; every section gets its share, so that no section overflows.
  const double middle = sampling_hz / kPi * std::atan(std::sqrt(w1 * w2) / twice);
  const double share = std::pow(std::abs(response(middle)), -1.0 / static_cast<double>(order));
  for (Section& section : sections_) section.b0 = share;
}

std::complex<double> BandPass::response(double frequency_hz) const {
  const std::complex<double> back = std::polar(1.0, -2 * kPi * frequency_hz / sampling_hz_);
  const std::complex<double> back2 = back * back;
  std::complex<double> h = 1;
  for (const Section& s : sections_) h *= s.b0 * (1.0 - back2) / (1.0 + s.a1 * back + s.a2 * back2);
  return h;
}

void BandPass::pass(std::vector<double>& signal, bool backwards) const {
  const std::size_t n = signal.size();
  for (const Section& s : sections_) {
    double state1 = 0, state2 = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double& x = signal[backwards ? n - 1 - i : i];
      const double y = s.b0 * x + state1;
      state1 = state2 - s.a1 * y;
      state2 = -s.b0 * x - s.a2 * y;
      x = y;
    }
  }
}

void BandPass::filter(std::vector<double>& signal) const { pass(signal, false); }

void BandPass::zero_phase(std::vector<double>& signal) const {
  pass(signal, false);
  pass(signal, true);
}

}  // namespace slipfront
