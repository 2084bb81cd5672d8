// A beam on its frictional support under a slow force: where the bolt presses, at which force
// and where slip begins, how force follows displacement, and the hysteresis loop.
//
// The layer between beam and support (rom/frictional_beam.hpp) has, per metre of beam,
//
//   pressure   p = p_s + k_n w                      p_s = k_n w_s by the bolt alone (eq 11-13)
//   traction   t = k_t (U - s),  |t| <= mu p        s: how far the point has slid (eq 16, 18)
//
// with w and U the displacements of the lower face that the force adds. The layer is free of
// traction after bolting. `NormalForce::constant` takes mu p_s for the limit, `following`
// takes mu p, none where p is below zero (eq 17). Everything but s is linear: it is condensed
// to the points of the layer once,
//
//   U = g P + C (k_t l s),   p = p_s + k_n (h P + H (k_t l s))
//
// P the force, l the length that belongs to a point, and each load step solves for the s of
// the points that slide, which points these are being found by exchange.
//
// Loops: first loading to +F, then to -F and back to +F, until a loop ends where it began;
// by Masing's rule from the first loading alone, d(P) = d_F - 2 d_1((F - P)/2). The two agree
// with constant normal force, where each point's slip grows with the force; with following
// normal force they do not.
//
// Source: Asadi, Ahmadian and Jalali, Journal of Sound and Vibration 331 (2012) 4704-4712.
// Misprints there: eq 7 (f_h is to be differentiated), 10, 14 and 19 (the sign of k_0, a
// missing u), 15b (the shear force jumps at L1).
// Limits: quasi-static; the normal springs hold the beam down as well as up, as in the paper,
// so where the force lifts the beam by more than the bolt has pressed it they pull: the length
// of support in tension is reported.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "rom/frictional_beam.hpp"

namespace slipfront {

enum class NormalForce { constant, following };

struct SlipOnset {
  double force = 0;  // [N], positive into the support
  double place = 0;  // x [m]
};

/// Displacement at the force [m] along a path of forces [N].
struct SupportCurve {
  std::vector<double> force, displacement;
};

struct SupportLoop {
  SupportCurve first;         // from 0 to F
  SupportCurve loop, masing;  // from F to -F and back
  double area = 0;            // energy lost per cycle [J], by direct reversal
  double masing_area = 0;     // of the Masing loop
  int cycles = 0;             // until the loop was closed
  double slipping = 0;        // length of support that slides at first loading to F [m]
  double in_tension = 0;      // greatest length of support with p < 0 at +-F [m]
};

struct SupportLoopOptions {
  NormalForce normal = NormalForce::constant;
  int steps = 100;  // of the force on each branch
};

class FrictionalSupport {
 public:
  /// A Failure if the bolt leaves part of the support without pressure.
  explicit FrictionalSupport(const FrictionalBeamSpec& spec);

  const FrictionalBeamSpec& spec() const { return spec_; }
  const std::vector<double>& places() const { return places_; }       // x of the points [m]
  const Eigen::VectorXd& pressure() const { return bolt_pressure_; }  // p_s [N/m]
  /// Shear traction per newton of force, everything stuck [1/m].
  Eigen::VectorXd traction() const { return spec_.layer.tangential_stiffness * slide_; }
  /// Force per displacement at the force, everything stuck [N/m].
  double stiffness() const { return 1 / flexibility_; }
  /// Lowest natural frequencies with everything stuck, in the plane of the height [Hz].
  std::vector<double> stick_frequencies(int count) const;
  /// The smallest force, into the support or away from it, that makes a point slide, and where.
  SlipOnset onset(NormalForce normal) const;
  /// Force F > 0 [N]. A Failure if the support cannot hold it.
  SupportLoop loop(double force, const SupportLoopOptions& options = {}) const;

 private:
  struct Layer;

  FrictionalBeamSpec spec_;
  std::vector<double> places_;
  Eigen::VectorXd lengths_;                        // l of the points
  Eigen::VectorXd bolt_pressure_;                  // p_s at the points
  double flexibility_ = 0;                         // of the place of the force, stuck [m/N]
  Eigen::VectorXd slide_, press_;                  // U and w of the points per unit force, stuck
  Eigen::MatrixXd slide_by_slip_, press_by_slip_;  // C, H
  // On every node and point of the support, for the place where slip begins.
  std::vector<double> all_places_;
  Eigen::VectorXd all_pressure_, all_slide_, all_press_;
  Eigen::VectorXd lambda_;  // of the stuck beam [rad^2/s^2]
};

}  // namespace slipfront
