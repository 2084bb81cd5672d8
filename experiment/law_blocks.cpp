#include "experiment/law_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipfront {

namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
// Envelopes are never known better than this share.
constexpr double kFloor = 1e-4;
// Of what is still found, the filter spreads this share over its settling time.
constexpr double kSmeared = 0.2;

}  // namespace

std::vector<LawBlock> law_blocks(const DecayPath& path) {
  const std::vector<LawPoint>& points = path.points();
  std::vector<LawBlock> list;
  for (std::size_t from = 0; from + 1 < points.size();) {
    std::size_t to = from + 1;
    while (to + 1 < points.size() && points[to].phase - points[from].phase < kTwoPi) ++to;
    if (points[to].phase - points[from].phase < 0.5 * kTwoPi) break;
    LawBlock block;
    block.from = block.middle = from;
    block.to = to;
    const double middle = 0.5 * (points[from].time + points[to].time);
    while (points[block.middle].time < middle) ++block.middle;
    list.push_back(block);
    from = to;
  }
  return list;
}

std::size_t sample_at(const DecayPath& path, std::size_t point, double sampling_hz,
                      std::size_t count) {
  return std::min(count, static_cast<std::size_t>(path.points()[point].time * sampling_hz));
}

LawBlock projected(LawBlock block, const DecayPath& path,
                   const std::vector<std::complex<double>>& model, const std::vector<double>& left,
                   double sampling_hz) {
  double cc = 0, cs = 0, ss = 0, xc = 0, xs = 0, xx = 0;
  const std::size_t count = std::min(model.size(), left.size());
  const std::size_t first = sample_at(path, block.from, sampling_hz, count);
  const std::size_t last = sample_at(path, block.to, sampling_hz, count);
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
  block.share = std::sqrt(std::max(0.0, xx - c * xc - s * xs) / static_cast<double>(last - first) *
                          2 / (cc + ss));
  return block;
}

double gain(const BandPass& filter, const LawPoint& point) {
  return filter.zero_phase_gain(point.omega / kTwoPi);
}

void weigh(std::vector<LawBlock>& blocks, const DecayPath& path, const BlockNoise& noise) {
  const std::vector<LawPoint>& points = path.points();
  const double settling = noise.filter.settling_time();
  for (LawBlock& block : blocks) {
    const LawPoint& p = points[block.middle];
    double share = std::max(kFloor, block.share);
    if (block.sampled) {
      block.weight = 1 / (share * share);
      continue;
    }
    const double height = std::exp(p.log_acceleration().real()) * gain(noise.filter, p);
    const double to_end = noise.end - p.time;
    share = std::max({share, noise.height / height,
                      noise.tainted * std::exp(-std::min(p.time, to_end) / settling)});
    for (const LawBlock& other : blocks)
      if (std::abs(points[other.middle].time - p.time) < settling)
        share = std::max(share, kSmeared * std::abs(other.value));
    const double span = points[block.to].time - points[block.from].time;
    block.weight = span * noise.bandwidth_hz / (share * share);
  }
}

}  // namespace slipfront
