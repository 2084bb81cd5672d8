#include "core/masing_integral.hpp"

#include <algorithm>

namespace slipfront {

namespace {
// A Masing loop is twice the loading curve both ways: 8 times its area less 4 times the
// rectangle (2 x 2 scaling, two branches).
constexpr double kLoading = 8;
constexpr double kSecant = 4;
}  // namespace

MasingIntegral::MasingIntegral(ModalEquations& equations, ModalPath& path, bool modal, int points,
                               bool slopes)
    : equations_(equations), path_(path), modal_(modal), slopes_(slopes), rule_(points) {
  // At rest: no displacement, no force.
  last_ = path.rest();
}

PointStatus MasingIntegral::advance(double amplitude) {
  std::vector<Instant> points{last_};
  ModalPath::Standing before = path_.standing();
  const double half = 0.5 * (amplitude - reached_), middle = 0.5 * (amplitude + reached_);
  rung_ = SolveRung::direct;
  for (Eigen::Index k = 1; k < rule_.points.size(); ++k) {
    const bool end = k + 1 == rule_.points.size();
    const PointStatus status = path_.advance(end ? amplitude : middle + half * rule_.points[k]);
    rung_ = std::max(rung_, path_.rung());
    if (status != PointStatus::converged) {
      path_.go_back(std::move(before));  // to where the integral has come
      return status;
    }
    points.push_back(path_.here());
  }
  loading_ += modal_ ? modal_work(points, rule_, reached_, amplitude, slopes_)
                     : local_work(points, rule_, equations_, slopes_);
  reached_ = amplitude;
  last_ = std::move(points.back());
  return PointStatus::converged;
}

Work MasingIntegral::dissipation() {
  Work secant;
  if (modal_) {
    const double q2 = reached_ * reached_;
    secant.value = last_.state.lambda * q2;
    if (slopes_) secant.slope = q2 * last_.slope.lambda;
  } else {
    const Eigen::VectorXd t = tangential_force(equations_.contact(), last_.state);
    const Eigen::VectorXd w = tangential_rows(last_.state.z);
    secant.value = t.dot(w);
    if (slopes_)
      secant.slope = w.transpose() * tangential_force_slope(last_, equations_) +
                     t.transpose() * tangential_rows(last_.slope.z);
  }
  Work work{kLoading * loading_.value - kSecant * secant.value, {}};
  if (slopes_) work.slope = kLoading * loading_.slope - kSecant * secant.slope;
  return work;
}

}  // namespace slipfront
