#include "experiment/complex_amplitude.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace slipfront {

namespace {

using Complex = std::complex<double>;
constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr double kCycles = 2.5;     // of a piece
constexpr Eigen::Index kTerms = 3;  // of its polynomial
constexpr std::size_t kMost = 200;  // pieces
constexpr double kAboveNoise = 3;   // the decay ends with the last so many pieces in a row that
constexpr std::size_t kInARow = 4;  // are above the noise: one alone may be so by chance
constexpr double kKnown = 0.003;    // no amplitude is known better than by this share

/// What a piece is multiplied with, sample by sample, to give A in its middle.
Eigen::VectorXcd weights_of_samples(Eigen::Index samples, const AmplitudeOptions& o) {
  Eigen::MatrixXd basis(samples, 2 * kTerms);
  for (Eigen::Index i = 0; i < samples; ++i) {
    const double middle = 0.5 * static_cast<double>(samples - 1);
    const double cycles = (static_cast<double>(i) - middle) / o.sampling_hz * o.centre_hz;
    double power = 1;
    for (Eigen::Index k = 0; k < kTerms; ++k) {
      basis(i, 2 * k) = power * std::cos(kTwoPi * cycles);
      basis(i, 2 * k + 1) = -power * std::sin(kTwoPi * cycles);
      power *= cycles;
    }
  }
  // (B'B)^+ B', of which two rows are wanted: never a matrix of samples by samples. The basis is
  // well conditioned (1e2), but of very few samples it has less than full rank.
  const Eigen::MatrixXd squares = basis.transpose() * basis;
  const Eigen::MatrixXd rows =
      basis * squares.completeOrthogonalDecomposition().pseudoInverse().leftCols(2);
  return rows.col(0) + Complex(0, 1) * rows.col(1);
}

}  // namespace

ComplexAmplitude complex_amplitude(const std::vector<double>& signal, const AmplitudeOptions& o) {
  const auto sample = [&](double time) {
    return static_cast<std::size_t>(std::max(0.0, time) * o.sampling_hz);
  };
  const auto length = static_cast<std::size_t>(std::ceil(kCycles / o.centre_hz * o.sampling_hz));
  const std::size_t first = sample(o.from), last = std::min(signal.size(), sample(o.to));
  ComplexAmplitude pieces;
  if (last < first + length) return pieces;
  const auto rows = static_cast<Eigen::Index>(length);
  const Eigen::VectorXcd weights = weights_of_samples(rows, o);
  const Eigen::VectorXd re = weights.real(), im = weights.imag();
  const auto at = [&](std::size_t i) {
    const Eigen::Map<const Eigen::VectorXd> piece(signal.data() + i, rows);
    return Complex(re.dot(piece), im.dot(piece));
  };
  std::size_t end = first, row = 0;
  for (std::size_t i = first; i + length <= last; i += length) {
    row = std::abs(at(i)) > kAboveNoise * o.noise ? row + 1 : 0;
    if (row >= kInARow) end = i + length;
  }
  const std::size_t step = std::max(length, (end - first) / kMost);
  for (std::size_t i = first; i + length <= end; i += step) {
    const double time = static_cast<double>(i - first) / o.sampling_hz;
    const Complex value = at(i);
    pieces.time.push_back(time);
    pieces.value.push_back(value * std::polar(1.0, -kTwoPi * o.centre_hz * time));
    pieces.weight.push_back(1 / std::hypot(o.noise, kKnown * std::abs(value)));
  }
  return pieces;
}

}  // namespace slipfront
