// The linear system of a Newton step on an interface of many points, of which only those
// are unknowns that do not stick: linear algebra of core/element_newton.hpp.
//
//   dz = h - F dr,   dr = e + D dz      F flexibility, D tangents of the net forces r
//
// Sticking points all have D = d0; C = 1/d0, B = (F_tt + C)^-1 once per parameter set. With
// the slip g of the points that differ (d0 g = (D - d0) dz + D_tn dz_n) and the net normal
// forces s of points apart:
//
//   dr_t = b_t + B g - P s      b_t = B (h_t + C e_t - F_tn e_n),      P = B F_tn
//   dz_n = b_n - P' g - Q s     b_n = h_n - F_nn e_n - P' (h_t + C e_t - F_tn e_n)
//   D g + (I - D C)(dr_t - e_t) - D_tn dz_n = 0        slipping points
//   s = D_nn dz_n                                      points apart,  Q = F_nn - F_nt B F_tn
//
// Symmetric D without pressure: in the directions v of D's eigenvectors (eigenvalue d) a
// positive definite system V'BV + diag(d / (1 - d/d0)), by Cholesky; otherwise LU.
//
// d0 of 1e13 N/m beside structures of 1e9 N/m loses no digits: F and C are never subtracted.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <vector>

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
  Eigen::Index unknowns() const { return size_; }

  /// b_t and b_n of columns h (rows in use) with e = 0; and of errors e with h = 0, where
  /// `push` is push(e).
  struct Base {
    Eigen::MatrixXd force, normal;
  };
  Base base(const Eigen::MatrixXd& h) const;
  Base base_of_errors(const Eigen::MatrixXd& push, const Eigen::MatrixXd& e) const;

  /// Slips g and net normal forces s (compact) for a base; `e` may be null.
  Eigen::MatrixXd slips(const Base& base, const Eigen::MatrixXd* e) const;

  /// w' dr of the part that the slips add: w' B g - .. for weights with that base.
  Eigen::MatrixXd weigh(const Base& weights, const Eigen::MatrixXd& slips) const;

  /// dr and dz from base + e and the slips.
  void expand(const Eigen::VectorXd& h_hat, const Eigen::VectorXd& h_normal,
              const Eigen::VectorXd& e, const Eigen::VectorXd& slips, Eigen::VectorXd& dr,
              Eigen::VectorXd& dz) const;

  const Eigen::VectorXd& compliance() const { return compliance_; }
  /// C e_t - F_tn e_n: what forces e add to h_t.
  Eigen::MatrixXd push(const Eigen::MatrixXd& e) const;

 private:
  void factorise_symmetric(const Blocks& tangent);
  void factorise_general(const Blocks& tangent);

  Eigen::VectorXd stuck_, compliance_;
  Eigen::Index normals_;
  Eigen::MatrixXd inverse_;                    // B
  Eigen::MatrixXd normal_pull_, normal_soft_;  // P, Q
  Eigen::MatrixXd flexibility_tn_, flexibility_nn_;

  // The points that differ.
  std::vector<Eigen::Index> slipping_, apart_;
  bool symmetric_ = true;
  Eigen::Index size_ = 0;
  std::vector<Eigen::Index> row_;  // symmetric: first row of a direction's point
  Eigen::Matrix2Xd direction_;     // symmetric: its vector
  Blocks tangent_;
  Eigen::MatrixXd system_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace slipfront
