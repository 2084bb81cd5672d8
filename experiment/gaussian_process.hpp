// Gaussian process regression of a curve y(x) from binned observations, with noise that
// varies along x.
//
//   y = f(x) + e,   f ~ GP(0, k),   e ~ N(0, s^2(x)) independently per observation
//   k(u, u') = v (1 + u u') + a exp(-(u - u')^2 / (2 l^2))
//   ln s^2 = b0 + b1 u + b2 u^2
//
// Of e a part may be known beforehand, with the variance w_i: s^2 is then what is beyond it.
//
// u in [-1, 1] over the data; y standardised; v large (a straight line is free). The
// hyperparameters (ln a, ln l, b0, b1, b2) minimise the negative log marginal likelihood
//
//   1/2 y'C^-1 y + 1/2 ln|C| + sum_i f_i/2 (ln t_i + S_i^2 / t_i),
//   C = K + diag(t_i / n_i),   t_i = s_i^2 + w_i
//
// (bin i: mean y_i, variance S_i^2 worth f_i values, n_i observations; f_i = n_i - 1 of independent
// ones: together the likelihood of all points)
// (of decays that deviate as wholes b follows from the second sum alone, and a and l from the rest)
// plus a weak prior that keeps them finite, l above a fifth of the half range, from several
// starts (Ceres, BFGS).
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), chapters
// 2 and 5. Limits: O(bins^3).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "experiment/log_bins.hpp"

namespace slipfront {

struct Hyperparameters {
  double log_size = 0;                         // ln a, of standardised y
  double log_length = -0.35;                   // ln l, of u
  double noise0 = -4, noise1 = 0, noise2 = 0;  // b0, b1, b2
};

class GaussianProcess {
 public:
  /// With given hyperparameters. The bins must differ in x.
  GaussianProcess(std::vector<Bin> bins, const Hyperparameters& hyperparameters);
  /// With the best hyperparameters of a number of starts.
  static GaussianProcess fit(const std::vector<Bin>& bins);

  struct Prediction {
    Eigen::VectorXd mean;        // of f
    Eigen::MatrixXd covariance;  // of f
    Eigen::VectorXd noise;       // s^2: variance of one observation about f, beyond
    Eigen::VectorXd known;       // w: what was known of it, smoothed
  };
  Prediction predict(const Eigen::VectorXd& x) const;

  /// Whole curves, one per column: f drawn from its posterior plus the scatter of a test,
  /// (s^2 + w)^(1/2) z(x), where z has unit variance and the correlation exp(-(u-u')^2/2l^2) of f.
  /// The same seed gives the same curves.
  Eigen::MatrixXd draws(const Eigen::VectorXd& x, int count, std::uint64_t seed) const;

  const Hyperparameters& hyperparameters() const { return theta_; }
  /// Of the hyperparameters, without the prior.
  double negative_log_likelihood() const { return likelihood_; }

 private:
  Eigen::VectorXd known_at(const Eigen::VectorXd& u) const;  // of standardised y

  std::vector<Bin> bins_;
  Hyperparameters theta_;
  double centre_ = 0, half_ = 1;   // u = (x - centre) / half
  double offset_ = 0, scale_ = 1;  // standardised y = (y - offset) / scale
  Eigen::VectorXd u_, weights_;    // C^-1 y
  Eigen::VectorXd known_, count_;  // w_i, n_i
  Eigen::MatrixXd factor_;         // lower Cholesky factor of C
  double likelihood_ = 0;
};

/// Standard normal numbers, the same on every machine.
Eigen::VectorXd normal_numbers(Eigen::Index count, std::uint64_t& state);

}  // namespace slipfront
