#include "experiment/mode_beat.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "core/number.hpp"
#include "experiment/beating_modes.hpp"

namespace slipfront {

namespace {

using Complex = std::complex<double>;
using Unknowns = BeatingModes::Unknowns;
using enum BeatingModes::Unknown;
constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr std::size_t kFewest = 24;  // pieces
// One mode alone must fail by this misfit, by this factor more than two modes, which must explain
// the decay to this misfit, and by this much of chi squared.
constexpr double kFails = 1.5, kBetter = 1.4, kExplains = 2, kGain = 40;
// Distances of linear prediction [pieces]; of the starts so many are followed.
constexpr std::size_t kLags[] = {1, 2, 4, 8, 16, 32}, kFollowed = 3;

/// From the mean slopes of ln |A| and of the phase in the first and last third.
Unknowns first_guess(const ComplexAmplitude& pieces) {
  const std::size_t n = pieces.time.size(), third = n / 3;
  std::vector<double> phase(n, std::arg(pieces.value[0]));
  for (std::size_t i = 1; i < n; ++i)
    phase[i] = phase[i - 1] + std::arg(pieces.value[i] * std::conj(pieces.value[i - 1]));
  const auto slope = [&](std::size_t from, std::size_t to, const auto& y) {
    double s = 0, st = 0, sy = 0, stt = 0, sty = 0;
    for (std::size_t i = from; i < to; ++i) {
      const double w = pieces.weight[i] * std::abs(pieces.value[i]), ww = w * w, t = pieces.time[i];
      s += ww;
      st += ww * t;
      sy += ww * y(i);
      stt += ww * t * t;
      sty += ww * t * y(i);
    }
    return (s * sty - st * sy) / (s * stt - st * st);
  };
  const auto log = [&](std::size_t i) { return std::log(std::abs(pieces.value[i]) + 1e-300); };
  const auto angle = [&](std::size_t i) { return phase[i]; };
  const double mean = std::max(-slope(0, n, log), 1e-3);
  const double first = std::max(-slope(0, third, log), 0.2 * mean);
  const double last = std::max(-slope(n - third, n, log), 0.2 * mean);
  Unknowns p = Unknowns::Zero();
  p(kAlpha) = std::min(first, last);
  p(kAlphaMore) = std::max(first - last, 0.0);
  p(kOmega) = slope(n - third, n, angle);
  p(kOmegaMore) = slope(0, third, angle) - p(kOmega);
  p(kSize) = log(0);
  p(kAngle) = phase[0];
  return p;
}

/// Where A over a one-mode fit turns most, either way around: with c and dw.
std::vector<Unknowns> turns(const ComplexAmplitude& pieces, const Unknowns& p) {
  const OneMode mode(pieces.time, p);
  const Complex start = std::polar(std::exp(p(kSize)), p(kAngle));
  const double seconds = pieces.time.back() - pieces.time.front();
  const double step = pieces.time[1] - pieces.time[0];
  double all = 0;
  std::vector<Complex> rest;  // by the one mode, weighted
  for (std::size_t i = 0; i < pieces.time.size(); ++i) {
    const Complex one = start * mode.value[i];
    const double square = pieces.weight[i] * pieces.weight[i];
    all += square * std::norm(one);
    rest.push_back(square * std::conj(one) * (pieces.value[i] - one));
  }
  std::vector<Unknowns> list;
  for (const double sign : {1.0, -1.0}) {
    Complex largest = 0;
    double at = 0;
    constexpr double kGrid = 0.25, kFirst = 0.75;  // periods in all
    const double most = std::min(ModeBeat::kFastest, 0.5 / step) * seconds;
    for (double periods = kFirst; periods < most; periods += kGrid) {
      const double w = sign * kTwoPi * periods / seconds;
      const Complex turn = std::polar(1.0, -w * step);
      Complex sum, now = 1;
      for (const Complex& value : rest) {
        sum += value * now;
        now *= turn;
      }
      if (std::abs(sum) > std::abs(largest)) {
        largest = sum;
        at = w;
      }
    }
    Unknowns q = p;
    q(kRe) = largest.real() / all;
    q(kIm) = largest.imag() / all;
    q(kD) = 0;
    q(kBeat) = at;
    list.push_back(q);
  }
  return list;
}

/// Two viscous modes by linear prediction over `lag` pieces: A_k+2lag + a A_k+lag + b A_k = 0.
std::optional<Unknowns> predicted(const ComplexAmplitude& pieces, std::size_t lag) {
  const std::size_t n = pieces.value.size();
  if (n < 4 * lag) return {};
  Eigen::Matrix2cd normal = Eigen::Matrix2cd::Zero();
  Eigen::Vector2cd right = Eigen::Vector2cd::Zero();
  for (std::size_t k = 0; k + 2 * lag < n; ++k) {
    const double square = pieces.weight[k] * pieces.weight[k];
    const Eigen::Vector2cd row(std::conj(pieces.value[k + lag]), std::conj(pieces.value[k]));
    normal += square * row * row.adjoint();
    right -= square * row * pieces.value[k + 2 * lag];
  }
  const Eigen::Vector2cd ab = normal.fullPivLu().solve(right);
  const Complex root = std::sqrt(ab(0) * ab(0) - 4.0 * ab(1));
  const double seconds = pieces.time[lag] - pieces.time[0];
  Complex s1 = std::log(0.5 * (-ab(0) + root)) / seconds;
  Complex s2 = std::log(0.5 * (-ab(0) - root)) / seconds;
  // Their amplitudes.
  normal.setZero();
  right.setZero();
  for (std::size_t k = 0; k < n; ++k) {
    const double t = pieces.time[k], square = pieces.weight[k] * pieces.weight[k];
    const Eigen::Vector2cd row(std::conj(std::exp(s1 * t)), std::conj(std::exp(s2 * t)));
    normal += square * row * row.adjoint();
    right += square * row * pieces.value[k];
  }
  Eigen::Vector2cd size = normal.fullPivLu().solve(right);
  if (!size.allFinite() || !std::isfinite(std::abs(s1)) || !std::isfinite(std::abs(s2))) return {};
  if (std::abs(size(0)) < std::abs(size(1))) {
    std::swap(size(0), size(1));
    std::swap(s1, s2);
  }
  const Complex c = size(1) / size(0);
  Unknowns p = Unknowns::Zero();
  p(kSize) = std::log(std::abs(size(0)));
  p(kAngle) = std::arg(size(0));
  p(kAlpha) = -s1.real();
  p(kOmega) = s1.imag();
  p(kRe) = c.real();
  p(kIm) = c.imag();
  p(kD) = s2.real() - s1.real();
  p(kBeat) = s2.imag() - s1.imag();
  return p;
}

/// How many periods of the beat lie where both modes are seen, and the lesser share there.
void measure(const ComplexAmplitude& pieces, const Unknowns& p, ModeBeat& beat) {
  const double size = std::log(std::hypot(p(kRe), p(kIm)));
  double seconds = 0, sum = 0;
  for (std::size_t i = 1; i < pieces.time.size(); ++i) {
    const double level = -std::abs(size + p(kD) * pieces.time[i]);
    if (level < std::log(ModeBeat::kLeastShare)) continue;
    seconds += pieces.time[i] - pieces.time[i - 1];
    sum += level * (pieces.time[i] - pieces.time[i - 1]);
  }
  beat.periods = std::abs(p(kBeat)) / kTwoPi * seconds;
  beat.share = seconds > 0 ? std::exp(sum / seconds) : 0;
}

}  // namespace

std::string ModeBeat::text() const {
  constexpr int kDigits = 4;
  return to_text(std::min(frequency_hz, other_hz), kDigits) + " and " +
         to_text(std::max(frequency_hz, other_hz), kDigits) + " Hz, the lesser with " +
         to_text(share, 2) + " of the other's amplitude";
}

std::optional<ModeBeat> find_mode_beat(const ComplexAmplitude& pieces, double centre_hz) {
  if (pieces.time.size() < kFewest) return {};
  const auto values = 2 * static_cast<double>(pieces.time.size());
  Unknowns alone = first_guess(pieces);
  const double one = fit_one_mode(pieces, alone);
  ModeBeat beat;
  beat.alone = std::sqrt(one / values);
  if (!(beat.alone > kFails)) return {};
  std::vector<std::pair<double, Unknowns>> starts;
  const auto add = [&](const Unknowns& p) {
    const double sum = sum_of_squares(pieces, p);
    if (std::isfinite(sum)) starts.emplace_back(sum, p);
  };
  for (const std::size_t lag : kLags)
    if (const std::optional<Unknowns> p = predicted(pieces, lag)) add(*p);
  for (const Unknowns& p : turns(pieces, alone)) add(p);
  std::sort(starts.begin(), starts.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  double two = one;
  Unknowns best = alone;
  for (std::size_t i = 0; i < std::min(kFollowed, starts.size()); ++i) {
    const double sum = fit_two_modes(pieces, starts[i].second);
    if (!(sum < two)) continue;
    two = sum;
    best = starts[i].second;
  }
  beat.together = std::sqrt(two / values);
  measure(pieces, best, beat);
  beat.frequency_hz = centre_hz + best(kOmega) / kTwoPi;
  beat.other_hz = beat.frequency_hz + best(kBeat) / kTwoPi;
  const bool found = beat.together < kExplains && beat.alone > kBetter * beat.together &&
                     one - two > kGain && beat.periods >= ModeBeat::kLeastBeats &&
                     std::abs(best(kBeat)) < kTwoPi * ModeBeat::kFastest;
  if (!found) return {};
  return beat;
}

}  // namespace slipfront
