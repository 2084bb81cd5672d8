// What a reduced model is, measured: sizes, symmetry, definiteness, zero-energy modes,
// the sign of the normal, and its linear frequencies with springs on the interface.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "core/structure.hpp"
#include "rom/joint_facts.hpp"

namespace slipfront {

struct RomInfo {
  Eigen::Index dof = 0;
  Eigen::Index points = 0;
  std::string kind;                     // "patches" or "elements"
  std::string layout;                   // which of the known layouts the file had
  double interface_area = 0;            // [m^2]
  std::optional<double> mass;           // [kg]; only if the source states it, because a
                                        // model in relative coordinates has lost its rigid mass
  std::optional<double> preload;        // [N per bolt]
  double stiffness_asymmetry = 0;       // core/structure.hpp
  double mass_asymmetry = 0;            // core/structure.hpp
  double mass_smallest_eigenvalue = 0;  // [kg], or the unit of the unknowns; above 0 if definite
  int zero_modes = 0;                   // of K phi = lambda M phi: |f| below 0.5 Hz
  int negative_modes = 0;               // lambda below that: K is indefinite
  double closure = 0;                   // rom/closure.hpp: above 0 if the bolts close the joint
  std::vector<std::string> warnings;    // what looks wrong but need not be
  std::optional<double> penalty;        // kt = kn [N/m^3] that the next two belong to
  std::vector<double> linear_frequencies_hz;  // lowest twelve
  std::vector<double> bending_hz;             // those that bend along the bolts
};

/// `penalty`: linear springs kt = kn [N/m^3] on the whole interface.
RomInfo inspect(const Structure& structure, std::optional<double> penalty = {});

/// The same of a file, with the asymmetry that its matrices had there.
RomInfo inspect_file(const std::string& path, std::optional<double> penalty = {});

/// Bending frequencies of the model over those of its solid, minus 1, with the same springs;
/// empty if the facts do not tell the latter.
std::vector<double> deviation_from_solid(const Structure& structure, const JointFacts& facts);

/// What to say of such deviations: a sentence if one is so far above zero that modes must be
/// missing; else nothing.
std::optional<std::string> too_few_modes(const std::vector<double>& deviation);

}  // namespace slipfront
