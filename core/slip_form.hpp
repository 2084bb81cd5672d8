// A Newton step's linear system with slips as unknowns: the first form of
// core/slip_system.hpp, small where few points slip.
//
//   slip g = V x in the directions v softer than sticking, eigenvalue d < d0:
//   (V'B V + diag(d / (1 - d/d0))) x = -V'(b_t - e_t),     dr_t = b_t + B g
//
// symmetric and, but for falling curves, positive definite: Cholesky.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/in_place_factors.hpp"
#include "core/slip_direction.hpp"
#include "core/stuck_interface.hpp"

namespace slipfront {

class SlipForm {
 public:
  /// Takes the directions softer than sticking out of the principal ones of all points.
  void choose(const StuckInterface& stuck, const std::vector<SlipDirection>& directions);
  Eigen::Index unknowns() const { return static_cast<Eigen::Index>(free_.size()); }
  /// False if not positive definite.
  bool factorise(const StuckInterface& stuck);

  /// Adds to U'dr what slips bring, for h = U with these `bases`, and for errors e.
  void add_to_border(const StuckResponse& bases, const StuckResponse& pushed,
                     const Eigen::MatrixXd& e, Eigen::MatrixXd& columns, Eigen::MatrixXd& errors);
  /// g += slips for h = U x and the errors.
  void add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g);

 private:
  std::vector<SlipDirection> free_;
  InPlaceCholesky factors_;
  ScratchMatrix of_u_, of_errors_, slips_;  // L' x for U and for the errors; x
};

}  // namespace slipfront
