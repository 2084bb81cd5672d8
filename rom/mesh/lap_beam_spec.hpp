// The dimensions of a bolted lap-jointed beam, the family of the Brake-Reuss beam, and
// what to reduce it to. Read from JSON, the keys of which are the names below.
//
//                    heads above, nuts below
//                 __________________________________      z points down, from the top
//                |  lap           top half          |     half into the bottom half
//    ____________|_________ ________________________|
//   |   bottom half        |
//   |______________________|
//   x = -length/2      x = 0                x = +length/2
//
// Both halves have the full section in their arm and half the height in the lap. Bolts
// stand in a row on the axis, symmetric about x = 0, in clearance holes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rom/reduce/build_models.hpp"
#include "rom/solid/hex8.hpp"

namespace slipfront {

struct HexagonSpec {
  double across_flats = 0.0127;  // [m]
  double height = 0.0051594;     // [m]
};

struct WasherSpec {
  double inner_diameter = 0.0087313;  // [m]
  double outer_diameter = 0.0174625;  // [m]
  double thickness = 0.0015875;       // [m]
};

struct BoltSpec {
  int count = 3;
  double pitch = 0.030353;           // [m] between neighbours
  double diameter = 0.0079375;       // [m] of the shank: 5/16 in
  double length = 0.0432594;         // [m] over all, head included
  double hole_diameter = 0.0084328;  // [m]
  HexagonSpec head, nut;
  WasherSpec washer;
};

struct LapBeamSpec {
  std::string name = "brb";
  std::string source = "built-in";  // file, for messages
  double length = 0.720852;         // [m], over all
  double width = 0.0254;            // [m], along y
  double height = 0.0254;           // [m], of the full section
  double lap = 0.121412;            // [m]
  ElasticMaterial material = {1.9285e11, 0.29, 7857.8};
  BoltSpec bolts;
  std::optional<double> preload = 12845;  // [N per bolt]
  int refinement = 4;  // elements through half the height; twice that across the width,
                       // eight times that around a hole
  ReductionSpec reduction;
};

/// Failure with every problem: unknown keys (did you mean), values out of range, bolts
/// outside the lap, holes larger than the section, washers that overlap.
LapBeamSpec parse_lap_beam(std::string_view json, const std::string& source);
LapBeamSpec read_lap_beam(const std::string& path);
void check_lap_beam(const LapBeamSpec& spec);

/// Every value as text: equal specs, equal text.
std::string lap_beam_text(const LapBeamSpec& spec);

}  // namespace slipfront
