// Measured backbones as CSV files, one mode per file.
//
//   amplitude, frequency_hz, frequency_lower, frequency_upper, damping, damping_lower,
//   damping_upper
//
// amplitude           modal amplitude [m sqrt(kg)], mass-normalised; or in its place
// response_amplitude  displacement at the accelerometer [m]
// frequency_*         [Hz]; damping_* ratio of critical damping [1], total
// Columns stand in any order. A pair of bounds may be left out: it then equals the
// backbone. Amplitudes ascend and are above 0; frequency and damping are above 0 (a
// lower bound of damping may be negative); each value lies between its bounds.
#pragma once

#include <string>

#include "core/measured_backbone.hpp"

namespace slipfront {

/// One Failure with all problems: file, column, line, rule, remedy.
MeasuredBackbone read_backbone(const std::string& path);

/// The same from text; `path` only names it in messages.
MeasuredBackbone parse_backbone(const std::string& text, const std::string& path);

/// The file as text; a Failure if a value is missing or not finite.
std::string backbone_text(const MeasuredBackbone& backbone);

/// Written whole or not at all; reads back to the same numbers.
void write_backbone(const std::string& path, const MeasuredBackbone& backbone);

}  // namespace slipfront
