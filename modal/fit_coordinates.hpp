// Coordinates in which a modal Iwan model is searched for and its quantities are profiled. Each
// is a box: every point inside is a model.
//
//   search      ln K0, ln w, ln(chi+1), ln C, ln P/K0, S/(K0-P)         (fit.hpp)
//   by_R        ln R in place of ln w
//   by_F_S      ln F_S, ln K_T, ln K_inf, ln(chi+1), ln beta, ln C
//   by_phi_max  ln phi_max in place of ln F_S
// w = R q^(chi+1) / ((chi+1)(chi+2) K0) with q the highest amplitude of the data.
#pragma once

#include <array>
#include <cmath>

#include "core/measured_backbone.hpp"
#include "modal/least_squares.hpp"
#include "modal/modal_iwan.hpp"

namespace slipfront {

inline constexpr int kFitUnknowns = 6;

enum class FitCoordinates { search, by_R, by_F_S, by_phi_max };

/// The residuals of a backbone with sizes s_f and s_z of its errors.
struct BackboneResiduals {
  const MeasuredBackbone* data = nullptr;
  Reading reading = Reading::decay;
  FitCoordinates coordinates = FitCoordinates::search;
  double frequency_size = 1, damping_size = 1;

  /// In the coordinates' box: 2 residuals per amplitude, all of frequency first, with Huber's
  /// loss beyond two sizes.
  bool evaluate(const double* x, double* residuals, double* jacobian) const;
  LeastSquares problem() const;
  /// ln of model over data at each amplitude, as it is.
  void relative(const std::vector<double>& x, std::vector<double>& frequency,
                std::vector<double>& damping) const;

  ModalIwan model(const std::vector<double>& x) const;
  /// The point of another system of coordinates that is the same model.
  std::vector<double> coordinates_of(const ModalIwan& model) const;
};

}  // namespace slipfront
