#include "studies/reachable_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/number.hpp"

namespace slipfront {

namespace {

// N/m^3. Beyond it the frequencies of a steel structure stand still to seven digits.
constexpr double kRigid = 1e18;
// N/m^3, far below anything that holds a joint, and enough that the motions of its halves against
// each other (5 Hz on the Brake-Reuss beam) stay clear of rounding: with less, the lowest is lost
// among the rigid-body motions, and the modes behind it would count from one less.
constexpr double kNone = 1e5;
// Bending modes are looked for among so many lowest modes, here as in a backbone.
constexpr int kSearchedModes = 12;
// The modes of a softer joint lie lower: only a mode that is so many times nearer than the one
// asked for is taken for it.
constexpr double kMuchNearer = 3;
constexpr int kShownDigits = 6;

/// Place of the mode in the spectrum; nothing if it is not among these modes.
std::optional<std::size_t> place_of(const FitMode& mode, const ModalSolver::LinearModes& modes) {
  int place = -1;
  if (mode.options.mode.index)
    place = *mode.options.mode.index;
  else if (static_cast<std::size_t>(mode.mode) <= modes.bending.size())
    place = modes.bending[static_cast<std::size_t>(mode.mode) - 1];
  if (place < 0 || static_cast<std::size_t>(place) >= modes.frequencies_hz.size()) return {};
  return static_cast<std::size_t>(place);
}

std::string hz(double frequency) { return to_text(frequency, kShownDigits) + " Hz"; }

/// Frequency of a mode that does not bend along the bolts and is much nearer to `measured` than
/// the mode at `asked`; nothing if there is none.
std::optional<double> lateral(const ModalSolver::LinearModes& modes, std::size_t asked,
                              double measured) {
  const auto distance = [&](std::size_t i) { return std::abs(modes.frequencies_hz[i] - measured); };
  std::size_t nearest = asked;
  for (std::size_t i = 0; i < modes.frequencies_hz.size(); ++i)
    if (distance(i) < distance(nearest)) nearest = i;
  const auto& bending = modes.bending;
  const bool bends =
      std::find(bending.begin(), bending.end(), static_cast<int>(nearest)) != bending.end();
  if (bends || distance(nearest) * kMuchNearer > distance(asked)) return {};
  return modes.frequencies_hz[nearest];
}

/// The least normal stiffness that the search may choose; next to none where contact may open.
double least_normal(const PreparedCombination& prepared) {
  std::vector<double> lowest;
  for (const Parameter& parameter : prepared.bounds) lowest.push_back(parameter.lower);
  return prepared.contact.normal() == NormalContact::penalty
             ? kNone
             : prepared.contact.normal_stiffness(lowest);
}

}  // namespace

const ModalSolver::LinearModes& ReachableFrequency::modes(const PreparedCombination& prepared,
                                                          double tangential, double normal,
                                                          int count) {
  const auto key = std::make_tuple(prepared.solver.get(), tangential, normal, count);
  const auto found = modes_.find(key);
  if (found != modes_.end()) return found->second;
  return modes_[key] = prepared.solver->linear_modes(tangential, normal, count);
}

std::vector<Problem> ReachableFrequency::problems_of(const PreparedCombination& prepared) {
  const Combination& c = prepared.combination;
  std::vector<Problem> problems;
  const auto add = [&](const FitMode& mode, const std::string& row, double found,
                       const std::string& rule, const std::string& remedy, const char* kind) {
    const std::string file = study_.experiment_file(c, mode.mode);
    if (!reported_.insert({file, mode.mode, kind}).second) return;
    problems.push_back({file, "column frequency_hz, " + row + " row",
                        hz(found) + " for mode " + std::to_string(mode.mode), rule, remedy});
  };
  const std::string on = " of the reduced model '" + c.rom + "'";
  for (const auto* modes_of_fit : {&prepared.fitted, &prepared.predicted})
    for (const FitMode& mode : *modes_of_fit) {
      const std::string name = "mode " + std::to_string(mode.mode) + on;
      const int count = std::max(kSearchedModes, mode.options.mode.index.value_or(0) + 1);
      const double first = mode.measured.frequency_hz.front();
      const double last = mode.measured.frequency_hz.back();

      const ModalSolver::LinearModes& rigid = modes(prepared, kRigid, kRigid, count);
      const auto rigid_place = place_of(mode, rigid);
      if (!rigid_place) continue;
      const double highest = rigid.frequencies_hz[*rigid_place];
      const auto other =
          mode.options.mode.index ? std::nullopt : lateral(rigid, *rigid_place, first);
      if (other) {
        add(mode, "first", first,
            "is nearest to a lateral mode" + on + " (" + hz(*other) + " with rigid contact; " +
                name + " is at " + hz(highest) + ")",
            "give the mode's number as counted among those that bend along the bolts, or choose "
            "it by mode_index",
            "lateral");
      } else if (first > highest) {
        add(mode, "first", first,
            "must not be above " + hz(highest) + ": " + name +
                " with rigid contact, which no friction model exceeds",
            "check the units and the number of the mode, or the stiffness and mass of the reduced "
            "model",
            "rigid");
      }

      const ModalSolver::LinearModes& free = modes(prepared, kNone, least_normal(prepared), count);
      const auto free_place = place_of(mode, free);
      if (free_place && last < free.frequencies_hz[*free_place])
        add(mode, "last", last,
            "must not be below " + hz(free.frequencies_hz[*free_place]) + ": " + name +
                " without friction, which no friction model falls below",
            "check the units and the number of the mode, or the stiffness and mass of the reduced "
            "model",
            "free");
    }
  return problems;
}

}  // namespace slipfront
