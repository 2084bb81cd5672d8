#include "modal/modal_iwan.hpp"

#include <cmath>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

}  // namespace

std::string to_text(Reading reading) { return reading == Reading::cycle ? "cycle" : "decay"; }

ModalIwan ModalIwan::make(double slip_force, double stiffness, double k_inf, double chi,
                          double beta, double viscous, const std::string& where) {
  std::vector<Problem> problems;
  const auto need = [&](const char* key, double value) {
    if (!(std::isfinite(value) && value >= 0))
      problems.push_back({where, key, to_text(value), "must be 0 or above", ""});
  };
  need("K_inf", k_inf);
  need("C", viscous);
  throw_if_any(std::move(problems));
  return {IwanJoint::from_stiffness(slip_force, stiffness, chi, beta, where), k_inf, viscous};
}

double ModalIwan::dissipation(double q0) const {
  const double omega = kTwoPi * frequency_hz(q0);
  return joint.dissipation(q0) + std::numbers::pi * viscous * omega * q0 * q0;
}

double ModalIwan::frequency_0() const { return std::sqrt(k0()) / kTwoPi; }

double ModalIwan::damping_0() const { return viscous / (2 * std::sqrt(k0())); }

}  // namespace slipfront
