#include "modal/fit_coordinates.hpp"

#include <ceres/jet.h>

#include <algorithm>

namespace slipfront {

namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

// The box. K0 about the highest frequency of the data: amplitudes seen lose less than that.
constexpr double kLowestK0 = 0.9, kHighestK0 = 2;
constexpr double kLeastLoss = 1e-9, kMostLoss = 1e3;  // w; beyond macroslip it is a prolongation
constexpr double kLeastChi1 = 0.05, kMostChi1 = 2;    // chi + 1
constexpr double kLeastDamping = 1e-7, kMostDamping = 0.5;  // C / (2 sqrt K0)
constexpr double kLeastShare = 1e-6, kMostShare = 0.999;    // P/K0
constexpr double kLeastBeta = 1e-4, kMostBeta = 1e4;
constexpr double kFar = 1e6;  // factor about a plain estimate, where nothing else bounds

/// What a point of the box is: joint, spring and damper.
template <class T>
struct Parts {
  IwanConstants<T> joint;
  T k_inf, viscous;
};

template <class T>
Parts<T> parts(FitCoordinates coordinates, const T* x, double q) {
  using std::exp;
  using std::log;
  if (coordinates == FitCoordinates::by_F_S || coordinates == FitCoordinates::by_phi_max) {
    const T k_t = exp(x[1]), chi = exp(x[3]) - 1.0, beta = exp(x[4]);
    T slip_force = exp(x[0]);
    if (coordinates == FitCoordinates::by_phi_max)
      slip_force *= k_t * (beta + (chi + 1.0) / (chi + 2.0)) / (1.0 + beta);
    return {iwan_constants<T>(slip_force, k_t, chi, beta, T(1.0)), exp(x[2]), exp(x[5])};
  }
  const T k0 = exp(x[0]), chi1 = exp(x[2]), chi2 = chi1 + 1.0;
  T log_loss = x[1];
  if (coordinates == FitCoordinates::by_R) log_loss += chi1 * std::log(q) - log(chi1 * chi2) - x[0];
  const T power = k0 * exp(x[4]), delta = x[5] * (k0 - power);
  const T phi_max = q * exp((x[4] - log_loss - log(chi2)) / chi1);
  const T k_t = power + delta, slip_force = phi_max * (power * chi1 / chi2 + delta);
  return {iwan_constants<T>(slip_force, k_t, T(chi1 - 1.0), T(delta / power), T(1.0)), T(k0 - k_t),
          exp(x[3])};
}

/// Huber's loss as a residual: r up to k, then sqrt(2 k |r| - k^2), so that its square grows
/// with |r| only: a few bad points (ends of a record) do not bend the curve.
template <class T>
T huber(const T& r) {
  using std::sqrt;
  constexpr double kBend = 2;  // of the size of errors: about 5 % of good points lie beyond
  const double size = std::abs(value_of(r));
  if (size <= kBend) return r;
  const double sign = value_of(r) < 0 ? -1.0 : 1.0;
  return sign * sqrt(2 * kBend * sign * r - kBend * kBend);
}

template <class T>
bool residuals_of(const BackboneResiduals& r, const T* x, T* out) {
  using std::log;
  const MeasuredBackbone& b = *r.data;
  const Parts<T> p = parts(r.coordinates, x, b.amplitude.back());
  for (std::size_t i = 0; i < b.size(); ++i) {
    const ModalPoint<T> at =
        modal_iwan_point<T>(p.joint, p.k_inf, p.viscous, b.amplitude[i], r.reading);
    out[i] = huber(T(log(at.frequency_hz / b.frequency_hz[i]) / r.frequency_size));
    out[b.size() + i] = huber(T(log(at.damping / b.damping[i]) / r.damping_size));
    if (!std::isfinite(value_of(out[i])) || !std::isfinite(value_of(out[b.size() + i])))
      return false;
  }
  return true;
}

}  // namespace

void BackboneResiduals::relative(const std::vector<double>& x, std::vector<double>& frequency,
                                 std::vector<double>& damping) const {
  const Parts<double> p = parts<double>(coordinates, x.data(), data->amplitude.back());
  frequency.clear();
  damping.clear();
  for (std::size_t i = 0; i < data->size(); ++i) {
    const ModalPoint<double> at =
        modal_iwan_point<double>(p.joint, p.k_inf, p.viscous, data->amplitude[i], reading);
    frequency.push_back(std::log(at.frequency_hz / data->frequency_hz[i]));
    damping.push_back(std::log(at.damping / data->damping[i]));
  }
}

bool BackboneResiduals::evaluate(const double* x, double* residuals, double* jacobian) const {
  if (!jacobian) return residuals_of(*this, x, residuals);
  using Jet = ceres::Jet<double, kFitUnknowns>;
  std::array<Jet, kFitUnknowns> at;
  for (int j = 0; j < kFitUnknowns; ++j) at[j] = Jet(x[j], j);
  std::vector<Jet> r(2 * data->size());
  if (!residuals_of(*this, at.data(), r.data())) return false;
  for (std::size_t i = 0; i < r.size(); ++i) {
    residuals[i] = r[i].a;
    for (int j = 0; j < kFitUnknowns; ++j) {
      if (!std::isfinite(r[i].v[j])) return false;
      jacobian[i * kFitUnknowns + static_cast<std::size_t>(j)] = r[i].v[j];
    }
  }
  return true;
}

LeastSquares BackboneResiduals::problem() const {
  const double highest = *std::max_element(data->frequency_hz.begin(), data->frequency_hz.end());
  const double k0 = kTwoPi * highest * kTwoPi * highest, q = data->amplitude.back();
  LeastSquares result;
  result.residuals = static_cast<int>(2 * data->size());
  const auto bounds = [&](double low, double high) {
    result.lower.push_back(std::log(low));
    result.upper.push_back(std::log(high));
  };
  const auto viscous_bounds = [&] {
    bounds(2 * std::sqrt(k0) * kLeastDamping, 2 * std::sqrt(k0) * kMostDamping);
  };
  if (coordinates == FitCoordinates::by_F_S || coordinates == FitCoordinates::by_phi_max) {
    const double scale = coordinates == FitCoordinates::by_F_S ? k0 * q : q;
    bounds(scale / kFar, scale * kFar);
    bounds(k0 / kFar, k0 * kHighestK0);
    bounds(k0 / kFar, k0 * kHighestK0);
    bounds(kLeastChi1, kMostChi1);
    bounds(kLeastBeta, kMostBeta);
    viscous_bounds();
  } else {
    bounds(k0 * kLowestK0, k0 * kHighestK0);
    // R = w (chi+1)(chi+2) K0 / q^(chi+1), with q below and above one metre.
    const double power = std::max(std::pow(q, kLeastChi1), std::pow(q, kMostChi1));
    const double least = std::min(std::pow(q, kLeastChi1), std::pow(q, kMostChi1));
    const double most_shape = kMostChi1 * (kMostChi1 + 1);
    if (coordinates == FitCoordinates::by_R)
      bounds(kLeastLoss * kLeastChi1 * k0 / power, kMostLoss * most_shape * k0 / least);
    else
      bounds(kLeastLoss, kMostLoss);
    bounds(kLeastChi1, kMostChi1);
    viscous_bounds();
    bounds(kLeastShare, kMostShare);
    result.lower.push_back(0);
    result.upper.push_back(kMostShare);
  }
  result.evaluate = [*this](const double* x, double* r, double* j) { return evaluate(x, r, j); };
  return result;
}

ModalIwan BackboneResiduals::model(const std::vector<double>& x) const {
  const Parts<double> p = parts<double>(coordinates, x.data(), data->amplitude.back());
  const double slip_force = p.joint.phi_max * p.joint.kt *
                            (p.joint.beta + p.joint.chi1 / p.joint.chi2) / (1 + p.joint.beta);
  return ModalIwan::make(slip_force, p.joint.kt, p.k_inf, p.joint.chi1 - 1, p.joint.beta, p.viscous,
                         data->source);
}

std::vector<double> BackboneResiduals::coordinates_of(const ModalIwan& m) const {
  const double chi1 = m.joint.chi() + 1, q = data->amplitude.back();
  const double power = m.joint.stiffness() / (1 + m.joint.beta());
  if (coordinates == FitCoordinates::by_F_S || coordinates == FitCoordinates::by_phi_max)
    return {
        std::log(coordinates == FitCoordinates::by_F_S ? m.joint.slip_force() : m.joint.phi_max()),
        std::log(m.joint.stiffness()),
        std::log(m.k_inf),
        std::log(chi1),
        std::log(m.joint.beta()),
        std::log(m.viscous)};
  const double R = m.joint.power_coefficient();
  const double loss = R * std::pow(q, chi1) / (chi1 * (chi1 + 1) * m.k0());
  return {std::log(m.k0()),         std::log(coordinates == FitCoordinates::by_R ? R : loss),
          std::log(chi1),           std::log(m.viscous),
          std::log(power / m.k0()), power * m.joint.beta() / (m.k0() - power)};
}

}  // namespace slipfront
