// What a finished combination is and how its fit went: summary.json. It holds nothing
// that differs between two equal runs (no times, no host, no thread count).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/front.hpp"
#include "core/parameter.hpp"
#include "results/identity_parts.hpp"

namespace slipfront {

/// Where a parameter was searched and where the front found it, in physical values.
struct ParameterRange {
  std::string name;
  std::string unit;
  Scale scale = Scale::linear;
  double lower = 0, upper = 0;                     // search bounds
  std::optional<double> front_lower, front_upper;  // over the front; nothing if it is empty
  int points_on_lower = 0, points_on_upper = 0;    // front points that sit on a bound
  bool operator==(const ParameterRange&) const = default;
};

/// A front point sits on a bound if it is nearer to it than a thousandth of the search
/// range (on the parameter's own scale). Throws a Failure if front and bounds disagree.
std::vector<ParameterRange> parameter_ranges(const Front& front, std::span<const Parameter> bounds);

/// Front points per mode that have no errors because an amplitude failed.
std::map<int, int> points_left_out(const Front& front);

struct CombinationSummary {
  std::string id;
  std::string title;
  std::string model;        // "iwan4"
  std::string framework;    // "masing", "non_masing"
  std::string rom;          // name of the structure
  std::string interface;    // "patches", "elements"
  std::string normal;       // "spring", "penalty"
  std::string prestress;    // "full", "conservative", "none"
  std::string dissipation;  // "local", "modal"
  std::string optimizer;    // "nsga2", ...
  std::uint64_t seed = 0;
  std::string identity;  // fingerprint of all that determines the result

  std::vector<int> fitted_modes, predicted_modes;
  std::map<int, double> zeta0;             // by mode
  std::map<int, int> mode_index;           // by mode; 0-based, spectrum of the stuck structure
  std::map<int, double> amplitude_factor;  // by mode; modal / response amplitude, if one was used
  std::map<int, ErrorPair> variability;    // of the experiment, by mode

  std::vector<ParameterRange> parameters;
  int front_points = 0;
  long evaluations = 0;
  long failed_evaluations = 0;
  long gradients = 0;                           // evaluations with gradient
  std::map<std::string, double> front_quality;  // measures by name; log scale of eq 42
  int generations = 0;
  std::string stop_reason;
  std::map<int, int> left_out;                    // by mode: points without errors
  std::vector<std::string> notes;                 // of the solver: which dissipation, and why
  std::map<std::string, std::string> files = {};  // beside it: name -> fingerprint of its bytes
  IdentityParts parts = {};  // of identity.json beside it, if it is there; not in this file

  bool operator==(const CombinationSummary&) const = default;
};

void write_summary(const std::string& path, const CombinationSummary& summary);
/// Throws a Failure that names the file, the key and the rule.
CombinationSummary read_summary(const std::string& path);

}  // namespace slipfront
