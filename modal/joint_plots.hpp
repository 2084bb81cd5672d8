// Pictures of identified joints and fitted modes (SVG).
#pragma once

#include <string>
#include <vector>

#include "modal/fit.hpp"
#include "modal/identify.hpp"
#include "modal/identify_report.hpp"
#include "modal/zeroed_spectra.hpp"

namespace slipfront {

/// Dissipation against F/F_S: data and both models (figure 11 of Segalman's report); their
/// slopes below.
std::string identification_plot_svg(const ForceDissipation& data,
                                    const ReportIdentification& report,
                                    const Identification& identified);

/// The profile of each parameter: sum of squares over its least, up to the 95 % limit.
std::string profile_plot_svg(const Identification& identified);

/// Frequency, damping and dissipation of a mode against amplitude, data and model (figures 5
/// and 6 of Deaner et al.).
std::string fit_plot_svg(const MeasuredBackbone& data, const ModalFit& fit);

/// Measured and predicted zeroed spectra between two frequencies, one panel per time (figures 8
/// and 9); `measured` may be empty.
std::string zeroed_plot_svg(const std::vector<ZeroedSpectrum>& measured,
                            const std::vector<ZeroedSpectrum>& predicted, double low_hz,
                            double high_hz);

}  // namespace slipfront
