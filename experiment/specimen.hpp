// A virtual specimen: a reduced model whose interface follows a law that no model of the
// registry equals, and its backbones.
//
// Prestress: frictionless, against a gap that varies along the beam, normal stiffness kn in
// contact and none without,
//
//   K us + F_n max(0, kn (D_n us - g)) = N Fv,   p0 = max(0, kn (D_n us - g))
//   g(x) = gap_scale 1e-6 m (101.6 + 10.4 X - 79.3 X^2 - 20.4 X^3 - 14.4 X^4) - minimum, X = x /
//   0.06 m
//
// (a quartic through the measured topology of a worn interface: its ends touch first).
// Vibration: normal springs kn stay where there is pressure; tangentially, from the
// prestressed state, a Mindlin-type curve in the direction of the displacement r,
//
//   t = ts (1 - (1 - kt r/(1.5 ts))^1.5) below full slip, t = ts = mu p0(x) s(x) beyond,
//
// s a log-normal field of position with mean 1, whatever the mesh: a sum of waves,
//
//   ln s = sd z - sd^2/2,  z(x, y) = sum_m (a_m cos k_m.(x,y) + b_m sin k_m.(x,y)) / sqrt(400),
//   a, b ~ N(0, 1), k ~ N(0, 2/l^2):  correlation of z exp(-(r/l)^2), l = 8 mm
//
// Backbones by RQNMA with Masing damping from the potential W(r) of the law (eq 33, 34 and 40 of
// Porter et al.):
//
//   D = sum over points of area (8 W(r) - 4 t(r) r),   zeta = D / (2 pi omega^2 q^2) + zeta0
//
// Limits: pressure does not change during vibration; element interfaces.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/structure.hpp"

namespace slipfront {

struct SpecimenProperties {
  double log10_kt = 12.58;              // tangential stiffness [N/m^3]
  double log10_kn = 12.38;              // normal stiffness [N/m^3]
  double friction_coefficient = 0.054;  // mu: of the worn interface as a whole, not of steel
  double gap_scale = 0.54;
  double traction_spread = 0.55;     // standard deviation of ln s
  double correlation_length = 8e-3;  // of s [m]
  std::uint64_t seed = 1;            // of s
  double viscous_damping = 8.5e-4;   // zeta0 of every mode
  double preload = 12845;            // N per bolt
};

/// Traction, its slope, and the loss 8 W - 4 t r of the Mindlin-type curve at r >= 0.
struct MindlinPoint {
  double traction = 0, slope = 0, loss = 0;
};
MindlinPoint mindlin_curve(double slip_traction, double stiffness, double r);

/// The gap along the beam [m], with minimum zero over `x` (positions along the beam [m]).
std::vector<double> specimen_gap(const std::vector<double>& x, double scale);

/// s at points in the plane [m]: log-normal with mean one over seeds. The value at a place
/// depends on no other point.
std::vector<double> traction_field(const std::vector<double>& x, const std::vector<double>& y,
                                   double spread, double length, std::uint64_t seed);

struct SpecimenBackbone {
  std::vector<double> amplitude, frequency_hz, damping;
};

class Specimen {
 public:
  /// Places of the interface points along and across the beam [m]. A Failure if the structure
  /// has no bolt load, does not match the places, or opens altogether.
  Specimen(std::shared_ptr<const Structure> structure, std::vector<double> x, std::vector<double> y,
           const SpecimenProperties& properties);
  ~Specimen();
  Specimen(Specimen&&) noexcept;

  /// Linear frequencies [Hz] of the bending modes along the bolts, stuck.
  std::vector<double> bending_hz() const;
  /// |R phi| of bending mode `mode` (1, 2, 3) at a response row, mass-normalised.
  double response(int mode, Eigen::Index row) const;
  /// Amplitudes ascending. A Failure if an amplitude does not converge.
  SpecimenBackbone backbone(int mode, const std::vector<double>& amplitudes) const;
  /// p0 of each point [N/m^2]; zero where the interface is open.
  const Eigen::VectorXd& pressure() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace slipfront
