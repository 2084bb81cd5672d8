// The command line that computes a backbone of a combination again: `slipfront backbone ...`
// with every option that the study set. Only for .cpp files (json).
//
//   text()                everything but parameters, mode, viscous damping, amplitudes
//   mode_options(...)     --mode, --mode-index, --zeta0, --amplitude-range of one mode
//   --params '{...}'      is the page's own: it knows which point was chosen
//
// Files are named as the study names them: relative to the study file.
#pragma once

#include <string>
#include <vector>

#include "results/json_file.hpp"
#include "results/summary.hpp"

namespace slipfront {

class BackboneCommand {
 public:
  /// From study.resolved.json and its entry of the combination.
  BackboneCommand(const Json& document, const Json& entry);

  const std::string& text() const { return text_; }
  std::string mode_options(const CombinationSummary& summary, int mode,
                           const std::vector<double>& amplitudes) const;

 private:
  std::string text_;
  Json mode_index_;
};

/// A word of a POSIX shell: as it is, or between single quotes.
std::string shell_word(const std::string& text);

}  // namespace slipfront
