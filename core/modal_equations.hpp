// One solve of eq 33 (Porter et al.) at one amplitude and one history of the interface, as
// those see it who walk along amplitudes and around loops: independent of how it is solved.
//
//   (Omega - lambda) eta + Psi' r = 0,   eta' eta = q^2,   r(z) = p(z; history) - k z
//
//   DenseNewton    every interface row an unknown: patch models and small interfaces
//   ElementNewton  interfaces of many points: only what slips or parts is an unknown
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/backbone.hpp"
#include "core/condensed.hpp"
#include "core/contact_rows.hpp"

namespace slipfront {

/// A state at |y|_M = amplitude > 0; the side of the loop (+q or -q) is in its direction.
struct ModalState {
  double amplitude = 0;
  double lambda = 0;
  Eigen::VectorXd z;      // row displacements from rest [m]
  Eigen::VectorXd force;  // of the rows, relative to rest [N]; set by a solve
  Eigen::VectorXd a;      // kept modes [m sqrt(kg)]
  Eigen::VectorXd eta;    // all condensed coordinates; set by a solve of DenseNewton
  // Of ElementNewton: the reactions that belong to z [N], and what the rest of F and of F' at
  // the frozen lambda make of them [m, m s^2].
  Eigen::VectorXd net, rest, rest_slope;

  /// Linear operations on a start value: lambda and forces stay.
  void scale(double by) {
    for (Eigen::VectorXd* v : {&z, &a, &net, &rest, &rest_slope}) *v *= by;
  }
  void add(double share, const ModalState& other) {
    z += share * other.z;
    a += share * other.a;
    if (net.size() == 0) return;
    net += share * other.net;
    rest += share * other.rest;
    rest_slope += share * other.rest_slope;
  }
};

/// Between which forces the solution is expected: a start value whose force lies outside
/// is first put back on the law's curves. Empty vectors: nothing is known.
struct ForceRange {
  Eigen::VectorXd one, other;
  /// Where the law is linearised first: rows as far from the last instant of their history as
  /// on a known path, so that the same points slip. Empty: at the start value.
  Eigen::VectorXd law_at;
  /// Whether the course of the solve may be softened (core/element_law.hpp).
  bool soften = true;
};

struct NewtonSummary {
  bool converged = false;
  bool finite = true;
  bool jumps = false;     // the last steps went to and fro between touching and apart
  bool softened = false;  // some steps were taken with the softened law
  int iterations = 0;

  /// Converged, or why not.
  PointStatus status() const {
    if (!finite) return PointStatus::not_finite;
    if (converged) return PointStatus::converged;
    return jumps ? PointStatus::no_equilibrium : PointStatus::not_converged;
  }
};

class ModalEquations {
 public:
  virtual ~ModalEquations() = default;

  /// From the start values in `state` to the solution at state.amplitude.
  virtual NewtonSummary solve(ModalState& state, const ContactHistory& history,
                              const ForceRange& expected) = 0;

  /// solve(), and once more without softening where that ended nowhere or at a solution which
  /// `belongs` refuses: in higher modes there may be several. Adds to `iterations`.
  template <class Belongs>
  PointStatus solve_for(ModalState& state, const ContactHistory& history,
                        const ForceRange& expected, const Belongs& belongs, int& iterations) {
    start_ = state;
    bool softened = false;
    const auto course = [&](const ForceRange& of) {
      const NewtonSummary summary = solve(state, history, of);
      iterations += summary.iterations;
      softened = summary.softened;
      const bool elsewhere = summary.status() == PointStatus::converged && !belongs(state);
      return elsewhere ? PointStatus::wrong_branch : summary.status();
    };
    const PointStatus status = course(expected);
    if (status == PointStatus::converged || status == PointStatus::no_equilibrium || !softened)
      return status;
    ForceRange plain = expected;
    plain.soften = false;
    state = start_;
    return course(plain);
  }

  /// y1' M y2 / (q1 q2): 1 for the same shape, -1 for the opposite one.
  virtual double overlap(const ModalState& one, const ModalState& other) = 0;

  /// All unknowns of the structure at solutions: a column each.
  virtual Eigen::MatrixXd unknowns(std::span<const ModalState* const> states) = 0;
  Eigen::VectorXd unknowns_of(const ModalState& state) {
    const ModalState* states[] = {&state};
    return unknowns(states);
  }

  /// d z and d lambda by parameters whose forces at fixed z are `d_force` (rows x n).
  struct Slope {
    Eigen::MatrixXd z;
    Eigen::RowVectorXd lambda;
  };
  /// `accuracy`: where slopes are found by corrections, the share of the whole at which they end.
  static constexpr double kSlopeAccuracy = 3e-5;
  virtual Slope slope(const ModalState& state, const ContactHistory& history,
                      const Eigen::MatrixXd& d_force, double accuracy = kSlopeAccuracy) = 0;

  /// The linear mode about the stuck interface, at unit amplitude: where every path begins.
  const ModalState& stuck() const { return stuck_; }

  /// Scaled residuals of the full equations at the state (core/modal_solver.hpp).
  struct Residual {
    double scaled = 0;     // 2-norm form
    double scaled_l1 = 0;  // sum of |S r|, for the residual penalty
  };
  /// Of many solutions at once, which costs little more than of one.
  std::vector<Residual> residuals(std::span<const ModalState* const> states,
                                  std::span<const ContactHistory* const> histories,
                                  const Eigen::VectorXd& scaling);
  Residual residual(const ModalState& state, const ContactHistory& history,
                    const Eigen::VectorXd& scaling);

  const ContactRows& contact() const { return contact_; }
  ContactRows::Workspace& work() { return work_; }

 protected:
  ModalEquations(const CondensedStructure& structure, const ContactRows& contact)
      : structure_(structure), contact_(contact), work_(contact.make_workspace()) {}

  const CondensedStructure& structure_;
  const ContactRows& contact_;
  ContactRows::Workspace work_;
  ModalState stuck_;

 private:
  ModalState start_;  // of solve_for()
};

}  // namespace slipfront
