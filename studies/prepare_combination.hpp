// One combination of a study with everything that it needs to be computed: the friction
// model on its reduced model, search bounds, and for each mode the measured backbone at
// the study's amplitudes with the options of its solution.
//
// A measured backbone over response amplitudes a [m] becomes one over modal amplitudes
//   q = a / |phi_r|
// once (Porter et al., 3.1), with phi_r the accelerometer's entry of the linear mode
// shape of the stuck structure at the middle of the search bounds, and stuck springs
// kt = df/du(0) + kp of the friction model. The accelerometer is the third response row
// (z at the first place) where rows come in triples, else the first row.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/contact.hpp"
#include "models/registry.hpp"
#include "optimize/fit.hpp"
#include "studies/inputs.hpp"
#include "studies/study.hpp"

namespace slipfront {

struct PreparedCombination {
  PreparedCombination(Combination which, std::shared_ptr<const ModalSolver> on, ContactModel with)
      : combination(std::move(which)), solver(std::move(on)), contact(std::move(with)) {}

  Combination combination;
  std::shared_ptr<const ModalSolver> solver;
  ContactModel contact;
  std::vector<Parameter> bounds;  // of contact.parameters(), with the study's overrides
  // Of the bounds, on the search scale, or near it where that lies outside the model's domain;
  // physical values.
  std::vector<double> middle;
  std::vector<FitMode> fitted, predicted;
  std::map<int, double> amplitude_factor;  // by mode, 1/|phi_r|; only where one was used
  std::map<int, ErrorPair> variability;    // by mode; not for a file without bounds
  std::map<int, int> mode_index;           // by mode, at the middle of the bounds
  std::vector<std::string> notes;          // of the solver, at the middle of the bounds
  double probe_seconds = 0;                // of those solutions; for planning only
};

/// Solves each mode once, at its lowest amplitude and the middle of the bounds: a mode that
/// does not exist is a problem, one that is not solved there is noted (the middle of wide
/// bounds need not be solvable). Throws one Failure with all problems; `pointer`
/// ("/combinations/3") names the entry. A law that fails at that solution is noted only, one
/// that fails before is a LawFailure.
PreparedCombination prepare_combination(const Study& study, const Combination& combination,
                                        const StudyInputs& inputs, const Registry& models,
                                        const std::string& pointer);

}  // namespace slipfront
