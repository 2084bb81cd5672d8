// A Newton step's linear system with forces as unknowns: the second form of
// core/slip_system.hpp, small where most points slip on a flat limit.
//
//   dz_t = k - F dr_t,   v'dr_t = v'e + d v'dz_t     in the two principal directions v of each
//                                                    point's tangent, eigenvalue d >= 0
//
// Where d = 0 the force is known, v'dr_t = v'e (Z). In the other directions N it is the unknown x:
//
//   (N'F N + 1/d) x = N'(k + C_d e - F Z Z'e),    dr_t = N x + Z Z'e,   C_d = N 1/d N'
//
// symmetric and positive definite: Cholesky. Normal forces are known: dr_n = e_n, and
// k = h_t - F_tn e_n.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/in_place_factors.hpp"
#include "core/slip_direction.hpp"

namespace slipfront {

class ForceForm {
 public:
  /// How many unknowns it has for these directions.
  static Eigen::Index unknowns(const std::vector<SlipDirection>& directions);
  Eigen::Index unknowns() const { return static_cast<Eigen::Index>(moving_.size()); }

  /// False if not positive definite. `flexibility` of the tangential rows.
  bool factorise(const Eigen::MatrixXd& flexibility, const std::vector<SlipDirection>& directions);

  /// U'dr_t for k = U, and for errors e with k = `push`; keeps what step() needs.
  void border(const Eigen::MatrixXd& u, const Eigen::MatrixXd& push, const Eigen::MatrixXd& e,
              Eigen::MatrixXd& columns, Eigen::MatrixXd& errors);
  /// dr_t for k = U x + push and the errors e, and dz_t where `k` is that k; both of its size.
  void step(const Eigen::MatrixXd& x, const Eigen::MatrixXd& k, const Eigen::MatrixXd& e,
            Eigen::Ref<Eigen::MatrixXd> dr, Eigen::Ref<Eigen::MatrixXd> dz);

 private:
  const Eigen::MatrixXd* flexibility_ = nullptr;
  std::vector<SlipDirection> moving_, flat_;  // N, Z
  ScratchMatrix columns_;                     // F N
  InPlaceCholesky factors_;
  Eigen::MatrixXd known_, target_;           // Z Z'e; k - F Z Z'e
  ScratchMatrix of_u_, of_errors_, forces_;  // L^-1 N'U, and of the errors; x
};

}  // namespace slipfront
