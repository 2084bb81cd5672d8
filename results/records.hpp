// The CSV files of one combination. Columns:
//
//   front.csv      frequency_error_<m>,damping_error_<m> per mode, then each parameter by
//                  name (physical values); one row per front point
//   backbones.csv  point,mode,amplitude,frequency_hz,damping,residual,status
//   loops.csv      point,displacement,traction: the hysteresis loop of the law at some
//                  front points [m, N/m^2]
//
// `point` is the 0-based row of front.csv. A failed amplitude in a predicted mode leaves
// that mode's two errors empty; a row of backbones.csv that did not converge has its
// amplitude, its reason in `status`, and empty numbers. NaN is never written.
//
// All files are written whole or not at all (io/atomic_file.hpp) with the shortest text
// that reads back to the same double.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/backbone.hpp"
#include "core/front.hpp"

namespace slipfront {

void write_front_csv(const std::string& path, const Front& front);
/// Throws a Failure if a mode has only one of its two columns or a parameter is empty.
Front read_front_csv(const std::string& path);

/// The error pairs of any front in a CSV file: columns frequency_error_<mode> and
/// damping_error_<mode> if the file has them, else its only two columns, in this order.
/// Rows in which both are empty are left out.
std::vector<ErrorPair> read_error_pairs(const std::string& path, int mode = 1);

struct BackboneRecord {
  int point = 0;  // row of front.csv
  int mode = 0;
  Backbone backbone;
};
void write_backbones_csv(const std::string& path, std::span<const BackboneRecord> records);
/// One record per point and mode, as written; NaN where an amplitude has no numbers.
std::vector<BackboneRecord> read_backbones_csv(const std::string& path);

struct LoopRecord {
  int point = 0;                     // row of front.csv
  std::vector<double> displacement;  // [m]
  std::vector<double> traction;      // [N/m^2], same length
};
void write_loops_csv(const std::string& path, std::span<const LoopRecord> records);
std::vector<LoopRecord> read_loops_csv(const std::string& path);

}  // namespace slipfront
