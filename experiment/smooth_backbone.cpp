#include "experiment/smooth_backbone.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kDeviations = 1.96;  // hold 95 % of a normal distribution
constexpr double kHeld = 0.95;        // share of the points between the bounds
constexpr std::size_t kFewestPoints = 10;
// Bounds of damping beyond this multiple of it say nothing.
constexpr double kWidest = 10;
// Points take part up to this factor (of ln) beyond the backbone's ends: near ones support the
// curve there; noise far below the range would shape the bounds inside it.
constexpr double kBeyond = 0.5;

/// The range of ln amplitude that at least half of the decays reach.
std::pair<double, double> common_range(const std::vector<Decay>& decays) {
  std::vector<double> lows, highs;
  for (const Decay& decay : decays) {
    if (decay.points.empty()) continue;
    double low = decay.points.front().amplitude, high = low;
    for (const DecayPoint& p : decay.points) {
      low = std::min(low, p.amplitude);
      high = std::max(high, p.amplitude);
    }
    lows.push_back(low);
    highs.push_back(high);
  }
  if (lows.empty()) return {0, 0};
  std::sort(lows.begin(), lows.end());
  std::sort(highs.begin(), highs.end(), std::greater<>());
  const std::size_t half = (lows.size() + 1) / 2 - 1;
  return {std::log(lows[half]), std::log(highs[half])};
}

/// Scatter between tests, and what a test's noise leaves open or, if that is more, the data of the
/// curve. Of one decay alone the two are the same thing, which its noise tells better.
Eigen::VectorXd deviations(const GaussianProcess::Prediction& p, bool alone) {
  const Eigen::VectorXd open =
      alone && p.known.minCoeff() > 0 ? p.known : p.covariance.diagonal().cwiseMax(p.known);
  return kDeviations * (open + p.noise).cwiseSqrt();
}

/// dy/dx at each observation of a decay, by least squares over its neighbours.
void set_slopes(std::vector<Observation>& list, std::size_t from) {
  constexpr std::size_t kNeighbours = 10;  // on either side: more than noise of one point turns
  for (std::size_t i = from; i < list.size(); ++i) {
    const std::size_t low = i > from + kNeighbours ? i - kNeighbours : from;
    const std::size_t high = std::min(list.size(), i + kNeighbours + 1);
    double x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t j = low; j < high; ++j) {
      x += list[j].x / static_cast<double>(high - low);
      y += list[j].y / static_cast<double>(high - low);
    }
    for (std::size_t j = low; j < high; ++j) {
      xx += (list[j].x - x) * (list[j].x - x);
      xy += (list[j].x - x) * (list[j].y - y);
    }
    if (xx > 0) list[i].slope = xy / xx;
  }
}

std::vector<double> list(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }

/// Points of one decay deviate together, which no independent noise shows, and between its
/// amplitudes a backbone is read off a straight line: the bounds are widened until they hold
/// their share of the points; never narrowed. `curve`: values at x, to be compared with y as
/// they are, or with their logarithm; `half`: of the bounds of y.
double widening(const std::vector<Observation>& points, const Eigen::VectorXd& x,
                const Eigen::VectorXd& curve, bool logarithmic, const Eigen::VectorXd& half) {
  const double low = x(0), high = x(x.size() - 1);
  std::vector<double> ratios;
  for (const Observation& o : points) {
    if (o.x < low || o.x > high) continue;
    const double place = (o.x - low) / (high - low) * static_cast<double>(x.size() - 1);
    const auto i = std::min<Eigen::Index>(static_cast<Eigen::Index>(place), x.size() - 2);
    const double share = place - static_cast<double>(i);
    const double value = (1 - share) * curve(i) + share * curve(i + 1);
    ratios.push_back(std::abs(o.y - (logarithmic ? std::log(value) : value)) /
                     ((1 - share) * half(i) + share * half(i + 1)));
  }
  if (ratios.empty()) return 1;
  const auto at =
      ratios.begin() + static_cast<std::ptrdiff_t>(kHeld * static_cast<double>(ratios.size() - 1));
  std::nth_element(ratios.begin(), at, ratios.end());
  return std::max(1.0, *at);
}

/// Linear interpolation against ln amplitude.
double at(const MeasuredBackbone& b, const std::vector<double>& values, double amplitude) {
  const auto upper = std::upper_bound(b.amplitude.begin(), b.amplitude.end(), amplitude);
  if (upper == b.amplitude.begin()) return values.front();
  if (upper == b.amplitude.end()) return values.back();
  const auto i = static_cast<std::size_t>(upper - b.amplitude.begin());
  const double share =
      std::log(amplitude / b.amplitude[i - 1]) / std::log(b.amplitude[i] / b.amplitude[i - 1]);
  return (1 - share) * values[i - 1] + share * values[i];
}

}  // namespace

SmoothBackbone::SmoothBackbone(const std::vector<Decay>& decays, const SmoothOptions& options) {
  if (decays.empty())
    throw Failure(Problem{"ring-down", "", "no decay", "a backbone needs at least one", ""});
  auto [low, high] = common_range(decays);
  if (options.lowest > 0) low = std::max(low, std::log(options.lowest));
  if (options.highest > 0) high = std::min(high, std::log(options.highest));
  if (!options.piecewise) {
    std::vector<Problem> problems;
    for (const Decay& decay : decays)
      if (!decay.unfit.empty())
        problems.push_back({decay.source, "channel " + decay.channel, decay.unfit,
                            "a smooth curve must go through one decay of one mode",
                            "look at its picture (--plots without --smooth); --piecewise takes its "
                            "points as they are"});
    throw_if_any(std::move(problems));
  }
  std::vector<Observation> frequency, damping;
  int used = 0;
  for (const Decay& decay : decays) {
    const std::size_t before = frequency.size();
    if (decay.response_amplitude != decays.front().response_amplitude)
      throw Failure(Problem{decay.source, "", "modal and response amplitudes",
                            "all decays must have the same kind", ""});
    for (const DecayPoint& p : decay.points) {
      const double x = std::log(p.amplitude);
      if (x < low - kBeyond || x > high + kBeyond) continue;
      const auto square = [](double deviation) { return deviation * deviation; };
      frequency.push_back({x, p.frequency_hz, p.worth, square(p.frequency_deviation), used});
      damping.push_back({x, std::log(p.damping), p.worth, square(p.damping_deviation), used});
    }
    set_slopes(frequency, before);
    set_slopes(damping, before);
    if (frequency.size() > before) ++used;
  }
  if (used == 1)
    warnings_.push_back(
        "one decay alone: its bounds tell what its noise leaves open, nothing of how tests differ");
  if (!(high > low)) {
    const bool asked = options.lowest > 0 || options.highest > 0;
    throw Failure(Problem{decays.front().source, "", "no common range of amplitudes",
                          asked ? "half of the decays must reach the amplitudes asked for"
                                : "half of the decays must reach the same amplitudes",
                          asked ? "ask for other amplitudes" : "merge hits of like strength"});
  }
  if (frequency.size() < kFewestPoints)
    throw Failure(Problem{decays.front().source, "", std::to_string(frequency.size()) + " points",
                          "a backbone needs at least " + std::to_string(kFewestPoints), ""});
  frequency_ = std::make_unique<const GaussianProcess>(
      GaussianProcess::fit(bin_observations(frequency, options.bins)));
  damping_ = std::make_unique<const GaussianProcess>(
      GaussianProcess::fit(bin_observations(damping, options.bins)));

  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(options.amplitudes, low, high);
  const GaussianProcess::Prediction f = frequency_->predict(x), z = damping_->predict(x);
  const Eigen::ArrayXd zeta = z.mean.array().exp();
  Eigen::VectorXd df = deviations(f, used == 1), dz = deviations(z, used == 1);
  df *= widening(frequency, x, f.mean, false, df);
  dz *= widening(damping, x, zeta, true, dz);
  const Eigen::ArrayXd above = (z.mean + dz).array().exp();
  backbone_.source = decays.front().source;
  backbone_.response_amplitude = decays.front().response_amplitude;
  backbone_.amplitude = list(x.array().exp());
  backbone_.frequency_hz = list(f.mean);
  backbone_.frequency_lower = list(f.mean - df);
  backbone_.frequency_upper = list(f.mean + df);
  backbone_.damping = list(zeta);
  backbone_.damping_upper = list(above);
  backbone_.damping_lower = options.bounds == BoundScale::linear
                                ? list(2 * zeta - above)
                                : list((z.mean - dz).array().exp());

  check_bounds();

  double inside_f = 0, inside_z = 0, count = 0;
  for (const Decay& decay : decays)
    for (const DecayPoint& p : decay.points) {
      const double a = p.amplitude;
      if (a < backbone_.amplitude.front() || a > backbone_.amplitude.back()) continue;
      ++count;
      inside_f += p.frequency_hz >= at(backbone_, backbone_.frequency_lower, a) &&
                  p.frequency_hz <= at(backbone_, backbone_.frequency_upper, a);
      inside_z += p.damping >= at(backbone_, backbone_.damping_lower, a) &&
                  p.damping <= at(backbone_, backbone_.damping_upper, a);
    }
  held_frequency_ = count > 0 ? inside_f / count : 0;
  held_damping_ = count > 0 ? inside_z / count : 0;
}

void SmoothBackbone::check_bounds() const {
  std::size_t wide = 0;
  for (std::size_t i = 0; i < backbone_.size(); ++i)
    wide += !(backbone_.damping_upper[i] < kWidest * backbone_.damping[i]) ||
            !(backbone_.frequency_lower[i] > 0);
  if (2 * wide > backbone_.size())
    throw Failure(Problem{
        backbone_.source, "",
        "bounds beyond " + to_text(kWidest) + " times the damping, or below 0 Hz, at " +
            std::to_string(wide) + " of " + std::to_string(backbone_.size()) + " amplitudes",
        "the points must say something of the backbone",
        "look at the pictures of the decays (--plots): is each of them one mode?"});
}

std::vector<MeasuredBackbone> SmoothBackbone::draws(int count, std::uint64_t seed) const {
  Eigen::VectorXd x(static_cast<Eigen::Index>(backbone_.size()));
  for (std::size_t i = 0; i < backbone_.size(); ++i)
    x(static_cast<Eigen::Index>(i)) = std::log(backbone_.amplitude[i]);
  constexpr std::uint64_t kOther = 0x5DEECE66DULL;  // the damping has a stream of its own
  const Eigen::MatrixXd f = frequency_->draws(x, count, seed);
  const Eigen::MatrixXd z = damping_->draws(x, count, seed ^ kOther).array().exp();
  std::vector<MeasuredBackbone> curves;
  for (int j = 0; j < count; ++j) {
    MeasuredBackbone b = backbone_;
    b.frequency_hz = b.frequency_lower = b.frequency_upper = list(f.col(j));
    b.damping = b.damping_lower = b.damping_upper = list(z.col(j));
    curves.push_back(std::move(b));
  }
  return curves;
}

Variability variability(const MeasuredBackbone& b) {
  Variability v;
  double fu = 0, fl = 0, zu = 0, zl = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const auto relative = [](double value, double reference) {
      const double share = (value - reference) / reference;
      return share * share;
    };
    fu += relative(b.frequency_upper[i], b.frequency_hz[i]);
    fl += relative(b.frequency_lower[i], b.frequency_hz[i]);
    zu += relative(std::log(b.damping_upper[i]), std::log(b.damping[i]));
    if (b.damping_lower[i] > 0)
      zl += relative(std::log(b.damping_lower[i]), std::log(b.damping[i]));
    else
      v.damping_lower_defined = false;
  }
  const auto n = static_cast<double>(b.size());
  v.frequency_upper = std::sqrt(fu / n);
  v.frequency_lower = std::sqrt(fl / n);
  v.damping_upper = std::sqrt(zu / n);
  v.damping_lower = v.damping_lower_defined ? std::sqrt(zl / n) : 0;
  return v;
}

}  // namespace slipfront
