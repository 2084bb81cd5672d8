#include "modal/profile.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace slipfront {

namespace {

struct Walk {
  std::vector<double> x, sum;  // in the order of walking
  double end = 0;
  bool open = false;
};

Walk walk(const LeastSquares& problem, const LeastSquaresResult& minimum, int j, double limit,
          std::vector<bool> held, double direction) {
  constexpr double kFirstStep = 1.0 / 512;  // of the distance between the bounds
  constexpr double kGrowth = 1.5;           // of the step, outwards
  constexpr int kHalvings = 10;             // of the last step: to a thousandth of it
  const double bound = direction > 0 ? problem.upper[j] : problem.lower[j];
  held[j] = true;
  std::vector<double> at = minimum.x;
  const auto sum_at = [&](double place) {
    std::vector<double> start = at;
    start[j] = place;
    const LeastSquaresResult there = solve_least_squares(problem, start, held);
    if (std::isfinite(there.sum_of_squares)) at = there.x;
    return there.sum_of_squares;
  };
  Walk result;
  double inside = minimum.x[j];
  double step = kFirstStep * (problem.upper[j] - problem.lower[j]);
  for (;;) {
    if (direction * (bound - inside) <= 0) {
      result.end = bound;
      result.open = true;
      return result;
    }
    double place = inside + direction * step;
    if (direction * (bound - place) < 0) place = bound;
    const std::vector<double> before = at;
    const double sum = sum_at(place);
    if (sum <= limit) {
      result.x.push_back(place);
      result.sum.push_back(sum);
      inside = place;
      step *= kGrowth;
      continue;
    }
    double outside = place;
    at = before;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (inside + outside);
      const std::vector<double> kept = at;
      if (sum_at(middle) <= limit) {
        inside = middle;
      } else {
        outside = middle;
        at = kept;
      }
    }
    result.x.push_back(inside);
    result.sum.push_back(limit);
    result.end = inside;
    return result;
  }
}

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::determined:
      return "determined";
    case Verdict::bounded_below:
      return "only bounded below";
    case Verdict::bounded_above:
      return "only bounded above";
    case Verdict::not_determined:
      return "not determined";
    default:
      return "not judged";
  }
}

double profile_limit(double least_sum_of_squares, double degrees) {
  constexpr double kTwoSided = 0.975;  // quantile of 95 % on two sides
  const double nu = std::max(degrees, 1.0);
  const double t = boost::math::quantile(boost::math::students_t(nu), kTwoSided);
  return least_sum_of_squares * (1 + t * t / nu);
}

ProfileCurve profile(const LeastSquares& problem, const LeastSquaresResult& minimum, int parameter,
                     double limit, const std::vector<bool>& held) {
  std::vector<bool> kept = held;
  kept.resize(static_cast<std::size_t>(problem.parameters()), false);
  const Walk down = walk(problem, minimum, parameter, limit, kept, -1);
  const Walk up = walk(problem, minimum, parameter, limit, kept, 1);
  ProfileCurve curve;
  curve.x.assign(down.x.rbegin(), down.x.rend());
  curve.sum_of_squares.assign(down.sum.rbegin(), down.sum.rend());
  curve.x.push_back(minimum.x[parameter]);
  curve.sum_of_squares.push_back(minimum.sum_of_squares);
  curve.x.insert(curve.x.end(), up.x.begin(), up.x.end());
  curve.sum_of_squares.insert(curve.sum_of_squares.end(), up.sum.begin(), up.sum.end());
  curve.interval = {down.end, up.end, down.open, up.open, Verdict::determined};
  if (down.open && up.open)
    curve.interval.verdict = Verdict::not_determined;
  else if (down.open)
    curve.interval.verdict = Verdict::bounded_above;
  else if (up.open)
    curve.interval.verdict = Verdict::bounded_below;
  return curve;
}

Sensitivity sensitivity(const LeastSquares& problem, const std::vector<double>& x) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Matrix jacobian(problem.residuals, problem.parameters());
  Eigen::VectorXd residuals(problem.residuals);
  problem.evaluate(x.data(), residuals.data(), jacobian.data());
  // By J'J's own vectors through the SVD of the tall matrix; rows of zeros make it tall.
  Matrix tall = Matrix::Zero(std::max(jacobian.rows(), jacobian.cols()), jacobian.cols());
  tall.topRows(jacobian.rows()) = jacobian;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(tall, Eigen::ComputeThinV);
  Sensitivity result;
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    result.singular_values.push_back(svd.singularValues()(k));
    const Eigen::VectorXd v = svd.matrixV().col(k);
    result.combinations.emplace_back(v.data(), v.data() + v.size());
  }
  return result;
}

}  // namespace slipfront
