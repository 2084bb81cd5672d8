#include "experiment/gaussian_process.hpp"

#include <ceres/ceres.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr int kParameters = 5, kCurveParameters = 2;
constexpr double kLineVariance = 100;  // v: ten standard deviations of the data
// Added to the diagonal, of standardised y: keeps the factorisation positive.
constexpr double kJitter = 1e-10;
// The shortest length of a curve, in halves of the range: a backbone bends no faster, and what
// does so is how decays differ from each other. Points of one decay deviate together, which
// a likelihood of independent noise would follow from bin to bin.
constexpr double kShortest = 0.2;
// The weak prior: means and standard deviations of ln a, ln (l - shortest), b0, b1, b2. Curves
// bend over a good part of the range; noise is anything from a percent to all of the spread.
constexpr double kPriorMean[kParameters] = {0, -0.7, -4, 0, 0};
constexpr double kPriorSpread[kParameters] = {2, 1, 4, 1.5, 1};
// Starts: short and long curves, little and much noise.
constexpr double kStarts[][kParameters] = {
    {0, -0.7, -4, 0, 0}, {0, -2.3, -6, 0, 0}, {0, 0.1, -2, 0, 0}, {-1, -1.2, -8, 0, 0}};
// Known variances are smoothed over this distance of u; beyond so many of ln weight no bin counts
// less than the others.
constexpr double kNear = 0.05, kLeastWeight = -600;
constexpr std::size_t kCoarse = 80;  // bins that are enough to find the basin of the optimum
constexpr int kIterations = 60, kPolish = 12;

struct Standard {
  Eigen::VectorXd u, y, count, variance, known, freedom;
  double centre = 0, half = 1, offset = 0, scale = 1;
};

Standard standardise(const std::vector<Bin>& bins) {
  Standard s;
  const auto n = static_cast<Eigen::Index>(bins.size());
  if (n == 0) throw Failure(Problem{"regression", "", "no points", "must have at least one", ""});
  s.u.resize(n);
  s.y.resize(n);
  s.count.resize(n);
  s.variance.resize(n);
  s.known.resize(n);
  s.freedom.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Bin& bin = bins[static_cast<std::size_t>(i)];
    s.u(i) = bin.x;
    s.y(i) = bin.y;
    s.count(i) = bin.count;
    s.variance(i) = bin.variance;
    s.known(i) = bin.known;
    s.freedom(i) = bin.freedom();
  }
  s.centre = 0.5 * (s.u.minCoeff() + s.u.maxCoeff());
  s.half = std::max(0.5 * (s.u.maxCoeff() - s.u.minCoeff()), std::numeric_limits<double>::min());
  if (n == 1) s.half = 1;
  s.u = (s.u.array() - s.centre) / s.half;
  s.offset = s.y.mean();
  const double spread = std::sqrt((s.y.array() - s.offset).square().mean());
  s.scale = spread > 0 ? spread : 1;
  s.y = (s.y.array() - s.offset) / s.scale;
  s.variance /= s.scale * s.scale;
  s.known /= s.scale * s.scale;
  return s;
}

Eigen::MatrixXd curved_part(const Eigen::VectorXd& u, const Eigen::VectorXd& v, double length) {
  Eigen::MatrixXd k(u.size(), v.size());
  for (Eigen::Index j = 0; j < v.size(); ++j)
    k.col(j) = (-(u.array() - v(j)).square() / (2 * length * length)).exp();
  return k;
}

Eigen::MatrixXd kernel(const Eigen::VectorXd& u, const Eigen::VectorXd& v,
                       const Hyperparameters& t) {
  Eigen::MatrixXd k = std::exp(t.log_size) * curved_part(u, v, std::exp(t.log_length));
  k += kLineVariance * (u * v.transpose() + Eigen::MatrixXd::Ones(u.size(), v.size()));
  return k;
}

// Limits of ln s^2 of standardised y. Noise of five standard deviations of all the data is no
// noise of these data: a parabola through the noise of quiet points may rise without bounds
// where a decay ends.
constexpr double kQuietest = -40;
constexpr double kLoudest = 3.2;  // ln 25

/// ln s^2 at u as the parameters have it, without the limits.
Eigen::ArrayXd noise_exponent(const Eigen::VectorXd& u, const Hyperparameters& t) {
  return t.noise0 + t.noise1 * u.array() + t.noise2 * u.array().square();
}

/// s^2 at u.
Eigen::VectorXd noise_at(const Eigen::VectorXd& u, const Hyperparameters& t) {
  return noise_exponent(u, t).max(kQuietest).min(kLoudest).exp();
}

Hyperparameters from(const double* p) {
  return {p[0], std::log(kShortest + std::exp(p[1])), p[2], p[3], p[4]};
}

/// Decays that deviate as wholes leave bins without scatter from one to the next, which says
/// nothing of how they scatter: the noise then follows from the variances inside the bins alone,
/// and the curve with that noise.
enum class Part { all, noise, curve };

/// Negative log marginal likelihood and prior, with gradient; of a part, the other parameters are
/// kept.
class Evidence : public ceres::FirstOrderFunction {
 public:
  Evidence(Standard data, Part part) : s_(std::move(data)), part_(part) {}
  int NumParameters() const override { return kParameters; }

  bool Evaluate(const double* p, double* cost, double* gradient) const override {
    const bool whole = part_ == Part::all, curve = part_ != Part::noise,
               noisy = part_ != Part::curve;
    const Hyperparameters t = from(p);
    const Eigen::Index n = s_.u.size();
    const Eigen::VectorXd noise = noise_at(s_.u, t), all = noise + s_.known;
    const auto dof = s_.freedom.array();
    *cost = 0;
    if (gradient) std::fill(gradient, gradient + kParameters, 0.0);
    for (int k = curve ? 0 : kCurveParameters; k < (noisy ? kParameters : kCurveParameters); ++k) {
      const double z = (p[k] - kPriorMean[k]) / kPriorSpread[k];
      *cost += 0.5 * z * z;
      if (gradient) gradient[k] = z / kPriorSpread[k];
    }
    Eigen::ArrayXd by_noise = Eigen::ArrayXd::Zero(n);  // derivative by ln s^2 of each bin
    if (noisy) {
      *cost += 0.5 * (dof * (all.array().log() + s_.variance.array() / all.array())).sum();
      by_noise = 0.5 * dof * (1 - s_.variance.array() / all.array()) / all.array();
    }
    if (!curve) return finish(t, noise, by_noise, cost, gradient);
    const double length = std::exp(t.log_length);
    const Eigen::MatrixXd curved = std::exp(t.log_size) * curved_part(s_.u, s_.u, length);
    Eigen::MatrixXd c = curved + kLineVariance * (s_.u * s_.u.transpose()) +
                        Eigen::MatrixXd::Constant(n, n, kLineVariance);
    c.diagonal() += all.cwiseQuotient(s_.count);
    c.diagonal().array() += kJitter;
    const Eigen::LLT<Eigen::MatrixXd> llt(c);
    if (llt.info() != Eigen::Success) return false;
    const Eigen::VectorXd weights = llt.solve(s_.y);
    const Eigen::MatrixXd l = llt.matrixL();
    *cost += 0.5 * s_.y.dot(weights) + l.diagonal().array().log().sum();
    if (!gradient) return std::isfinite(*cost);
    // d/dt = 1/2 tr((C^-1 - w w') dC/dt).
    Eigen::MatrixXd g = llt.solve(Eigen::MatrixXd::Identity(n, n)) - weights * weights.transpose();
    const Eigen::ArrayXXd product = g.array() * curved.array();
    gradient[0] += 0.5 * product.sum();
    double by_length = 0;
    for (Eigen::Index j = 0; j < n; ++j)
      by_length += (product.col(j) * (s_.u.array() - s_.u(j)).square()).sum();
    gradient[1] += 0.5 * by_length / (length * length) * std::exp(p[1]) / length;
    if (whole) by_noise += 0.5 * g.diagonal().array() / s_.count.array();
    return finish(t, noise, by_noise, cost, gradient);
  }

 private:
  bool finish(const Hyperparameters& t, const Eigen::VectorXd& noise, Eigen::ArrayXd by_noise,
              const double* cost, double* gradient) const {
    if (!std::isfinite(*cost)) return false;
    if (!gradient) return true;
    const Eigen::ArrayXd exponent = noise_exponent(s_.u, t);
    const Eigen::ArrayXd free = (exponent > kQuietest && exponent < kLoudest).cast<double>();
    by_noise *= free * noise.array();
    gradient[2] += by_noise.sum();
    gradient[3] += (by_noise * s_.u.array()).sum();
    gradient[4] += (by_noise * s_.u.array().square()).sum();
    return true;
  }

  Standard s_;
  Part part_;
};

/// Improves p; the cost reached.
double minimise(const Standard& data, int iterations, Part part, double* p) {
  ceres::GradientProblem problem(new Evidence(data, part));
  ceres::GradientProblemSolver::Options options;
  options.line_search_direction_type = ceres::BFGS;
  options.max_num_iterations = iterations;
  options.function_tolerance = 1e-7;  // of the cost: far below what a likelihood can tell
  options.logging_type = ceres::SILENT;
  options.minimizer_progress_to_stdout = false;
  ceres::GradientProblemSolver::Summary summary;
  ceres::Solve(options, problem, p, &summary);
  return std::isfinite(summary.final_cost) && summary.final_cost >= -1e300
             ? summary.final_cost
             : std::numeric_limits<double>::infinity();
}

/// Neighbouring bins put together.
std::vector<Bin> coarser(const std::vector<Bin>& bins, std::size_t most) {
  std::vector<Bin> result;
  const std::size_t groups = std::min(most, bins.size());
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t i = bins.size() * g / groups, j = bins.size() * (g + 1) / groups;
    Bin sum{0, 0, 0, 0, 0, 1};
    for (std::size_t k = i; k < j; ++k) {
      sum.count += bins[k].count;
      sum.x += bins[k].count * bins[k].x;
      sum.y += bins[k].count * bins[k].y;
      sum.known += bins[k].count * bins[k].known;
      sum.decays = std::max(sum.decays, bins[k].decays);
    }
    sum.x /= sum.count;
    sum.y /= sum.count;
    sum.known /= sum.count;
    double square = 0, freedom = 0;  // inside the bins: the trend between them is no noise
    for (std::size_t k = i; k < j; ++k) {
      const double dof = bins[k].freedom();
      square += dof * bins[k].variance;
      freedom += dof;
    }
    sum.variance = freedom > 0 ? square / freedom : 0;
    result.push_back(sum);
  }
  return result;
}

}  // namespace

GaussianProcess::GaussianProcess(std::vector<Bin> bins, const Hyperparameters& theta)
    : bins_(std::move(bins)), theta_(theta) {
  const Standard s = standardise(bins_);
  centre_ = s.centre;
  half_ = s.half;
  offset_ = s.offset;
  scale_ = s.scale;
  u_ = s.u;
  const Eigen::VectorXd all = noise_at(s.u, theta) + s.known;
  Eigen::MatrixXd c = kernel(s.u, s.u, theta);
  c.diagonal() += all.cwiseQuotient(s.count);
  c.diagonal().array() += kJitter;
  const Eigen::LLT<Eigen::MatrixXd> llt(c);
  if (llt.info() != Eigen::Success)
    throw Failure(Problem{"regression", "", "a covariance that is not positive definite",
                          "points must not stand at one amplitude only", ""});
  factor_ = llt.matrixL();
  weights_ = llt.solve(s.y);
  known_ = s.known;
  count_ = s.count;
  likelihood_ =
      0.5 * s.y.dot(weights_) + factor_.diagonal().array().log().sum() +
      0.5 * static_cast<double>(u_.size()) * std::log(2 * std::numbers::pi) +
      0.5 * (s.freedom.array() * (all.array().log() + s.variance.array() / all.array())).sum();
}

Eigen::VectorXd GaussianProcess::known_at(const Eigen::VectorXd& u) const {
  // A mean of deviations near by: which decays reach a bin changes from one to the next.
  Eigen::VectorXd w(u.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const Eigen::ArrayXd near =
        count_.array() *
        (-(u_.array() - u(i)).square() / (2 * kNear * kNear)).max(kLeastWeight).exp();
    w(i) = std::pow((near * known_.array().sqrt()).sum() / near.sum(), 2);
  }
  return w;
}

GaussianProcess GaussianProcess::fit(const std::vector<Bin>& bins) {
  const Standard coarse = standardise(coarser(bins, kCoarse));
  const bool curves = std::any_of(bins.begin(), bins.end(), [](const Bin& bin) {
    return bin.decays > 1 && bin.count < bin.decays;
  });
  const Part part = curves ? Part::curve : Part::all;
  double noise[kParameters];
  std::copy(std::begin(kPriorMean), std::end(kPriorMean), noise);
  if (curves) minimise(standardise(bins), kIterations, Part::noise, noise);
  double best[kParameters] = {}, least = std::numeric_limits<double>::infinity();
  for (const auto& start : kStarts) {
    double p[kParameters];
    std::copy(std::begin(start), std::end(start), p);
    if (curves) std::copy(noise + kCurveParameters, noise + kParameters, p + kCurveParameters);
    const double cost = minimise(coarse, kIterations, part, p);
    if (cost < least) {
      least = cost;
      std::copy(std::begin(p), std::end(p), best);
    }
  }
  if (!std::isfinite(least)) std::copy(std::begin(kPriorMean), std::end(kPriorMean), best);
  if (bins.size() > kCoarse) minimise(standardise(bins), kPolish, part, best);
  return GaussianProcess(bins, from(best));
}

GaussianProcess::Prediction GaussianProcess::predict(const Eigen::VectorXd& x) const {
  const Eigen::VectorXd u = (x.array() - centre_) / half_;
  const Eigen::MatrixXd between = kernel(u_, u, theta_);
  const Eigen::MatrixXd solved = factor_.triangularView<Eigen::Lower>().solve(between);
  Prediction p;
  p.mean = (scale_ * (between.transpose() * weights_)).array() + offset_;
  p.covariance = scale_ * scale_ * (kernel(u, u, theta_) - solved.transpose() * solved);
  p.noise = scale_ * scale_ * noise_at(u, theta_);
  p.known = scale_ * scale_ * known_at(u);
  return p;
}

Eigen::MatrixXd GaussianProcess::draws(const Eigen::VectorXd& x, int count,
                                       std::uint64_t seed) const {
  const Prediction p = predict(x);
  const Eigen::VectorXd u = (x.array() - centre_) / half_, s = (p.noise + p.known).cwiseSqrt();
  Eigen::MatrixXd c = curved_part(u, u, std::exp(theta_.log_length));
  c = s.asDiagonal() * c * s.asDiagonal();
  c += p.covariance;
  // A smooth kernel is nearly singular: a trace of its diagonal keeps it positive.
  constexpr double kTrace = 1e-9;
  c.diagonal().array() += kTrace * c.diagonal().mean();
  const Eigen::LDLT<Eigen::MatrixXd> ldlt(c);
  const Eigen::VectorXd root = ldlt.vectorD().cwiseMax(0).cwiseSqrt();
  Eigen::MatrixXd curves(x.size(), count);
  for (int j = 0; j < count; ++j) {
    const Eigen::VectorXd z = normal_numbers(x.size(), seed);
    const Eigen::VectorXd lower = ldlt.matrixL() * (root.cwiseProduct(z));
    curves.col(j) = p.mean + ldlt.transpositionsP().transpose() * lower;
  }
  return curves;
}

Eigen::VectorXd normal_numbers(Eigen::Index count, std::uint64_t& state) {
  // splitmix64 (Steele, Lea and Flood 2014), then Box and Muller.
  const auto uniform = [&state] {
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    constexpr double kOver = 1.0 / 9007199254740992.0;  // 2^-53: 53 bits to (0, 1]
    return (static_cast<double>(z >> 11) + 1) * kOver;
  };
  Eigen::VectorXd numbers(count);
  for (Eigen::Index i = 0; i < count; i += 2) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double angle = 2 * std::numbers::pi * uniform();
    numbers(i) = radius * std::cos(angle);
    if (i + 1 < count) numbers(i + 1) = radius * std::sin(angle);
  }
  return numbers;
}

}  // namespace slipfront
