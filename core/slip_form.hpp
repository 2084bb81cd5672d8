// A Newton step's linear system with slips as unknowns, and the net normal forces of points apart:
// the first form of core/slip_system.hpp, small where few points slip or part.
//
//   slip g = V x in the directions v softer than sticking, eigenvalue d < d0; s of points whose
//   reference spring is taken away, D_nn = -k:
//
//   (V'B V + diag(d / (1 - d/d0))) x - V'P s = -V'(b_t - e_t)      dr_t = b_t + B g - P s
//   -P'V x + (diag(1/k) - Q) s = -b_n                              dz_n = b_n - P'g - Q s
//
// symmetric and, but for falling curves and a body that does not stand without those springs,
// positive definite: Cholesky. Limit: tangential forces that do not follow the normal motion.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/in_place_factors.hpp"
#include "core/slip_direction.hpp"
#include "core/stuck_interface.hpp"

namespace slipfront {

class SlipForm {
 public:
  /// A point apart, and k of its reference spring [N/m].
  struct Apart {
    Eigen::Index point;
    double spring;
  };

  /// Takes the directions softer than sticking out of the principal ones of all points.
  void choose(const StuckInterface& stuck, const std::vector<SlipDirection>& directions,
              const std::vector<Apart>& apart = {});
  Eigen::Index unknowns() const {
    return static_cast<Eigen::Index>(free_.size()) + static_cast<Eigen::Index>(apart_.size());
  }
  /// False if not positive definite.
  bool factorise(const StuckInterface& stuck);

  /// Adds to U'dr what slips and parted points bring, for h = U with these `bases`, and for
  /// errors e.
  void add_to_border(const StuckResponse& bases, const StuckResponse& pushed,
                     const Eigen::MatrixXd& e, Eigen::MatrixXd& columns, Eigen::MatrixXd& errors);
  /// g += slips and s += net normal forces for h = U x and the errors.
  void add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g, Eigen::MatrixXd& s);

 private:
  Eigen::Index first_apart() const { return static_cast<Eigen::Index>(free_.size()); }

  std::vector<SlipDirection> free_;
  std::vector<Apart> apart_;
  InPlaceCholesky factors_;
  ScratchMatrix of_u_, of_errors_, slips_;  // L' x for U and for the errors; x
};

}  // namespace slipfront
