// A hammer blow on, or the release of, a single jointed oscillator: response, and amplitude,
// frequency and damping of its decay, by one of three methods (Shetty and Allen):
//
//   newmark             every sample by Newmark's rule
//   averaging           the pulse and the decay by averaging
//   newmark+averaging   the pulse by Newmark's rule, the decay by averaging
//
// The description in JSON (docs/averaging.md):
//   mass, stiffness, damping_ratio (of the stuck oscillator) or viscous_damping
//   joint: model and params (at force level), elements {ratio, count} to discretise an iwan4
//   pulse {amplitude, width} or start {displacement}: at rest there, then let go
//   duration; steps_per_period, residual_tolerance, averaging_tolerance, slip_force
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/decay.hpp"
#include "modal/averaging.hpp"
#include "modal/newmark.hpp"
#include "models/registry.hpp"

namespace slipfront {

enum class IntegrationMethod { newmark, averaging, newmark_averaging };

/// "newmark", "averaging", "newmark+averaging"; a Failure for other texts.
IntegrationMethod integration_method(const std::string& text);
std::string to_text(IntegrationMethod method);

/// Elements of a discretised Iwan joint: geometric_elements of discrete_iwan.hpp.
struct ElementGrid {
  double ratio = 1.1;  // alpha of the grid
  int count = 100;     // N
};

struct SimulationCase {
  std::string source = "simulation";
  std::string model = "iwan4";
  std::vector<double> values;         // of the model's parameters, at force level
  Oscillator oscillator;              // with the viscous damping, however it was stated
  std::optional<ElementGrid> grid;    // for Newmark's rule; else the law's own memory
  HalfSinePulse pulse;                // width 0: none
  double start = 0;                   // displacement from which it is let go [m]
  double duration = 0;                // [s]
  int steps_per_period = 200;         // of the stuck oscillator
  double residual_tolerance = 1e-12;  // of F_S
  double averaging_tolerance = 1e-9;
  double slip_force = 0;  // F_S [N]
};

/// One Failure with every problem: unknown keys and parameters, a pulse longer than the record,
/// or shorter than ten steps, chi <= -1 of an Iwan joint, a law without a past.
SimulationCase parse_simulation_case(std::string_view json, const std::string& source,
                                     const Registry& models);

struct Simulation {
  IntegrationMethod method = IntegrationMethod::newmark;
  TimeResponse response;          // at steps_per_period; empty unless asked for
  std::vector<DecayPoint> decay;  // from the end of the pulse
  std::vector<std::string> warnings;
  double stuck_hz = 0;    // of the oscillator while the joint sticks
  double seconds = 0;     // of the integration, without sampling it
  std::size_t steps = 0;  // of the integration
};

/// `sample`: also the response, where the method does not make it anyhow.
Simulation simulate_case(const SimulationCase& simulated, const Registry& models,
                         IntegrationMethod method, bool sample);

}  // namespace slipfront
