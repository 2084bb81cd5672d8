// Functions of universal files, dataset 58 (ASCII) and 58b (binary): measured signals with
// their sampling, place and units, as test systems export them.
//
//   -1 / 58 / 5 lines of text / record 6 (function, places) / record 7 (type, count, abscissa)
//   / records 8-11 (quantities and units of the axes) / values / -1
//
// Read: real values, single and double precision, even and uneven abscissa; binary of
// either byte order in IEEE floating point. Datasets of other numbers are passed over.
// Complex functions (spectra) are kept without values: a Failure is for who needs them.
//
// Source: SDRC universal file format, dataset 58 and its binary form 58b.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

struct UffFunction {
  std::vector<std::string> texts;  // five identification lines, trimmed
  int function_type = 0;           // 1: time response
  std::string response_name;       // of the entity; "NONE" becomes empty
  int response_node = 0;
  int response_direction = 0;  // +-1..3: x, y, z; 0: scalar
  bool complex_values = false;
  int abscissa_quantity = 0;  // 17: time, 18: frequency
  std::string abscissa_unit;
  int ordinate_quantity = 0;  // 12: acceleration, 11: velocity, 8: displacement, 13: force
  std::string ordinate_unit;
  bool even = true;              // abscissa = start + i step
  double start = 0, step = 0;    // of an even abscissa
  std::vector<double> abscissa;  // of an uneven one
  std::vector<double> values;
  int line = 0;  // of the file, at which the dataset begins (0 after a binary dataset)
};

/// All datasets 58 of a file. A Failure names the dataset and the record that is wrong.
std::vector<UffFunction> read_uff58(const std::string& path);

/// The same from bytes; `path` only names them in messages.
std::vector<UffFunction> parse_uff58(std::string_view bytes, const std::string& path);

}  // namespace slipfront
