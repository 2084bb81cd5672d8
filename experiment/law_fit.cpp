#include "experiment/law_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/fourier.hpp"

namespace slipfront {

namespace {

using Complex = std::complex<double>;
constexpr double kTwoPi = 2 * std::numbers::pi;

// Distance of breakpoints at the highest amplitude, and its growth for each e-fold below.
constexpr double kFinest = 0.12, kCoarser = 0.04;
constexpr double kMargin = 0.3;  // of x beyond the data at either end
// Envelopes are never known better than this share.
constexpr double kFloor = 1e-4;
// Roughness tried: d^2 ln zeta / dx^2 per root of a unit of x is a quarter where viscous and
// quadratic damping meet; that of ln omega is counted in units of zeta.
constexpr double kFirstDamping = 0.3, kFirstOmega = 1;
constexpr double kLeastDamping = 0.01, kMostDamping = 30;
constexpr double kLeastOmega = 0.03, kMostOmega = 300;
// ... and how far, in ln tau, they lie from these before any data.
constexpr double kUsualDamping = 0.05, kUsualOmega = 0.2, kSpreadDamping = 1.2, kSpreadOmega = 1.5;
constexpr double kFactor = 1.7;  // between values of tau tried
// A guess is right to this share.
constexpr double kGuess = 0.05;
constexpr int kHalfWaveRounds = 4;
// Half waves within a settling time of the record's ends are known to this share there.
constexpr double kTainted = 0.1;
// Of what a round still finds, the filter spreads this share over its settling time.
constexpr double kSmeared = 0.2;
// Samples take the place of the filter's output for this many settling times, where they tell
// a block's value to this share, or to this multiple of the filter's noise.
constexpr double kHead = 2, kPlainest = 0.003, kPlainer = 2;
// Rounds end when the law changes by less than this share of the noise.
constexpr double kSettledChange = 0.1;
constexpr int kMostRounds = 8;
// The roughness settles in the first of them.
constexpr int kSearchRounds = 3;
// The first round filters the whole record, the others its head: so many settling times, and as
// many more that the cut end spoils.
constexpr double kEarly = 10;
// A step changes the start by this much of x at most.
constexpr double kMostStep = 0.3;

std::vector<double> breakpoints(double low, double high) {
  std::vector<double> list = {high + kMargin};
  while (list.back() > low - kMargin)
    list.push_back(list.back() - kFinest - kCoarser * (high + kMargin - list.back()));
  std::reverse(list.begin(), list.end());
  return list;
}

}  // namespace

LawFit::LawFit(const std::vector<double>& signal, double sampling_hz,
               const std::vector<HalfWave>& waves, double noise,
               const std::vector<DecayPoint>& guess, const BandPass& filter, const Band& band)
    : law_{CubicSplines({0, 1}), {}, {}},
      filter_(filter),
      count_(signal.size()),
      sampling_hz_(sampling_hz),
      bandwidth_(band.width()),
      noise_(noise),
      tau_damping_(kFirstDamping),
      tau_omega_(kFirstOmega) {
  end_ = waves.back().time;
  const DecayPoint& first = guess.front();
  law_.start = std::log(first.amplitude) + first.damping * kTwoPi * first.frequency_hz * first.time;
  lowest_ = law_.start;
  for (const DecayPoint& p : guess) lowest_ = std::min(lowest_, std::log(p.amplitude));
  law_.splines = CubicSplines(breakpoints(lowest_, law_.start));
  lowest_ -= 1;  // beyond it no path goes on
  // Straight through the guess.
  const Eigen::Index n = law_.splines.size();
  const Eigen::MatrixXd rough =
      law_.splines.roughness(std::vector<double>(law_.splines.intervals(), 1.0)) * kGuess /
      kFirstDamping;
  Eigen::MatrixXd normal = rough.transpose() * rough;
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(n, 2);
  for (const DecayPoint& p : guess) {
    const CubicSplines::Local b = law_.splines.at(std::log(p.amplitude));
    for (Eigen::Index i = 0; i < 4; ++i) {
      const double bi = b.value[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < 4; ++j)
        normal(b.first + i, b.first + j) += bi * b.value[static_cast<std::size_t>(j)];
      right(b.first + i, 0) += bi * std::log(p.damping);
      right(b.first + i, 1) += bi * std::log(kTwoPi * p.frequency_hz);
    }
  }
  const Eigen::MatrixXd c = normal.ldlt().solve(right);
  law_.log_damping = c.col(0);
  law_.log_omega = c.col(1);
  const auto peak = static_cast<std::size_t>(std::round(waves.front().time * sampling_hz));
  from_half_waves(waves, signal[std::min(peak, count_ - 1)] > 0);
}

DecayPath LawFit::path() const { return DecayPath(law_, end_, lowest_); }

double LawFit::gain(const LawPoint& p) const { return filter_.zero_phase_gain(p.omega / kTwoPi); }

std::vector<LawFit::Block> LawFit::blocks(const DecayPath& path) const {
  const std::vector<LawPoint>& points = path.points();
  std::vector<Block> list;
  for (std::size_t from = 0; from + 1 < points.size();) {
    std::size_t to = from + 1;
    while (to + 1 < points.size() && points[to].phase - points[from].phase < kTwoPi) ++to;
    if (points[to].phase - points[from].phase < 0.5 * kTwoPi) break;
    list.push_back({from, 0, to, 0, 0});
    Block& block = list.back();
    const double middle = 0.5 * (points[from].time + points[to].time);
    block.middle = from;
    while (points[block.middle].time < middle) ++block.middle;
    from = to;
  }
  return list;
}

void LawFit::weigh(const DecayPath& path, std::vector<Block>& blocks, double tainted) const {
  const std::vector<LawPoint>& points = path.points();
  const double settling = filter_.settling_time();
  for (Block& block : blocks) {
    const LawPoint& p = points[block.middle];
    const double height = std::exp(p.log_acceleration().real()) * gain(p);
    const double to_end = static_cast<double>(count_) / sampling_hz_ - p.time;
    double share = std::max(kFloor, noise_ / height);
    share = std::max(share, tainted * std::exp(-std::min(p.time, to_end) / settling));
    for (const Block& other : blocks)
      if (std::abs(points[other.middle].time - p.time) < settling)
        share = std::max(share, kSmeared * std::abs(other.value));
    if (block.share > 0) {
      share = std::max(kFloor, block.share);
      block.weight = 1 / (share * share);
      continue;
    }
    const double span = points[block.to].time - points[block.from].time;
    block.weight = span * bandwidth_ / (share * share);
  }
}

void LawFit::from_half_waves(const std::vector<HalfWave>& waves, bool first_is_peak) {
  // The phase of half wave k is (k + sign) pi; the model's first from one early on.
  const double sign = first_is_peak ? 0 : 1;
  const auto phase = [&](std::size_t k) {
    return std::numbers::pi * (static_cast<double>(k) + sign);
  };
  const std::size_t anchor = waves.size() / 8;
  law_.phase = 0;
  law_.phase = phase(anchor) - path().log_acceleration(waves[anchor].time).imag();
  for (int round = 0; round < kHalfWaveRounds; ++round) {
    const DecayPath p = path();
    std::vector<Block> used;
    std::size_t k = 0;
    for (Block block : blocks(p)) {
      const double until = p.points()[block.to].time;
      int count = 0;
      for (; k < waves.size() && waves[k].time < until; ++k, ++count) {
        const Complex model = p.log_acceleration(waves[k].time);
        block.value += Complex(
            std::log(waves[k].height) - model.real() - std::log(gain(p.points()[block.middle])),
            phase(k) - model.imag());
      }
      if (count == 0) continue;
      block.value /= count;
      used.push_back(block);
    }
    weigh(p, used, kTainted);
    update(p, used);
  }
}

bool LawFit::refine(const Rest& rest) {
  for (int i = 0; i < kMostRounds; ++i) {
    searching_ = i < kSearchRounds;
    round(rest, i == 0);
    if (change_ < kSettledChange) return true;
  }
  return false;
}

std::size_t LawFit::sample(const DecayPath& path, std::size_t point) const {
  return std::min(count_, static_cast<std::size_t>(path.points()[point].time * sampling_hz_));
}

LawFit::Block LawFit::projected(Block block, const DecayPath& path,
                                const std::vector<Complex>& model,
                                const std::vector<double>& left) const {
  // Least squares of left = Re(model value), value constant in the block.
  double cc = 0, cs = 0, ss = 0, xc = 0, xs = 0, xx = 0;
  const std::size_t first = sample(path, block.from);
  const std::size_t last = std::min(left.size(), sample(path, block.to));
  for (std::size_t i = first; i < last; ++i) {
    const double c = model[i].real(), s = -model[i].imag();
    cc += c * c;
    cs += c * s;
    ss += s * s;
    xc += left[i] * c;
    xs += left[i] * s;
    xx += left[i] * left[i];
  }
  const double determinant = cc * ss - cs * cs;
  if (!(determinant > 0)) return block;
  const double c = (xc * ss - xs * cs) / determinant, s = (xs * cc - xc * cs) / determinant;
  block.value = {c, s};
  const auto count = static_cast<double>(last - first);
  block.share = std::sqrt(std::max(0.0, xx - c * xc - s * xs) / count * 2 / (cc + ss));
  return block;
}

void LawFit::round(const Rest& rest, bool whole) {
  const DecayPath p = path();
  const std::vector<LawPoint>& points = p.points();
  const double early = kEarly * filter_.settling_time();
  const std::vector<Complex> model = p.acceleration(count_, sampling_hz_);
  std::vector<double> real(count_);
  for (std::size_t i = 0; i < count_; ++i) real[i] = model[i].real();
  BandRest left;
  if (whole) {
    left = rest(real);
    first_model_ = real;
    first_rest_ = left.filtered;
  } else {
    const auto count = std::min(count_, static_cast<std::size_t>(2 * early * sampling_hz_));
    left = rest({real.begin(), real.begin() + static_cast<std::ptrdiff_t>(count)});
    left.filtered.resize(count_);
  }
  std::vector<Block> used;
  for (const Block& empty : blocks(p)) {
    const LawPoint& middle = points[empty.middle];
    const double g = gain(middle);
    if (!whole && middle.time > early)
      // What the model has changed by since then passes the filter as it is.
      for (std::size_t i = sample(p, empty.from); i < sample(p, empty.to); ++i)
        left.filtered[i] = first_rest_[i] + g * (first_model_[i] - real[i]);
    Block block = projected(empty, p, model, left.filtered);
    block.share = 0;
    block.value /= g;
    // At the start the filter sees less than half of what it needs; the samples say it all,
    // unless other modes drown them.
    const bool head =
        points[empty.to].time * sampling_hz_ < static_cast<double>(left.head.size()) &&
        middle.time < kHead * filter_.settling_time();
    if (head) {
      const Block plain = projected(empty, p, model, left.head);
      const double height = std::exp(middle.log_acceleration().real()) * g;
      if (plain.share < kPlainest + kPlainer * noise_ / height) block = plain;
    }
    used.push_back(block);
  }
  weigh(p, used, 0);
  update(p, used);
}

void LawFit::update(const DecayPath& path, const std::vector<Block>& blocks) {
  const std::vector<LawPoint>& points = path.points();
  const Eigen::Index n = law_.splines.size(), unknowns = 2 * n + 2;
  const auto count = static_cast<Eigen::Index>(blocks.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(2 * count, unknowns);
  Eigen::VectorXd value(2 * count);
  // At fixed time, with T = dx_0/g_0 - int (dc + dd) B / g the delay of the path:
  //   dx = g T,  dphase = dphase_0 + dx_0 omega_d0/g_0 - int dc B/zeta - omega_d T
  Eigen::RowVectorXd delay = Eigen::RowVectorXd::Zero(n), turn = delay;  // the integrals
  const LawPoint& start = points.front();
  std::size_t at = 0;
  for (Eigen::Index b = 0; b < count; ++b) {
    const Block& block = blocks[static_cast<std::size_t>(b)];
    for (; at < block.middle; ++at) {
      const double step = points[at].x - points[at + 1].x;
      const LawPoint middle = law_point(law_, points[at].x - 0.5 * step);
      constexpr double kSix = 6, kFour = 4;  // Simpson's rule
      const auto add = [&](const LawPoint& p, double share) {
        for (std::size_t i = 0; i < 4; ++i) {
          const Eigen::Index j = p.splines.first + static_cast<Eigen::Index>(i);
          delay(j) += share * step * p.splines.value[i] / p.rate();
          turn(j) += share * step * p.splines.value[i] / p.zeta;
        }
      };
      add(points[at], 1 / kSix);
      add(middle, kFour / kSix);
      add(points[at + 1], 1 / kSix);
    }
    const LawPoint& p = points[block.middle];
    const double root = std::sqrt(block.weight);
    const double to_log = p.rate() * (1 + 2 * p.omega_slope);
    auto log_row = jacobian.row(2 * b), phase_row = jacobian.row(2 * b + 1);
    log_row.head(n) = -to_log * delay;
    log_row.segment(n, n) = -to_log * delay;
    for (std::size_t i = 0; i < 4; ++i)
      log_row(n + p.splines.first + static_cast<Eigen::Index>(i)) += 2 * p.splines.value[i];
    log_row(2 * n) = to_log / start.rate();
    phase_row.head(n) = p.omega_d() * delay - turn;
    phase_row.segment(n, n) = p.omega_d() * delay;
    phase_row(2 * n) = (start.omega_d() - p.omega_d()) / start.rate();
    phase_row(2 * n + 1) = 1;
    log_row *= root;
    phase_row *= root;
    value(2 * b) = root * block.value.real();
    value(2 * b + 1) = root * block.value.imag();
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> compressed(jacobian);
  const Eigen::Index rows = std::min<Eigen::Index>(2 * count, unknowns);
  const Eigen::MatrixXd r_data = compressed.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
  const Eigen::VectorXd q_value = (compressed.householderQ().transpose() * value).eval();
  const double unexplained = value.squaredNorm() - q_value.head(rows).squaredNorm();

  std::vector<double> even(law_.splines.intervals(), 1.0), by_damping;
  for (std::size_t i = 0; i < even.size(); ++i)
    by_damping.push_back(std::pow(law_point(law_, law_.splines.middle(i)).zeta, -2.0));
  const Eigen::MatrixXd rough1 = law_.splines.roughness(even);
  const Eigen::MatrixXd rough2 = law_.splines.roughness(by_damping);
  const Eigen::Index more = rough1.rows();

  struct Solution {
    double evidence;
    Eigen::VectorXd step;
    Eigen::MatrixXd r;
    double sum;
  };
  const auto solve = [&](double tau1, double tau2) {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows + 2 * more, unknowns);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(rows + 2 * more);
    all.topRows(rows) = r_data;
    right.head(rows) = q_value.head(rows);
    all.block(rows, 0, more, n) = rough1 / tau1;
    right.segment(rows, more) = -rough1 * law_.log_damping / tau1;
    all.block(rows + more, n, more, n) = rough2 / tau2;
    right.tail(more) = -rough2 * law_.log_omega / tau2;
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(all);
    const Eigen::VectorXd q = (qr.householderQ().transpose() * right).eval();
    Solution s;
    s.r = qr.matrixQR().topRows(unknowns).triangularView<Eigen::Upper>();
    s.step = s.r.triangularView<Eigen::Upper>().solve(q.head(unknowns));
    s.sum = q.tail(q.size() - unknowns).squaredNorm() + unexplained;
    s.evidence = -0.5 * s.sum - s.r.diagonal().array().abs().log().sum() -
                 static_cast<double>(n - 2) * (std::log(tau1) + std::log(tau2));
    const double far1 = std::log(tau1 / kUsualDamping) / kSpreadDamping;
    const double far2 = std::log(tau2 / kUsualOmega) / kSpreadOmega;
    s.evidence -= 0.5 * (far1 * far1 + far2 * far2);
    return s;
  };
  Solution best = solve(tau_damping_, tau_omega_);
  if (searching_)
    for (double* tau : {&tau_damping_, &tau_omega_})
      for (const double factor : {kFactor, 1 / kFactor})
        for (bool better = true; better;) {
          const double before = *tau;
          *tau *= factor;
          const bool damping = tau == &tau_damping_;
          better = *tau > (damping ? kLeastDamping : kLeastOmega) &&
                   *tau < (damping ? kMostDamping : kMostOmega);
          if (better) {
            Solution trial = solve(tau_damping_, tau_omega_);
            better = trial.evidence > best.evidence;
            if (better) best = std::move(trial);
          }
          if (!better) *tau = before;
        }
  const double most = std::max(1.0, std::abs(best.step(2 * n)) / kMostStep);
  law_.log_damping += best.step.head(n) / most;
  law_.log_omega += best.step.segment(n, n) / most;
  law_.start += best.step(2 * n) / most;
  law_.phase += best.step(2 * n + 1) / most;

  data_root_ = r_data;
  root_ = best.r;
  const Eigen::VectorXd change = jacobian * best.step;
  change_ = std::sqrt(change.squaredNorm() / static_cast<double>(2 * count));
  misfit_ = std::sqrt((value - change).squaredNorm() / static_cast<double>(2 * count));
}

std::vector<Complex> LawFit::analytic(const Rest& rest, std::size_t count) const {
  const DecayPath p = path();
  std::vector<Complex> model = p.acceleration(count_, sampling_hz_);
  std::vector<double> real(count_);
  for (std::size_t i = 0; i < count_; ++i) real[i] = model[i].real();
  const std::vector<Complex> left = analytic_signal(rest(real).filtered);
  model.resize(std::min(count, count_));
  for (std::size_t i = 0; i < model.size(); ++i) model[i] += left[i];
  return model;
}

double LawFit::degrees() const {
  // Trace of (N + P)^-1 N over the damping's coefficients, N = R'R of the data.
  const Eigen::MatrixXd normal = data_root_.transpose() * data_root_;
  const Eigen::MatrixXd half = root_.transpose().triangularView<Eigen::Lower>().solve(normal);
  const Eigen::MatrixXd hat = root_.triangularView<Eigen::Upper>().solve(half);
  return std::max(1.0, hat.diagonal().head(law_.splines.size()).sum());
}

double LawFit::damping_deviation(double x) const {
  const CubicSplines::Local b = law_.splines.at(x);
  Eigen::VectorXd row = Eigen::VectorXd::Zero(root_.cols());
  for (std::size_t i = 0; i < b.value.size(); ++i)
    row(b.first + static_cast<Eigen::Index>(i)) = b.value[i];
  return root_.transpose().triangularView<Eigen::Lower>().solve(row).norm();
}

std::vector<DecayPoint> LawFit::points(double from, double to, int count, double mode_shape) const {
  const DecayPath p = path();
  std::vector<DecayPoint> list;
  const double first = p.at(law_, from).x, last = p.at(law_, to).x;
  const double worth = std::min(1.0, degrees() / count);
  std::size_t k = 0;
  for (int i = 0; i < count; ++i) {
    const double x = first + (last - first) * i / std::max(1, count - 1);
    while (k + 1 < p.points().size() && p.points()[k + 1].x > x) ++k;
    const LawPoint at = law_point(law_, x);
    const double since = (p.points()[k].x - x) / (0.5 * (p.points()[k].rate() + at.rate()));
    list.push_back(
        {p.points()[k].time + since, std::exp(x) / mode_shape, at.omega / kTwoPi, at.zeta, worth});
  }
  return list;
}

}  // namespace slipfront
