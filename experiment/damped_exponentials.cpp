#include "experiment/damped_exponentials.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipfront {

namespace {

using Complex = std::complex<double>;

// Samples per cycle of the highest oscillation at the lower rate.
constexpr double kPerCycle = 5;
constexpr Eigen::Index kFewestBlocks = 8;
constexpr Eigen::Index kMostBlocks = 240;  // keeps the decomposition below a millisecond or two
// Singular values below this share of the largest are noise ...
constexpr double kSmallestShare = 3e-3;
// ... and so are those below this multiple of their median (noise fills most of them).
constexpr double kAboveMedian = 3;
constexpr Eigen::Index kMostPoles = 24;  // twelve oscillations: more is fitting noise
// An oscillation that loses more than this per radian (damping ratio 0.3) is no mode; one
// that grows is noise.
constexpr double kFastestDecay = 0.3;
// Backwards an oscillation grows; beyond this ln of growth it stays as it is, so that one
// found in noise cannot blow up.
constexpr double kMostGrowth = 1.5;
// Polynomials are for oscillations of at least this many cycles in the piece: a slow one that
// may bend takes the shape of others.
constexpr double kFewestCycles = 6;
// A polynomial says nothing further back than this share of the piece it was learnt from.
constexpr double kFurthest = 0.3;

}  // namespace

DampedExponentials::DampedExponentials(const std::vector<double>& signal, std::size_t count,
                                       double sampling_hz, double highest_hz, int degree)
    : sampling_hz_(sampling_hz), powers_(static_cast<std::size_t>(degree) + 1) {
  count = std::min(count, signal.size());
  piece_ = static_cast<double>(count) / sampling_hz;
  auto block =
      std::max<Eigen::Index>(1, static_cast<Eigen::Index>(sampling_hz / (kPerCycle * highest_hz)));
  const auto samples = static_cast<Eigen::Index>(count);
  block = std::max(block, (samples + kMostBlocks - 1) / kMostBlocks);
  const Eigen::Index blocks = samples / block;
  if (blocks < kFewestBlocks) return;
  Eigen::VectorXd x(blocks);
  for (Eigen::Index i = 0; i < blocks; ++i)
    x(i) = Eigen::Map<const Eigen::VectorXd>(signal.data() + i * block, block).mean();

  // Hankel matrix of one column more than the pencil parameter; its leading right singular
  // vectors V span the oscillations, and V1 V2^+ has their poles.
  const Eigen::Index pencil = blocks / 2, rows = blocks - pencil;
  Eigen::MatrixXd hankel(rows, pencil + 1);
  for (Eigen::Index j = 0; j <= pencil; ++j) hankel.col(j) = x.segment(j, rows);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(hankel, Eigen::ComputeThinV);
  const Eigen::VectorXd& sigma = svd.singularValues();
  const double floor = std::max(kSmallestShare * sigma(0), kAboveMedian * sigma(sigma.size() / 2));
  Eigen::Index rank = 0;
  while (rank < std::min(sigma.size(), kMostPoles) && sigma(rank) > floor) ++rank;
  if (rank == 0 || rank >= pencil) return;
  const Eigen::MatrixXd v = svd.matrixV().leftCols(rank);
  const Eigen::MatrixXd shift = v.topRows(pencil).colPivHouseholderQr().solve(v.bottomRows(pencil));
  const Eigen::VectorXcd poles = shift.eigenvalues();
  const double block_rate = sampling_hz / static_cast<double>(block);
  for (const Complex& z : poles) {
    if (!(std::abs(z) > 0) || z.imag() <= 0) continue;
    const Complex s = std::log(z) * block_rate;
    const double ratio = -s.real() / std::abs(s);
    if (ratio < kFastestDecay && ratio > 0) rates_.push_back(s);
  }
  if (rates_.empty()) return;

  const auto powers = [&](const Complex& rate) {
    const double cycles = rate.imag() * piece_ / (2 * std::numbers::pi);
    return cycles < kFewestCycles ? 1 : powers_;
  };
  Eigen::Index columns = 0;
  for (const Complex& rate : rates_) columns += static_cast<Eigen::Index>(2 * powers(rate));
  Eigen::MatrixXd basis(samples, columns);
  Eigen::Index column = 0;
  for (const Complex& rate : rates_) {
    const Complex step = std::exp(rate / sampling_hz);
    const auto last = column + static_cast<Eigen::Index>(2 * powers(rate));
    Complex value = 1;
    for (Eigen::Index i = 0; i < samples; ++i, value *= step) {
      Complex term = value;
      for (Eigen::Index j = column; j < last; j += 2) {
        basis(i, j) = term.real();
        basis(i, j + 1) = -term.imag();
        term *= static_cast<double>(i) / static_cast<double>(samples);
      }
    }
    column = last;
  }
  // Poles that lie close together make the basis nearly dependent: a little damping of the
  // least squares keeps their amplitudes from growing against each other.
  constexpr double kRidge = 1e-9;  // of the mean diagonal
  Eigen::MatrixXd normal = basis.transpose() * basis;
  normal.diagonal().array() += kRidge * normal.diagonal().mean();
  const Eigen::VectorXd c = normal.ldlt().solve(
      basis.transpose() * Eigen::Map<const Eigen::VectorXd>(signal.data(), samples));
  column = 0;
  for (const Complex& rate : rates_)
    for (std::size_t power = 0; power < powers_; ++power) {
      amplitudes_.emplace_back(0);
      if (power >= powers(rate)) continue;
      amplitudes_.back() = {c(column), c(column + 1)};
      column += 2;
    }
}

void DampedExponentials::leave_out(double low_hz, double high_hz) {
  for (std::size_t k = rates_.size(); k-- > 0;) {
    const double frequency = std::abs(rates_[k].imag()) / (2 * std::numbers::pi);
    if (frequency < low_hz || frequency > high_hz) continue;
    rates_.erase(rates_.begin() + static_cast<std::ptrdiff_t>(k));
    const auto first = amplitudes_.begin() + static_cast<std::ptrdiff_t>(k * powers_);
    amplitudes_.erase(first, first + static_cast<std::ptrdiff_t>(powers_));
  }
}

double DampedExponentials::at(double sample) const {
  const double time = sample / sampling_hz_;
  const double share = std::clamp(time / piece_, -kFurthest, 1.0);
  double value = 0;
  for (std::size_t k = 0; k < rates_.size(); ++k) {
    const double growth = std::min(rates_[k].real() * time, kMostGrowth);
    Complex amplitude = 0;
    for (std::size_t power = powers_; power-- > 0;)
      amplitude = amplitude * share + amplitudes_[k * powers_ + power];
    value += (amplitude * std::polar(std::exp(growth), rates_[k].imag() * time)).real();
  }
  return value;
}

}  // namespace slipfront
