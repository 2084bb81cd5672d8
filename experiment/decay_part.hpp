// The parts of a channel that are free decays: after each hit, or as stated; and what makes a part
// unfit whatever the band: flat, clipped, samples lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/record.hpp"
#include "experiment/signal_checks.hpp"

namespace slipfront {

struct PartOptions {
  std::optional<double> start, end;  // [s] of the record; else chosen
  bool all_hits = false;             // else the first alone, with a warning
  double lowest_hz = 0;              // lower modes do not look like hits
};

/// A Failure if there is none, or the times stated lie outside of the record.
std::vector<HitSpan> decay_parts(const Record& record, const Channel& channel,
                                 const PartOptions& options, std::vector<std::string>& warnings);

/// A Failure if the part is clipped, or has lost samples: one value for half a cycle of
/// `lowest_hz`. A signal's return looks like another blow: what lies behind is looked at too.
void check_part(const Record& record, const Channel& channel, const HitSpan& span,
                double lowest_hz);

}  // namespace slipfront
