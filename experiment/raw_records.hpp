// Ring-downs as files hold them, before units and time are settled (record.hpp).
//
// CSV       one column per channel, optionally one named time (t, time, time [ms], ...);
//           units in brackets behind the names
// .mat      vectors (or columns of matrices) as variables or in one struct; time by name
//           (t, time) or a scalar named fs, dt or like these; a text named unit or units
// UFF58     one function per channel; time responses only
#pragma once

#include <string>
#include <string_view>

#include "experiment/record.hpp"

namespace slipfront {

RawRecord raw_from_csv(std::string_view text, const std::string& path);
RawRecord raw_from_mat(const std::string& path);
RawRecord raw_from_uff(std::string_view bytes, const std::string& path);

/// Whether a name is that of a time axis ("t", "Time", "time_s").
bool names_time(const std::string& name);

}  // namespace slipfront
