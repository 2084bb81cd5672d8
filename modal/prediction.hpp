// The response of a structure to a measured force from its modal Iwan models, mode by mode
// (Deaner et al. 2015, section 7):
//
//   q_r'' + C q_r' + K_inf q_r + F_iwan(q_r) = phi_drive,r F(t)
//   acceleration at the response point = sum_r phi_response,r q_r''
// by Newmark's rule with Newton's iteration (newmark.hpp), the joint as Jenkins elements of a
// chosen accuracy (discrete_iwan.hpp). The force is linear between its samples and zero after
// the last.
//
// Limits: uncoupled modes; the structure is at rest at first; mode shapes are mass-normalised
// [1/sqrt(kg)], of either sign.
#pragma once

#include <string>
#include <vector>

#include "modal/modal_iwan.hpp"

namespace slipfront {

/// One quantity against time on a uniform grid.
struct Signal {
  std::string source;
  double start = 0, step = 0;  // [s]
  std::vector<double> values;

  double time(std::size_t i) const { return start + step * static_cast<double>(i); }
  /// Linear between samples, zero outside of the record.
  double at(double time) const;
  /// The samples from one time to another, both rounded to the nearest inside of the record.
  Signal between(double from, double to) const;
};

/// Columns `time` [s] and `quantity` of a CSV file. One Failure with all that is wrong: values
/// missing, time that does not rise in equal steps, fewer than two samples.
Signal read_signal(const std::string& path, const std::string& quantity);

struct DrivenMode {
  ModalIwan model;
  double drive_shape = 1, response_shape = 1;  // [1/sqrt(kg)]
};

struct PredictionOptions {
  double duration = 0;         // [s] from the force's first sample
  int steps_per_period = 200;  // of the highest mode: its period is then long by 8e-5
  double accuracy = 1e-3;      // of the dissipation of the discretised joints
};

/// Acceleration [m/s^2] at the force's sampling. A Failure if the duration is shorter than the
/// force's record, or the sampling too slow for a mode.
Signal predict_acceleration(const std::vector<DrivenMode>& modes, const Signal& force,
                            const PredictionOptions& options);

}  // namespace slipfront
