// The law of a decay (decay_law.hpp) that its half waves and then its samples ask for.
//
// First the half waves, whose phase is counted. Then, in rounds, what the filter leaves of the
// record less the law's own acceleration: a filter smears an amplitude that falls within its
// settling time and rings at the first sample, but only of what the law does not yet explain. At
// the start, where the filter sees half of what it needs, the samples themselves are used, less
// the other modes' oscillations. Each round is a step of law_step.hpp.
//
// Source: the rounds are our own.
#pragma once

#include <functional>
#include <vector>

#include "experiment/band_signal.hpp"
#include "experiment/decay.hpp"
#include "experiment/decay_checks.hpp"
#include "experiment/law_step.hpp"

namespace slipfront {

class LawFit {
 public:
  /// `signal`: band-passed; `waves`: its half waves down to the noise; `noise`: of their heights;
  /// `guess`: points in response amplitude.
  LawFit(const std::vector<double>& signal, double sampling_hz, const std::vector<HalfWave>& waves,
         double noise, const std::vector<DecayPoint>& guess, const BandPass& filter,
         const Band& band);

  /// What is left of the record, as far as the model reaches, when a model of the mode is taken
  /// out (BandIsolation::rest).
  using Rest = std::function<BandRest(const std::vector<double>& model)>;
  /// Rounds until nothing changes by more than a little of its noise; false if the law was still
  /// changing by as much as its noise at the last one.
  bool refine(const Rest& rest);

  /// The acceleration with its Hilbert transform: the law's own, and of what it leaves in the
  /// band the first `count` samples.
  std::vector<std::complex<double>> analytic(const Rest& rest, std::size_t count) const;

  const DecayLaw& law() const { return law_; }
  DecayPath path() const;
  /// What the last round left, in standard deviations of the noise (1 if noise is all).
  double misfit() const { return last_.misfit; }
  /// The same, cycle by cycle.
  const std::vector<Leftover>& left() const { return left_; }
  /// Independent values that the damping curve is worth.
  double degrees() const;
  /// Standard deviations by noise, of ln zeta and of ln omega at an amplitude.
  double damping_deviation(double x) const;
  double omega_deviation(double x) const;
  /// `count` points evenly in ln q between two times, in displacement over `mode_shape`.
  std::vector<DecayPoint> points(double from, double to, int count, double mode_shape) const;

 private:
  void from_half_waves(const std::vector<HalfWave>& waves, bool first_is_peak);
  void round(const Rest& rest, bool whole, bool search);
  /// The first blocks from samples, where these say more than the filter's output.
  void use_samples(std::vector<LawBlock>& blocks, const DecayPath& path,
                   const std::vector<std::complex<double>>& model, const std::vector<double>& head);
  double deviation(double x, Eigen::Index first) const;
  void update(const DecayPath& path, std::vector<LawBlock>& blocks, double tainted, bool search);

  DecayLaw law_;
  const BandPass& filter_;
  std::size_t count_;
  double sampling_hz_, bandwidth_, noise_, end_ = 0, lowest_ = 0;
  LawStep last_;
  DecayLaw before_;  // the last step
  std::vector<LawBlock> blocks_;
  Eigen::MatrixXd covariance_;  // of the law's unknowns, after the last round
  std::vector<Leftover> left_;
  double part_ = 1;                               // of each step that is taken
  std::vector<bool> from_samples_;                // the first blocks
  std::vector<double> first_model_, first_rest_;  // of the round over the whole record
};

}  // namespace slipfront
