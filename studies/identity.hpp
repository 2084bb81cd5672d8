// All that determines the result of a combination, as named parts: the numbers of its
// reduced model and its experiments, the model with its version, bounds, options, seed
// and optimizer. Equal parts, equal bytes in its folder. Titles, paths and thread counts
// are not among them.
//
// The parts stand in the combination's folder as identity.json, so that a later run can
// say what has changed since.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "studies/inputs.hpp"
#include "studies/prepare_combination.hpp"

namespace slipfront {

struct Identity {
  std::map<std::string, std::string> parts;  // in the words of the study's keys

  /// Fingerprint of all parts.
  std::string fingerprint() const;
  /// Fingerprint of those parts that the errors of one parameter set depend on: two
  /// searches that differ in the optimizer only may share evaluations.
  std::string evaluation_fingerprint() const;
  /// Whether the errors of every parameter set are those of `other`, though what is only predicted
  /// may differ (and with it the fingerprint above).
  bool same_evaluations(const Identity& other) const;

  bool operator==(const Identity&) const = default;
};

Identity identity_of(const Study& study, const PreparedCombination& prepared,
                     const StudyInputs& inputs);

/// Of a combination that starts from points of another's front: which, and what that front was
/// computed from.
void add_seeds(Identity& identity, const Combination& combination,
               const std::string& fingerprint_of_other);
/// Whether the other combination's result with this fingerprint is the one to start from.
bool starts_from(const Identity& identity, const Combination& combination,
                 const std::string& fingerprint_of_other);

/// What differs, in words: "optimizer.population (was 40, now 60)".
std::vector<std::string> differences(const Identity& stored, const Identity& wanted);

void write_identity(const std::string& path, const Identity& identity);
/// Nothing if there is no such file; a Failure if it is damaged.
std::optional<Identity> read_identity(const std::string& path);

}  // namespace slipfront
