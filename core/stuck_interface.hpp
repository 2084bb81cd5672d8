// The interface with every point stuck, from which a Newton step's linear system counts
// (core/slip_system.hpp): d0 the stuck tangents, C = 1/d0, F the flexibility of the rows in use.
//
//   B = (F_tt + C)^-1,   P = B F_tn,   Q = F_nn - F_nt P
//
// F and C are never subtracted: d0 of 1e13 N/m beside structures of 1e9 N/m loses no digits.
#pragma once

#include <Eigen/Core>
#include <memory>

namespace slipfront {

/// b_t and b_n of columns h with no force errors: dr_t = B h_t, dz_n = h_n - P' h_t.
struct StuckResponse {
  Eigen::MatrixXd force, normal;
};

/// F, tangential and normal rows and columns.
struct InterfaceFlexibility {
  Eigen::MatrixXd tt, tn, nn;
};

struct StuckInterface {
  /// `flexibility` of the rows in use (x, y of every point, then the normals if there are any);
  /// `stuck` d0 of the tangential rows, all above 0.
  StuckInterface(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck);
  /// The same rows, stuck by other tangents; costs three products of matrices of this size.
  StuckInterface(const StuckInterface& other, const Eigen::VectorXd& stuck);

  Eigen::Index tangential() const { return stiffness.size(); }
  void respond(const Eigen::Ref<const Eigen::MatrixXd>& h, StuckResponse& b) const;

  Eigen::VectorXd stiffness, compliance;  // d0, C
  Eigen::Index normals;                   // number of normal rows in use
  Eigen::MatrixXd inverse;                // B
  Eigen::MatrixXd pull, soft;             // P, Q
  Eigen::MatrixXd pull_rows;              // P'
  std::shared_ptr<const InterfaceFlexibility> f;

 private:
  void invert();
};

}  // namespace slipfront
