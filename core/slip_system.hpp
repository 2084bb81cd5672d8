// The linear system of a Newton step on an interface of many points: linear algebra of
// core/element_newton.hpp.
//
//   dz = h - F dr,   dr = e + D dz      F flexibility, D tangents of the net forces r
//
// It counts from the interface with every point stuck (core/stuck_interface.hpp): slips g of the
// points that differ, d0 g = (D - d0) dz + D_tn dz_n, and the net normal forces s of points apart,
//
//   dr_t = b_t + B g - P s      b_t = B (h_t + C e_t - F_tn e_n)
//   dz_n = b_n - P' g - Q s     b_n = h_n - F_nn e_n - P' (h_t + C e_t - F_tn e_n)
//
// Three forms of it; a tangent takes the smallest that fits:
//   SlipForm      symmetric D: slips, and normal forces of points apart, as unknowns
//   ForceForm     no point apart, forces as unknowns: half as many where most points slip on a flat
//                 limit
//   PressureForm  everything else
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/force_form.hpp"
#include "core/pressure_form.hpp"
#include "core/slip_form.hpp"
#include "core/stuck_interface.hpp"

namespace slipfront {

class SlipSystem {
 public:
  using Blocks = PressureForm::Blocks;

  /// Finds the points that differ from sticking and factorises. `tangent`: 3x3 blocks of the
  /// net forces r by (x, y, normal). `stuck` must live until the last step().
  void factorise(const StuckInterface& stuck, const Blocks& tangent);
  Eigen::Index unknowns() const;

  /// U' dr for h = U (columns) and for e = E.
  struct Border {
    Eigen::MatrixXd columns, errors;
  };
  /// `bases`: what the stuck interface responds to u. All three must live until
  /// step().
  const Border& border(const Eigen::MatrixXd& u, const StuckResponse& bases,
                       const Eigen::MatrixXd& e);
  /// dr and dz for h = U x and e = E, a column for each of E.
  void step(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz);

 private:
  enum class Form { slips, forces, pressure };

  void push_of_errors(const Eigen::MatrixXd& e);
  void step_of_forces(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz);
  void step_of_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz);

  const StuckInterface* stuck_ = nullptr;
  Form form_ = Form::slips;
  std::vector<SlipDirection> principal_;  // of all points: two each
  std::vector<SlipForm::Apart> apart_;
  SlipForm slips_;
  ForceForm forces_;
  PressureForm pressure_;

  // Between border() and step().
  const Eigen::MatrixXd* u_ = nullptr;
  const StuckResponse* bases_ = nullptr;
  const Eigen::MatrixXd* errors_ = nullptr;
  Eigen::MatrixXd pulled_, push_;  // -F_tn e_n; C e_t - F_tn e_n: what forces e add to h_t
  StuckResponse pushed_;           // b_t and b_n of the errors
  Border border_;
  Eigen::MatrixXd h_, slip_, parted_;
};

}  // namespace slipfront
