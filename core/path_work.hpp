// Work along a traced path, by a Legendre-Gauss-Lobatto rule over its points, with its
// slope by the parameters:
//
//   local   int t . dw    tangential forces of the interface, as they act in total
//   modal   int lambda alpha dalpha                 (Porter et al., eq 38)
//
// alpha is the signed modal amplitude; the points stand at those of the rule.
#pragma once

#include <vector>

#include "core/lobatto.hpp"
#include "core/modal_path.hpp"

namespace slipfront {

/// A value and its slope by the parameters (empty where none is wanted).
struct Work {
  double value = 0;
  Eigen::RowVectorXd slope;
  Work& operator+=(const Work& other);
};

/// Damping ratio below which the area of a loop is what rounding leaves of none.
inline constexpr double kLeastDamping = 1e-13;

/// The area of a whole loop at a modal amplitude q: none where the damping ratio
/// |W| / (2 pi omega^2 q^2) is below the least.
Work without_rounding(Work area, double omega, double amplitude);

/// Tangential forces of an instant in total, and their slope.
Eigen::VectorXd tangential_force(const ContactRows& contact, const ModalState& state);
Eigen::MatrixXd tangential_force_slope(const Instant& at, ModalEquations& equations);
/// Rows x and y of every point.
Eigen::VectorXd tangential_rows(const Eigen::VectorXd& v);
Eigen::MatrixXd tangential_rows(const Eigen::MatrixXd& m);

Work local_work(const std::vector<Instant>& points, const LobattoRule& rule,
                ModalEquations& equations, bool slopes);
/// Points at alpha from `begin` to `end`.
Work modal_work(const std::vector<Instant>& points, const LobattoRule& rule, double begin,
                double end, bool slopes);

}  // namespace slipfront
