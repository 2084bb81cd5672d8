// Measured frequencies that no friction model can meet on a reduced model, found without
// solving for friction:
//
//   rigid    the mode with kt and kn beyond every contact's: eigenvalues grow with each spring
//            (Rayleigh), so no friction model vibrates faster
//   free     the mode without tangential stiffness, and with the lowest normal stiffness of the
//            search bounds (none where contact may open): no slip makes it slower
//   lateral  the mode of the rigid structure that is nearest to the measured one does not bend
//            along the bolts, and is much nearer than the mode that was asked for
//
// Compared are the lowest amplitude with `rigid` and `lateral`, the highest with `free`. A mode
// that is chosen by its place in the spectrum is compared by its place, and may be lateral.
//
// Limits: `free` counts bending modes in order of frequency, as a backbone does; where halves
// part, more of them bend and the bound is low. The last rule is one of likelihood.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/failure.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/study.hpp"

namespace slipfront {

class ReachableFrequency {
 public:
  explicit ReachableFrequency(const Study& study) : study_(study) {}

  /// Problems of the measured curves of this combination that no earlier one had.
  std::vector<Problem> problems_of(const PreparedCombination& prepared);

 private:
  const ModalSolver::LinearModes& modes(const PreparedCombination& prepared, double tangential,
                                        double normal, int count);

  const Study& study_;
  std::map<std::tuple<const ModalSolver*, double, double, int>, ModalSolver::LinearModes> modes_;
  std::set<std::tuple<std::string, int, std::string>> reported_;  // file, mode, which rule
};

}  // namespace slipfront
