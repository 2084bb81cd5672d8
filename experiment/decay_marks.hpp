// What marks a decay: where it ends, and what in its half waves says that it is not one free decay
// of one mode.
#pragma once

#include <optional>
#include <vector>

#include "experiment/decay.hpp"
#include "experiment/mode_beat.hpp"

namespace slipfront {

/// Takes away half waves from where the envelope sinks to three times the noise, and notes it; a
/// warning if it comes back before `sound` [s]. `stated`: the end is, and moves.
void cut_end(std::vector<HalfWave>& waves, double sound, bool stated, Decay& decay);

/// An amplitude that grows before `sound` [s] is marked; if as suddenly (within three settling
/// times of the filter) as by a blow, the time of that.
std::optional<double> mark_growth(std::vector<HalfWave> waves, double sound, double settling,
                                  Decay& decay);

/// Of a decay that something is wrong with: two modes that beat sink ever faster.
void mark_ever_faster(Decay& decay);

/// No smooth curve belongs to two modes.
void mark_beat(const ModeBeat& beat, Decay& decay);

}  // namespace slipfront
