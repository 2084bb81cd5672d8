// What a backbone is asked for: mode, prestress, framework details, dissipation, gradients.
// Defaults are those of the command line (docs: `slipfront backbone --help`).
#pragma once

#include <optional>

namespace slipfront {

/// full: contact and friction loaded from the origin; conservative: without the hysteretic
/// part (normal contact and linear springs kept); none: us = 0 under no bolt load.
enum class PrestressKind { full, conservative, none };

/// local: closed form of the law where it has one, else the path integral of tractions;
/// modal: the area of lambda q against q (Porter et al., figure 6).
enum class Dissipation { local, modal };

/// Which mode: the k-th bending mode along the bolt axis, found by shape (1, 2, 3), or
/// an index into the spectrum of the stuck prestressed structure (0-based).
struct ModeChoice {
  int bending = 1;
  std::optional<int> index;
};

/// How the hysteresis loop of the non-Masing framework is found.
///   repeated  traced again and again, until the damping settles (the study's)
///   closed    solved for where `loops` repetitions lead to, in few of them
///             (core/loop_closing.cpp); loop_tolerance does not count. Penalty contact, and laws
///             whose history is a list of reversals (Iwan), are repeated all the same, and so are
///             loops with gradients.
enum class LoopRule { repeated, closed };

struct BackboneOptions {
  ModeChoice mode;
  PrestressKind prestress = PrestressKind::full;
  std::optional<double> preload;  // N per bolt; default: the structure's own
  double zeta0 = 0;               // added to the friction damping (eq 40)
  Dissipation dissipation = Dissipation::local;
  // Points of the Legendre-Gauss-Lobatto rule on each segment of a loop (default 42 on
  // patches, 4 on elements), or in Masing between amplitudes (default 51).
  std::optional<int> quadrature;
  int loops = 40;                // at most so many loops; closed: so many repetitions
  double loop_tolerance = 1e-4;  // stop when |zeta_n - zeta_(n-1)| <= tolerance zeta_n; 0: never
  LoopRule loop_rule = LoopRule::repeated;
  bool gradient = false;  // also d frequency, d damping by every parameter
};

}  // namespace slipfront
