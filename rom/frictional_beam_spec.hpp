// A beam that one bolt presses onto a frictional support: its dimensions, as read from JSON,
// the keys of which are the names below (lengths in metres, forces in newtons).
//
//          bolt                       force
//           |                           |
//      _____v___________________________v__________________________
//     |____________________________________________________________|
//     ////////////////        z points down, into the support
//     x = 0          L1             load place                     L
//
// The values are those of Asadi, Ahmadian and Jalali, Journal of Sound and Vibration 331
// (2012) 4704-4712, section 4 and 5; the support's stiffnesses are per metre of beam there
// (k_n = 1.7e9 N/m per metre, k_t = 5.8e8), although printed as N/m. What the paper leaves
// out is stated here: E and the density of steel, the bolt's tension T / (0.2 d) of the
// torque T = 20.4 N m on an M18 bolt, the friction coefficient, and the width of the washer.
#pragma once

#include <string>
#include <string_view>

namespace slipfront {

/// How the support answers where it is held: per metre of beam.
struct LayerSpec {
  double normal_stiffness = 1.7e9;      // k_n [N/m^2]
  double tangential_stiffness = 5.8e8;  // k_t [N/m^2]
  double friction_coefficient = 0.3;    // mu
};

struct FrictionalBeamSpec {
  std::string name = "frictional-beam";
  std::string source = "built-in";  // file, for messages
  double length = 0.3;              // L [m]
  double width = 0.03;              // b [m], along y
  double height = 0.003;            // h [m], along z
  double support_length = 0.05;     // L1 [m]
  double young = 2.0e11;            // E [N/m^2]
  double density = 7850;            // rho [kg/m^3]
  double preload = 5667;            // of the bolt [N]
  double washer_width = 0.027;      // [m] along the beam, about x = L1/2, evenly pressed
  double bolt_mass = 0.052;         // m_0 [kg], at x = L1/2
  LayerSpec layer;                  // "support" in the file
  double load_place = 0.13;         // x of the force [m]
  int patches = 10;                 // of the reduced models
  int elements = 100;               // of the support in static loading; two points each
};

/// The value of "kind" that a file of this beam has.
inline constexpr const char* kFrictionalBeamKind = "frictional_beam";

/// Whether the JSON says that it describes a frictional beam. Never throws.
bool describes_frictional_beam(std::string_view json);

/// One Failure with every problem: unknown keys, values out of range, a washer beyond the
/// support, a force on the support.
FrictionalBeamSpec parse_frictional_beam(std::string_view json, const std::string& source);
FrictionalBeamSpec read_frictional_beam(const std::string& path);
void check_frictional_beam(const FrictionalBeamSpec& spec);

}  // namespace slipfront
