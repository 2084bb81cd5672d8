// The virtual experiment: from a description in JSON to ring-downs of several hammer tests
// and the true backbones behind them.
//
// DIR/hit-1.csv ...      time [s], acc [m/s^2]: every mode at once, one file per test
// DIR/true-mode-1.csv ... the nominal specimen's backbones (amplitude, frequency_hz, damping)
// DIR/modes.csv          mode, linear_frequency_hz, mode_shape, band_low, band_high
//
// Between tests the specimen is taken apart and bolted again: kt, mu, preload and viscous
// damping scatter about their nominal values. Same description, same bytes; rounding of the
// dimensions, or another processor, leaves the truth as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/structure.hpp"
#include "experiment/hammer_test.hpp"
#include "experiment/specimen.hpp"
#include "rom/reduce/joint_model.hpp"

namespace slipfront {

struct SimulatedMode {
  int mode = 1;
  double lowest = 1e-7, highest = 6e-5;  // amplitudes of its backbone [m sqrt(kg)]
  double hit = 5e-5;                     // amplitude after a hit of nominal strength
  // Frequency stops falling above this amplitude, as one that nears full slip; 0: it does not.
  double level_off = 0;
};

/// Standard deviations between tests.
struct TestSpread {
  double log10_kt = 0.02;
  double friction = 0.05;  // relative
  double preload = 0.005;  // relative
  double viscous = 0.08;   // relative
  double strength = 0.15;  // of the hit, relative
};

struct SimulationSpec {
  std::string source;  // file, for messages
  std::string rom;     // specimen_model.hpp
  int elements = 0;    // of the interface, of a beam built from dimensions; 0: as its file says
  SpecimenProperties properties;
  TestSpread spread;
  HammerOptions hammer;
  std::vector<SimulatedMode> modes;
  int hits = 7;
  int points = 40;         // of each backbone, evenly in ln amplitude
  int response_row = 2;    // of R, from 0: the accelerometer
  std::uint64_t seed = 1;  // of the spread and the noise
};

/// One Failure with all problems of the file. `rom`, if not empty, stands in place of the
/// file's own, which is looked up beside it.
SimulationSpec read_simulation(const std::string& path, const std::string& rom = "");

struct SimulatedTruth {
  int mode = 1;
  double linear_hz = 0, mode_shape = 0;
  SpecimenBackbone backbone;
};

struct Simulation {
  std::vector<SimulatedTruth> truth;
  std::vector<std::vector<double>> tests;  // accelerations, one per hit
};

/// `progress` is told each step.
Simulation simulate(const SimulationSpec& spec, const Progress& progress = {});

/// simulate() and its files; the paths written.
std::vector<std::string> write_simulation(const SimulationSpec& spec, const std::string& folder,
                                          const Progress& progress = {});

}  // namespace slipfront
