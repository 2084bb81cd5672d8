// Pictures of a ring-down: the decay with its envelope and fitted peaks, the spectrum with
// the band, and the points with the backbone and its bounds.
#pragma once

#include <string>
#include <vector>

#include "core/measured_backbone.hpp"
#include "experiment/decay.hpp"
#include "experiment/record.hpp"

namespace slipfront {

std::string decay_plot_svg(const Decay& decay);

/// Spectrum of the record's channel of the decay, from its start on.
std::string spectrum_plot_svg(const Record& record, const Decay& decay);

/// `backbone` may be null: then only the points.
std::string points_plot_svg(const std::vector<Decay>& decays, const MeasuredBackbone* backbone);

}  // namespace slipfront
