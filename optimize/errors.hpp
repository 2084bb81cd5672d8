// How far a computed backbone is from a measured one (Porter et al., eq 41 and 42).
//
//   e_omega = sqrt(1/N sum ((omega - omega_exp) / omega_exp)^2)              (eq 41)
//   e_zeta  = sqrt(1/N sum ((ln zeta - ln zeta_exp) / ln zeta_exp)^2)
//   objectives: log10 of the two mean squares, each floored at 1e-16         (eq 42)
//
// The denominators are the experiment's values; zeta is the total damping, zeta0
// included. A computed zeta <= 0 counts as 100 % error at its amplitude. With several
// fitted modes the means run over all amplitudes of all of them.
//
// Limits: ln zeta_exp stands in a denominator, so a measured |ln zeta| below 1e-3 (zeta
// near 1, critical damping) is refused, like any measured value that is not above 0.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "core/front.hpp"
#include "core/measured_backbone.hpp"

namespace slipfront {

/// Eq 42: log10 of the mean squares.
struct ObjectivePair {
  double frequency = 0;
  double damping = 0;
  bool operator==(const ObjectivePair&) const = default;
};

/// A computed mode beside the measured one, at the same amplitudes.
struct ComparedMode {
  std::span<const double> frequency_hz;  // computed
  std::span<const double> damping;       // computed, total zeta
  const MeasuredBackbone* measured = nullptr;
};

/// The relative errors at one amplitude, with their signs, before eq 41 squares them.
ErrorPair amplitude_errors(const ComparedMode& mode, std::size_t amplitude);

/// Eq 41 of one mode.
ErrorPair error_pair(std::span<const double> frequency_hz, std::span<const double> damping,
                     const MeasuredBackbone& measured);
/// Eq 41 of several modes together.
ErrorPair error_pair(std::span<const ComparedMode> modes);

/// Eq 42 of one mode, or of several together.
ObjectivePair objectives(std::span<const double> frequency_hz, std::span<const double> damping,
                         const MeasuredBackbone& measured);
ObjectivePair objectives(std::span<const ComparedMode> modes);

/// Eq 42 -> eq 41: sqrt(10^objective).
ErrorPair to_errors(const ObjectivePair& objectives);

/// Derivatives of one mode's backbone: rows amplitudes, columns parameters (Backbone).
struct BackboneSlopes {
  const Eigen::MatrixXd* d_frequency = nullptr;  // [Hz per parameter]
  const Eigen::MatrixXd* d_damping = nullptr;
};

struct ObjectiveGradient {
  Eigen::VectorXd frequency;  // d (eq 42) by every parameter, physical units
  Eigen::VectorXd damping;
};

/// Exact derivatives of eq 42. An objective at its floor, and an amplitude with
/// zeta <= 0, contribute no slope. `slopes` has one entry per mode.
ObjectiveGradient objective_gradient(std::span<const ComparedMode> modes,
                                     std::span<const BackboneSlopes> slopes);

/// What makes a measured backbone unfit for eq 41: columns of unequal length, fewer than
/// three amplitudes, amplitudes not ascending and above 0 or not modal, values that are
/// not above 0, |ln zeta| < 1e-3. `where` names the mode.
std::vector<Problem> measured_problems(const MeasuredBackbone& measured, const std::string& where);

}  // namespace slipfront
