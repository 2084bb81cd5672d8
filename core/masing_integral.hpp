// Dissipation of the Masing framework where the law has no closed form for it: the loop is
// the loading curve from rest, doubled and turned over, so
//
//   modal   D(q) = 8 int_0^q lambda q' dq' - 4 lambda q^2
//   local   D(q) = 8 int_0^q t . dw - 4 t . w           tangential rows, from rest
//
// (Porter et al., figure 6a and b). The integrals run over the path through the
// amplitudes, with a Legendre-Gauss-Lobatto rule between each two of them and from rest
// to the first. Modal dissipation under penalty contact counts the elastic opening of a
// joint as a loop; local does not.
#pragma once

#include "core/path_work.hpp"

namespace slipfront {

class MasingIntegral {
 public:
  /// `modal`: at modal level, else local; `points` of the rule between amplitudes.
  MasingIntegral(ModalEquations& equations, ModalPath& path, bool modal, int points, bool slopes);

  /// Walks the path to the next amplitude. Where it fails path and integral stay where they were.
  PointStatus advance(double amplitude);

  /// D at the amplitude where the path stands.
  Work dissipation();
  SolveRung rung() const { return rung_; }

 private:
  ModalEquations& equations_;
  ModalPath& path_;
  bool modal_, slopes_;
  LobattoRule rule_;
  double reached_ = 0;  // amplitude
  Instant last_;        // there
  Work loading_;        // int from rest to there
  SolveRung rung_ = SolveRung::direct;
};

}  // namespace slipfront
