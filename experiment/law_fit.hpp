// The law of a decay (decay_law.hpp) that its half waves and then its samples ask for.
//
//   minimise  sum_b w_b |ln a_b - model|^2 + |ln zeta''|^2 / tau_1^2 + |ln omega''|^2 / tau_2^2
//
// over blocks b of a cycle or more, ln a = ln envelope + i phase, w_b = 1/variance, primes by
// ln q. Both tau are those of greatest evidence: without need the curves are power laws, which
// viscous, quadratic and Iwan microslip damping are.
//
// First the half waves, whose phase is counted. Then, in rounds, what the filter leaves of the
// record less the law's own acceleration: a filter smears an amplitude that falls within its
// settling time and rings at the first sample, but only of what the law does not yet explain.
//
// Source: smoothing splines and evidence as in Wahba 1990 and MacKay 1992; the rounds are
// our own.
#pragma once

#include <functional>
#include <vector>

#include "experiment/band_signal.hpp"
#include "experiment/decay.hpp"
#include "experiment/decay_law.hpp"

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
  /// Rounds until nothing changes by more than a little of its noise; false if that never came.
  bool refine(const Rest& rest);

  /// The acceleration with its Hilbert transform: the law's own, and of what it leaves in the
  /// band the first `count` samples.
  std::vector<std::complex<double>> analytic(const Rest& rest, std::size_t count) const;

  const DecayLaw& law() const { return law_; }
  DecayPath path() const;
  /// What the last round left, in standard deviations of the noise (1 if noise is all).
  double misfit() const { return misfit_; }
  /// Independent values that the damping curve is worth.
  double degrees() const;
  /// Standard deviation of ln zeta by noise.
  double damping_deviation(double x) const;
  /// `count` points evenly in ln q between two times, in displacement over `mode_shape`.
  std::vector<DecayPoint> points(double from, double to, int count, double mode_shape) const;

 private:
  struct Block {
    std::size_t from, middle, to;  // points of the path
    std::complex<double> value;    // of ln a, less the model's
    double weight = 0;
    double share = 0;  // that the value is known to, if that is not the filter's noise
  };
  std::size_t sample(const DecayPath& path, std::size_t point) const;
  Block projected(Block block, const DecayPath& path,
                  const std::vector<std::complex<double>>& model,
                  const std::vector<double>& left) const;
  std::vector<Block> blocks(const DecayPath& path) const;
  void weigh(const DecayPath& path, std::vector<Block>& blocks, double tainted) const;
  double gain(const LawPoint& p) const;
  void from_half_waves(const std::vector<HalfWave>& waves, bool first_is_peak);
  void round(const Rest& rest, bool whole);
  void update(const DecayPath& path, const std::vector<Block>& blocks);

  DecayLaw law_;
  const BandPass& filter_;
  std::size_t count_;
  double sampling_hz_, bandwidth_, noise_, end_ = 0, lowest_ = 0;
  double misfit_ = 0, change_ = 0, tau_damping_, tau_omega_;
  bool searching_ = true;                         // for the roughness
  std::vector<double> first_model_, first_rest_;  // of the round over the whole record
  Eigen::MatrixXd data_root_, root_;  // R'R = the normal matrix of the data, and with roughness
};

}  // namespace slipfront
