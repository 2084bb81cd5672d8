// The hypergeometric sums behind the Bouc-Wen law, as functions of p = rate f^n / A.
//
// On a monotonic branch df/du = A (1 - p), with rate = alpha - beta > 0 in loading
// (0 <= p < 1) and rate = -(alpha + beta) < 0 in unloading (p <= 0). From zero,
//
//   u = (f/A) S(p),            S  = 2F1(1, 1/n; 1+1/n; p) = sum p^k / (1 + k n)
//   int f du = (f^2/2A) S2(p), S2 = 2F1(1, 2/n; 1+2/n; p) = sum p^k / (1 + k n/2)
//
// Four ways to sum them, each where it is accurate:
//   |p| <= 1/2          the power series
//   p > 1/2, y^2 n not small (y = p^(1/n))
//                       S = (b/y) H(b), b = 1/n, with q = 1 - p and
//                       H(b) = -ln q + psi(1) - psi(b) - sum_k (1-b)_k q^k / (k k!)
//   other p > 1/2       the power series, as long as it takes
//   p < -1/2            from p = -1/2 on, Gauss quadrature of dS = int b e^(b l)/(1+e^l) dl,
//                       l = ln|p|, over steps of at most one
// (Abramowitz and Stegun 15.3.10; Porter et al. eq 10 and 11.) No case for integer n:
// the digamma form covers the logarithm that all n share.
//
// Limits: exponent within [kSmallestExponent, kLargestExponent]; relative accuracy
// about 1e-14.
#pragma once

#include <array>

namespace slipfront {

/// Differences are kept divided by p, so that nothing cancels for small p.
struct BoucWenSums {
  double s = 1;       // S
  double excess = 0;  // (S - 1) / p
  double loss = 0;    // (S2 - S) / p
  double s_n = 0;     // (dS/dn at fixed p) / p
  double loss_n = 0;  // (d(S2 - S)/dn at fixed p) / p
};

/// H(b) and its derivative with respect to b, for q <= 1/2.
class LogarithmicSum {
 public:
  explicit LogarithmicSum(double b);
  double b() const { return b_; }
  double constant() const { return constant_; }         // psi(1) - psi(b)
  double constant_slope() const { return -trigamma_; }  // its derivative
  double tail(double q) const;                          // sum (1-b)_k q^k / (k k!)
  double tail_slope(double q) const;                    // d tail / d b
  double value(double log_q, double q) const { return constant_ - log_q - tail(q); }
  double slope(double q) const { return constant_slope() - tail_slope(q); }

 private:
  static constexpr int kTerms = 60;  // 2^-60 is below rounding, with room for (1-b)_k / k!
  double b_, constant_, trigamma_;
  std::array<double, kTerms> coefficient_, slope_;
};

class BoucWenSeries {
 public:
  static constexpr double kSmallestExponent = 0.1;
  static constexpr double kLargestExponent = 10;

  explicit BoucWenSeries(double n);

  double exponent() const { return n_; }
  const LogarithmicSum& force_sum() const { return first_; }    // b = 1/n
  const LogarithmicSum& energy_sum() const { return second_; }  // b = 2/n

  /// S alone; q = 1 - p is given apart because it may be known to more digits.
  double s(double p, double q) const;
  BoucWenSums at(double p, double q) const;
  /// From the logarithmic form; log_q may be below the logarithm of any double.
  BoucWenSums saturated(double p, double q, double log_q) const;

 private:
  bool logarithmic(double p) const;
  BoucWenSums power_series(double p) const;
  BoucWenSums long_series(double p) const;
  BoucWenSums far_unloading(double p) const;

  static constexpr int kTerms = 54;  // 2^-54 is below rounding
  double n_;
  LogarithmicSum first_, second_;
  std::array<double, kTerms> excess_, loss_, s_n_, loss_n_;
};

}  // namespace slipfront
