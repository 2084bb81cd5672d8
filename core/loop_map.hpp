// One hysteresis loop as a map of the history it begins with, linearised: what many of them
// lead to (core/loop_closing.cpp).
//
// A loop takes the history h of the reversal point at +q, from which it sets out, to
// T(h) = h + r; with J = dT/dh, m of them in a row lead to
//
//   h_m = T(h) + J (1 + J + ... + J^(m-2)) r + O(r^2),
//
// whatever the eigenvalues of J: a point that creeps by the same amount loop after loop
// (eigenvalue 1) goes m times as far, one that forgets its past comes to rest.
//
// What a loop feels of a point's history is less than the history: a Jenkins point that slips
// back along a line forgets all of it, a rate law knows one number of two. Rows of `in` take a
// history to those coordinates w, columns of `out` take w to a history, and J = (J out) in.
// Points that keep what is felt of them, whatever the displacements (they stick), have none.
//
// Limits: spring contact (history is that of the law alone); entries of a history must add up
// like displacements and tractions, which a list of reversals does not.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/contact_rows.hpp"

namespace slipfront {

struct FeltHistory {
  Eigen::MatrixXd out;               // [entries of ContactHistory::law x n]
  Eigen::MatrixXd in;                // [n x entries]; in out = 1
  std::vector<Eigen::Index> counts;  // of each law point: its columns of `out`

  /// `down`, `up`: ContactRows::history_response on the half loops to -q and back. `size`:
  /// of the entries of a point's history, all above 0, to tell small from large.
  static FeltHistory of(const std::vector<Eigen::MatrixXd>& down,
                        const std::vector<Eigen::MatrixXd>& up, const Eigen::VectorXd& size);
};

/// (1 + B + ... + B^(m-1)) x, and B^m x.
struct LoopSum {
  Eigen::MatrixXd sum, last;
};
LoopSum sum_of_loops(const Eigen::MatrixXd& b, const Eigen::MatrixXd& x, int m);

/// True if histories add up: spring contact, and a law whose history after a small enough
/// displacement is proportional to it.
bool history_adds_up(const ContactRows& contact, ContactRows::Workspace& work);

}  // namespace slipfront
