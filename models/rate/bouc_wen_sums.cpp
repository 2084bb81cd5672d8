#include "models/rate/bouc_wen_sums.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

namespace slipfront {
namespace {

// Where the power series hands over: it halves per term there.
constexpr double kSeriesLimit = 0.5;
// H(b) = n X of the displacement, and n W >= n y^2/2 of the energy: above this the
// difference that makes them has lost no more than two digits.
constexpr double kSmallestEnergy = 0.1;
// A term of the long series below this part of the sum is rounding.
constexpr double kRounding = 1e-17;
// Twenty Gauss points on a step of one in ln|p|: e^(20 l) and the pole at l = i pi
// are both resolved to 1e-16.
constexpr int kGaussPoints = 20;
constexpr double kLogStep = 1;

/// The four terms of power k of the series.
struct Terms {
  double excess, loss, s_n, loss_n;
  Terms(double k, double n) {
    const double a = 1 / (1 + k * n);
    const double a2 = 1 / (1 + k * n / 2);
    excess = a;
    loss = k * n / 2 * a * a2;
    s_n = -k * a * a;
    loss_n = k * a * a - k / 2 * a2 * a2;
  }
};

template <std::size_t terms>
double horner(const std::array<double, terms>& c, double x) {
  // Even and odd powers apart: two chains that the processor runs side by side.
  static_assert(terms % 2 == 0);
  const double x2 = x * x;
  double even = 0, odd = 0;
  for (std::size_t k = terms; k > 0; k -= 2) {
    odd = odd * x2 + c[k - 1];
    even = even * x2 + c[k - 2];
  }
  return even + x * odd;
}

/// S and dS/db at p < -1/2, from their values at p0 = -1/2.
struct FarSum {
  double value, slope;
};
FarSum continue_sum(double b, FarSum start, double log_ratio, double log_start) {
  // y^b-weighted: S(p) = (p0/p)^b S(p0) + int_{l0}^{l} b e^(b (l'-l)) / (1 + e^l') dl'
  using Gauss = boost::math::quadrature::gauss<double, kGaussPoints>;
  const double decay = std::exp(-b * log_ratio);
  FarSum sum{decay * start.value, decay * (start.slope - log_ratio * start.value)};
  const int steps = 1 + static_cast<int>(log_ratio / kLogStep);
  const double half = log_ratio / steps / 2;
  for (int i = 0; i < steps; ++i) {
    const double middle = (2 * i + 1) * half;  // l' - l0
    const auto add = [&](double offset, double weight) {
      const double from_end = middle + offset - log_ratio;  // l' - l <= 0
      const double scale =
          weight * std::exp(b * from_end) / (1 + std::exp(log_start + middle + offset));
      sum.value += b * scale;
      sum.slope += (1 + b * from_end) * scale;
    };
    for (std::size_t j = 0; j < Gauss::abscissa().size(); ++j) {
      const double offset = Gauss::abscissa()[j] * half;
      const double weight = Gauss::weights()[j] * half;
      add(offset, weight);
      add(-offset, weight);
    }
  }
  return sum;
}

}  // namespace

LogarithmicSum::LogarithmicSum(double b)
    : b_(b),
      constant_(boost::math::digamma(1.0) - boost::math::digamma(b)),
      trigamma_(boost::math::trigamma(b)) {
  double product = 1, derivative = 0;  // (1-b)_k / k! and its derivative
  for (int i = 0; i < kTerms; ++i) {
    const double k = i + 1;
    derivative = (derivative * (k - b) - product) / k;
    product *= (k - b) / k;
    coefficient_[i] = product / k;
    slope_[i] = derivative / k;
  }
}

double LogarithmicSum::tail(double q) const { return q * horner(coefficient_, q); }
double LogarithmicSum::tail_slope(double q) const { return q * horner(slope_, q); }

BoucWenSeries::BoucWenSeries(double n) : n_(n), first_(1 / n), second_(2 / n) {
  for (int i = 0; i < kTerms; ++i) {
    const Terms term(i + 1, n);
    excess_[i] = term.excess;
    loss_[i] = term.loss;
    s_n_[i] = term.s_n;
    loss_n_[i] = term.loss_n;
  }
}

bool BoucWenSeries::logarithmic(double p) const {
  return p > kSeriesLimit && 2 * std::log(p) >= n_ * std::log(kSmallestEnergy / n_);
}

double BoucWenSeries::s(double p, double q) const {
  if (std::abs(p) <= kSeriesLimit) return 1 + p * horner(excess_, p);
  if (p > 0 && logarithmic(p)) {
    return first_.b() * std::pow(p, -first_.b()) * first_.value(std::log(q), q);
  }
  if (p < 0) return far_unloading(p).s;
  double excess = 0, power = 1;
  for (double k = 1; power > kRounding * q; ++k) {
    excess += power / (1 + k * n_);
    power *= p;
  }
  return 1 + p * excess;
}

BoucWenSums BoucWenSeries::at(double p, double q) const {
  if (std::abs(p) <= kSeriesLimit) return power_series(p);
  if (p < 0) return far_unloading(p);
  return logarithmic(p) ? saturated(p, q, std::log(q)) : long_series(p);
}

BoucWenSums BoucWenSeries::power_series(double p) const {
  BoucWenSums sums;
  sums.excess = horner(excess_, p);
  sums.loss = horner(loss_, p);
  sums.s_n = horner(s_n_, p);
  sums.loss_n = horner(loss_n_, p);
  sums.s = 1 + p * sums.excess;
  return sums;
}

BoucWenSums BoucWenSeries::long_series(double p) const {
  BoucWenSums sums;
  double power = 1;
  // All terms of `excess` and `loss` are positive; those of the derivatives are at
  // most k/(1+kn)^2, so the bound on power / (1 - p) covers them too.
  for (double k = 1; power > kRounding * (1 - p); ++k) {
    const Terms term(k, n_);
    sums.excess += power * term.excess;
    sums.loss += power * term.loss;
    sums.s_n += power * term.s_n;
    sums.loss_n += power * term.loss_n;
    power *= p;
  }
  sums.s = 1 + p * sums.excess;
  return sums;
}

BoucWenSums BoucWenSeries::saturated(double p, double q, double log_q) const {
  const double log_p = std::log1p(-q);
  const auto sum = [&](const LogarithmicSum& h, double& value, double& slope) {
    const double b = h.b();
    const double scale = std::exp(-b * log_p);
    const double sum_h = h.value(log_q, q);
    value = b * scale * sum_h;
    slope = scale * (sum_h + b * h.slope(q) - b * sum_h * log_p);
  };
  double s2, s_b, s2_b;
  BoucWenSums sums;
  sum(first_, sums.s, s_b);
  sum(second_, s2, s2_b);
  const double b_n = -first_.b() * first_.b();  // d(1/n)/dn
  sums.excess = (sums.s - 1) / p;
  sums.loss = (s2 - sums.s) / p;
  sums.s_n = b_n * s_b / p;
  sums.loss_n = b_n * (2 * s2_b - s_b) / p;
  return sums;
}

BoucWenSums BoucWenSeries::far_unloading(double p) const {
  const double start = -kSeriesLimit;
  const BoucWenSums near = power_series(start);
  const double b = first_.b();
  const double b_n = -b * b;
  const double log_start = std::log(kSeriesLimit);
  const double log_ratio = std::log(p / start);
  const FarSum first = continue_sum(b, {near.s, start * near.s_n / b_n}, log_ratio, log_start);
  const double s2 = near.s + start * near.loss;
  const double s2_n = start * (near.s_n + near.loss_n);
  const FarSum second = continue_sum(2 * b, {s2, s2_n / (2 * b_n)}, log_ratio, log_start);
  BoucWenSums sums;
  sums.s = first.value;
  sums.excess = (first.value - 1) / p;
  sums.loss = (second.value - first.value) / p;
  sums.s_n = b_n * first.slope / p;
  sums.loss_n = b_n * (2 * second.slope - first.slope) / p;
  return sums;
}

}  // namespace slipfront
