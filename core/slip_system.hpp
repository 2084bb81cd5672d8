// The linear system of a Newton step on an interface of many points: linear algebra of
// core/element_newton.hpp.
//
//   dz = h - F dr,   dr = e + D dz      F flexibility, D tangents of the net forces r
//
// Two forms of it, of which a tangent takes the smaller.
//
// Slips as unknowns: sticking points all have D = d0; C = 1/d0, B = (F_tt + C)^-1 once per
// parameter set. With the slip g of the points that differ (d0 g = (D - d0) dz + D_tn dz_n) and
// the net normal forces s of points apart:
//
//   dr_t = b_t + B g - P s      b_t = B (h_t + C e_t - F_tn e_n),      P = B F_tn
//   dz_n = b_n - P' g - Q s     b_n = h_n - F_nn e_n - P' (h_t + C e_t - F_tn e_n)
//   D g + (I - D C)(dr_t - e_t) - D_tn dz_n = 0        slipping points
//   s = D_nn dz_n                                      points apart,  Q = F_nn - F_nt B F_tn
//
// Symmetric D without pressure: in the directions v of D's eigenvectors (eigenvalue d) a
// positive definite system V'BV + diag(d / (1 - d/d0)), by Cholesky; otherwise LU.
//
// Forces as unknowns, symmetric D and no point apart: core/force_form.hpp. Where most points
// slip on a flat limit it has half as many unknowns.
//
// d0 of 1e13 N/m beside structures of 1e9 N/m loses no digits: F and C are never subtracted.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <vector>

#include "core/force_form.hpp"

namespace slipfront {

class SlipSystem {
 public:
  using Blocks = Eigen::Matrix<double, 3, Eigen::Dynamic>;

  /// `flexibility` of the rows in use (x, y of every point, then the normals if there are
  /// any); `stuck` d0 of the tangential rows, all above 0.
  SlipSystem(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck);

  Eigen::Index tangential() const { return stuck_.size(); }
  Eigen::Index rows() const { return tangential() + normals_; }

  /// Finds the points that differ from sticking and factorises. `tangent`: 3x3 blocks of the
  /// net forces r by (x, y, normal).
  void factorise(const Blocks& tangent);
  Eigen::Index unknowns() const { return by_forces_ ? forces_.unknowns() : size_; }

  /// b_t and b_n of columns h (rows in use) with e = 0.
  struct Base {
    Eigen::MatrixXd force, normal;
  };
  Base base(const Eigen::MatrixXd& h) const;

  /// U' dr for h = U (columns) and for e = E.
  struct Border {
    Eigen::MatrixXd columns, errors;
  };
  /// `bases` is base(u). Keeps what step() needs of u and e, which must live until then.
  Border border(const Eigen::MatrixXd& u, const Base& bases, const Eigen::MatrixXd& e);
  /// dr and dz for h = U x and e = E, a column for each of E.
  void step(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) const;

 private:
  void factorise_symmetric();
  void factorise_general(const Blocks& tangent);
  Eigen::MatrixXd pull_of_normals(const Eigen::MatrixXd& e) const;  // -F_tn e_n
  /// C e_t - F_tn e_n: what forces e add to h_t.
  Eigen::MatrixXd push(const Eigen::MatrixXd& e) const;
  Base base_of_errors(const Eigen::MatrixXd& push, const Eigen::MatrixXd& e) const;
  /// Slips g and net normal forces s (compact) for a base; with symmetric D L' g, L the
  /// Cholesky factor. `e` may be null.
  Eigen::MatrixXd slips(const Base& base, const Eigen::MatrixXd* e) const;
  /// The rows of a base that slips and net normal forces multiply (general system).
  Eigen::MatrixXd weights_of(const Base& base) const;

  Eigen::VectorXd stuck_, compliance_;
  Eigen::Index normals_;
  Eigen::MatrixXd inverse_;                    // B
  Eigen::MatrixXd normal_pull_, normal_soft_;  // P, Q
  Eigen::MatrixXd flexibility_, flexibility_tn_, flexibility_nn_;

  // The points that differ.
  std::vector<Eigen::Index> slipping_, apart_;
  bool symmetric_ = true, by_forces_ = false;
  Eigen::Index size_ = 0;
  std::vector<SlipDirection> principal_;  // of all points: two each
  std::vector<SlipDirection> free_;       // symmetric: those softer than sticking
  ForceForm forces_;
  Blocks tangent_;
  Eigen::MatrixXd system_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;

  // Between border() and step().
  const Eigen::MatrixXd* u_ = nullptr;
  const Eigen::MatrixXd* errors_ = nullptr;
  Eigen::MatrixXd push_, slip_columns_, slip_errors_;
};

}  // namespace slipfront
