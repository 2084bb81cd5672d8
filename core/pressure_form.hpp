// A Newton step's linear system where slip limits follow pressure, or a point apart at rest
// touches: the third form of core/slip_system.hpp. D_tn couples rows, so that it is not symmetric:
// LU.
//
//   D g + (I - D C)(dr_t - e_t) - D_tn dz_n = 0        slips g of the slipping points
//   s = D_nn dz_n                                      net normal forces s of points apart
//   dr_t = b_t + B g - P s,   dz_n = b_n - P' g - Q s
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/in_place_factors.hpp"
#include "core/stuck_interface.hpp"

namespace slipfront {

class PressureForm {
 public:
  using Blocks = Eigen::Matrix<double, 3, Eigen::Dynamic>;

  /// Begins anew; then every point that differs from touching and sticking is added.
  void clear();
  void add_slipping(Eigen::Index point) { slipping_.push_back(point); }
  void add_apart(Eigen::Index point) { apart_.push_back(point); }
  Eigen::Index unknowns() const {
    return 2 * static_cast<Eigen::Index>(slipping_.size()) +
           static_cast<Eigen::Index>(apart_.size());
  }
  /// `tangent`: 3x3 blocks of the net forces r by (x, y, normal).
  void factorise(const StuckInterface& stuck, const Blocks& tangent);

  /// Adds to U'dr what slips and parted points bring, for h = U with these `bases`, and for
  /// errors e.
  void add_to_border(const StuckInterface& stuck, const StuckResponse& bases,
                     const StuckResponse& pushed, const Eigen::MatrixXd& e,
                     Eigen::MatrixXd& columns, Eigen::MatrixXd& errors);
  /// g += slips and s += net normal forces for h = U x and the errors.
  void add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g, Eigen::MatrixXd& s);

 private:
  void right_sides(const StuckInterface& stuck, const StuckResponse& base, const Eigen::MatrixXd* e,
                   Eigen::Ref<Eigen::MatrixXd> out) const;

  std::vector<Eigen::Index> slipping_, apart_;
  Blocks tangent_;
  InPlaceLu factors_;
  ScratchMatrix weights_, of_u_, of_errors_, slips_;
};

}  // namespace slipfront
