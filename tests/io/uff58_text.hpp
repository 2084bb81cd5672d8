// Universal files written by hand for tests: dataset 58 as ASCII or binary.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

struct UffCase {
  int node = 1, direction = 3;
  std::string unit = "NONE";
  int quantity = 12;  // acceleration
  double step = 1e-3;
  bool binary = false, big_endian = false;
  bool even = true;
  int type = 4;  // 2: single, 4: double
  double start = 0;
  std::string time_unit = "s";
  bool wide_abscissa = false;  // binary and uneven: as wide as the values
};

inline std::string uff58_text(const UffCase& c, const std::vector<double>& values) {
  char line[160];
  std::string body;
  for (int i = 0; i < 5; ++i) body += "text " + std::to_string(i + 1) + "\n";
  std::snprintf(line, sizeof line, "%5d%10d%5d%10d %-10s%10d%4d %-10s%10d%4d\n", 1, 0, 0, 0, "NONE",
                c.node, c.direction, "NONE", 0, 0);
  body += line;
  std::snprintf(line, sizeof line, "%10d%10zu%10d%13.5E%13.5E%13.5E\n", c.type, values.size(),
                c.even ? 1 : 0, c.start, c.step, 0.0);
  body += line;
  std::snprintf(line, sizeof line, "%10d%5d%5d%5d %-20s %-20s\n", 17, 0, 0, 0, "Time",
                c.time_unit.c_str());
  body += line;
  std::snprintf(line, sizeof line, "%10d%5d%5d%5d %-20s %-20s\n", c.quantity, 0, 0, 0, "Accel",
                c.unit.c_str());
  body += line;
  body += "         0    0    0    0 NONE                 NONE\n";
  body += "         0    0    0    0 NONE                 NONE\n";
  std::string data;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (c.binary) {
      const auto put = [&](const void* bytes, std::size_t size) {
        std::string piece(static_cast<const char*>(bytes), size);
        if (c.big_endian) piece.assign(piece.rbegin(), piece.rend());
        data += piece;
      };
      const auto x = static_cast<float>(c.step * static_cast<double>(i));
      const auto single = static_cast<float>(values[i]);
      const double wide = c.step * static_cast<double>(i);
      if (!c.even && c.wide_abscissa) put(&wide, sizeof wide);
      if (!c.even && !c.wide_abscissa) put(&x, sizeof x);
      if (c.type == 2)
        put(&single, sizeof single);
      else
        put(&values[i], sizeof(double));
      continue;
    }
    if (!c.even) {
      std::snprintf(line, sizeof line, "%13.5E", c.step * static_cast<double>(i));
      data += line;
    }
    std::snprintf(line, sizeof line, c.type == 2 ? "%13.5E" : "%20.12E", values[i]);
    data += line;
    const std::size_t per_line = c.type == 2 ? (c.even ? 6 : 3) : (c.even ? 4 : 2);
    if ((i + 1) % per_line == 0 || i + 1 == values.size()) data += "\n";
  }
  std::string head = "    -1\n    58\n";
  if (c.binary) {
    std::snprintf(line, sizeof line, "    58b%6d%6d%12d%12zu%6d%6d%12d%12d\n", c.big_endian ? 2 : 1,
                  2, 11, data.size(), 0, 0, 0, 0);
    head = std::string("    -1\n") + line;
    data += "\n";
  }
  return head + body + data + "    -1\n";
}
