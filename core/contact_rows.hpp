// The interface rows of a structure under one contact model: forces and tangents of all
// points, in displacements from the prestressed state (the state at rest).
//
//   tangential  p = A [law(w; history) + kp (w - origin)] - p_rest         [N]
//   normal      spring:  p = A kn w
//               penalty: p = A kn max(w_rest + w, 0) - p_rest; where the sum is not above
//                        0 the surfaces are apart and the tangential force is gone too
//
// w [m] are displacements from rest, so that a spring of 1e18 N/m^3 loses no digits; A
// [m^2] is the area of the point. What happened to a point is an argument, ContactHistory.
//
// Masing framework (Porter et al., eq 32): the law's curve from the origin, begun at rest;
// p_rest cancels. Laws that depend on pressure or couple the two directions are evaluated
// by their hysteretic form begun at rest, which is the same curve.
// Patches slide in x and y on their own; elements by the coupled form where the law has
// one (eq 20).
//
// Contact that closes again (eq 5): from an instant that was apart (w_p, total normal
// displacement n_p <= 0) to one that touches (w, n > 0) the tangential displacement since
// contact is (w - w_p) n / (n - n_p); the law starts afresh there and kp is free there.
//
// Limit: eq 5 interpolates between two instants, so a path must be traced in steps.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "core/backbone_options.hpp"
#include "core/contact.hpp"
#include "core/pair_search.hpp"
#include "core/structure.hpp"

namespace slipfront {

/// The past of all points of an interface, in the frame of its ContactRows.
struct ContactHistory {
  std::vector<double> law;  // of the hysteretic form
  Eigen::VectorXd origin;   // [2 points] where kp, or the virgin curve, is free
  Eigen::VectorXd turned;   // [2 points] displacement where loading last turned, or contact began
  std::vector<char> touching;  // [points] at the instant before; penalty contact only
  Eigen::VectorXd before;      // [rows] displacement at the instant before; penalty only
};

/// d history / d parameter: a column for each parameter. Further columns may follow: other
/// directions of the past, on which no parameter acts.
struct ContactHistorySlope {
  Eigen::MatrixXd law, origin, before;
  Eigen::Index columns() const { return origin.cols(); }
};

/// z on the line z + c p = s for a row that sticks, from a known displacement and its force on.
inline double stuck_point(double from, double force, double stiffness, double c, double s) {
  return from + (s - from - c * force) / (1 + c * stiffness);
}

/// How a projection is to be found.
struct Projection {
  double accuracy = 1e-15;   // relative to target, displacement and c p, if rounding lets it
  bool begun_stuck = false;  // it begins where points would be if they stuck
};

class ContactRows {
 public:
  using Blocks = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // [3 x rows]: a 3x3 block a point

  /// Buffers of one solve, so that evaluation allocates nothing.
  struct Workspace {
    std::vector<double> displacement, normal, traction, tangent, d_normal, history, area;
    std::vector<double> derivatives;  // law jacobians
    std::vector<char> state;          // Touch of each point
    Eigen::VectorXd share, force;
    Eigen::VectorXd low, high;      // of a projection: brackets of rows,
    std::vector<PairSearch> pairs;  // and searches of points with two directions
    Blocks blocks;
  };

  /// `areas` of the interface points. Throws a Failure if the values are outside the law's
  /// domain, or if the law has no form for this kind of interface.
  ContactRows(const Eigen::VectorXd& areas, InterfaceKind kind, const ContactModel& contact,
              std::span<const double> values);

  Eigen::Index points() const { return areas_.size(); }
  Eigen::Index rows() const { return 3 * areas_.size(); }
  Eigen::Index parameters() const { return parameters_; }
  Framework framework() const { return framework_; }
  bool penalty() const { return penalty_; }
  bool pressure_dependent() const { return pressure_; }
  bool coupled() const { return directions_ == 2; }
  /// Doubles of a law point's history: consecutive in ContactHistory::law.
  Eigen::Index law_history() const { return static_cast<Eigen::Index>(history_); }
  /// True if dissipation has a closed form: the Masing loop area, or the law's work between
  /// reversal points on a path that keeps its direction (spring contact, no coupling).
  bool exact_work() const { return !penalty_ && directions_ == 1; }
  const Eigen::VectorXd& areas() const { return areas_; }
  double normal_stiffness() const { return normal_; }
  /// Linear springs along the surface [N/m^3]: kp and the law's own.
  double spring_stiffness() const { return post_slip_ + law_->spring_stiffness(); }
  /// Force at rest that evaluate() is relative to: tangential (non-Masing), normal (penalty).
  const Eigen::VectorXd& rest_force() const { return rest_force_; }
  const Eigen::MatrixXd& rest_force_slope() const { return rest_force_slope_; }
  Workspace make_workspace() const;

  /// The unloaded interface, all points touching: where prestress begins.
  ContactHistory unloaded() const;
  /// Takes the prestressed state `z` (displacements from the unloaded state) as rest, and
  /// returns the history of an interface at rest. From here on displacements are from rest.
  ContactHistory settle(const Eigen::VectorXd& z, PrestressKind kind);
  ContactHistorySlope unloaded_slope() const;
  /// d rest / d parameter from that of z, and the slope of `rest`, the history settle() gave.
  ContactHistorySlope settle_slope(const Eigen::MatrixXd& d_z, const ContactHistory& rest,
                                   PrestressKind kind);

  /// Forces at z and their tangents (blocks: column j holds d force / d z_j of j's point).
  void evaluate(const Eigen::VectorXd& z, const ContactHistory& history, Eigen::VectorXd& force,
                Blocks& tangent, Workspace& work) const;
  /// Only the linear parts: what conservative prestress keeps.
  void evaluate_springs(const Eigen::VectorXd& z, Eigen::VectorXd& force, Blocks& tangent) const;
  /// Tangents at rest with every point touching and stuck: a diagonal.
  Eigen::VectorXd stuck_stiffness() const;

  /// Replaces z by the point of the law's curves on the line z + c p(z) = s of each row, for
  /// compliances c > 0 [m/N] and targets s [m]: a measure that changes gently on stiff and on
  /// flat parts alike. Normal rows move only under penalty contact, and where c > 0. The search
  /// begins at z.
  void project(const Eigen::VectorXd& compliance, const Eigen::VectorXd& target,
               const ContactHistory& history, Eigen::VectorXd& z, Eigen::VectorXd& force,
               Blocks& tangent, Workspace& work, const Projection& how = {}) const;

  /// The history after an instant: of a point where loading turns, or goes on.
  ContactHistory turn(const Eigen::VectorXd& z, const ContactHistory& history,
                      Workspace& work) const;
  ContactHistory pass(const Eigen::VectorXd& z, const ContactHistory& history,
                      Workspace& work) const;
  ContactHistorySlope turn_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                 const ContactHistory& history, const ContactHistorySlope& slope,
                                 Workspace& work) const;
  ContactHistorySlope pass_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                 const ContactHistory& history, const ContactHistorySlope& slope,
                                 Workspace& work) const;

  /// Sum of A x loop area over the tangential rows [J]: Masing, exact_work() only.
  double loop_area(const Eigen::VectorXd& z, Workspace& work) const;
  /// Work of the tangential forces since the reversal point at `from` [J]; exact_work() only.
  double work_since(const Eigen::VectorXd& from, const Eigen::VectorXd& z,
                    const ContactHistory& history, Workspace& work) const;

  /// d evaluate_springs() / d parameter at fixed z.
  Eigen::MatrixXd springs_slope(const Eigen::VectorXd& z) const;
  /// d force / d parameter at fixed z (rows x parameters).
  Eigen::MatrixXd force_slope(const Eigen::VectorXd& z, const ContactHistory& history,
                              const ContactHistorySlope& slope, Workspace& work) const;
  /// d (traction, new history) / d history of each law point at fixed z; non-Masing, where
  /// every point touches.
  std::vector<Eigen::MatrixXd> history_response(const Eigen::VectorXd& z,
                                                const ContactHistory& history,
                                                Workspace& work) const;
  /// d loop_area and d work_since by parameter, along d z (and d from).
  Eigen::VectorXd loop_area_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                  Workspace& work) const;
  Eigen::VectorXd work_slope(const Eigen::VectorXd& from, const Eigen::MatrixXd& d_from,
                             const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                             const ContactHistory& history, const ContactHistorySlope& slope,
                             Workspace& work) const;

 private:
  enum Touch : char { kTouching, kClosing, kApart };

  std::size_t law_points() const {
    return static_cast<std::size_t>(2 / directions_ * areas_.size());
  }
  void begin_stuck(const Eigen::VectorXd& compliance, const Eigen::VectorXd& target,
                   const ContactHistory& history, const std::vector<Eigen::Index>& moved,
                   Eigen::VectorXd& z, Eigen::VectorXd& force, Blocks& tangent,
                   Workspace& work) const;
  double total_normal(const Eigen::VectorXd& z, Eigen::Index point) const {
    return rest_normal_[point] + z[3 * point + 2];
  }
  const double* gather(const Eigen::VectorXd& z, const ContactHistory& history,
                       Workspace& work) const;
  HystereticBatch hysteretic_batch(const double* history, Workspace& work) const;
  VirginBatch virgin_batch(Workspace& work) const;
  ContactHistory advance(const Eigen::VectorXd& z, const ContactHistory& history, bool turns,
                         Workspace& work) const;
  ContactHistorySlope advance_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd& d_z,
                                    const ContactHistory& history, const ContactHistorySlope& slope,
                                    bool turns, Workspace& work) const;
  double closing_step(const Eigen::VectorXd& z, const ContactHistory& history, Eigen::Index point,
                      int direction) const;
  /// Entries of a law point's input: displacement, normal traction, history.
  std::size_t law_inputs() const;
  Eigen::MatrixXd inputs_slope(const Eigen::VectorXd& z, const Eigen::MatrixXd* d_z,
                               const ContactHistory& history, const ContactHistorySlope& slope,
                               const Workspace& work) const;
  const double* law_jacobian(const double* history, Workspace& work) const;
  Eigen::MatrixXd through_law(const Eigen::MatrixXd& inputs, std::size_t first_row,
                              std::size_t row_count, const Workspace& work) const;
  std::vector<double> history_at(const Eigen::VectorXd& displacement) const;

  Eigen::VectorXd areas_;
  std::unique_ptr<const BoundLaw> law_;
  Framework framework_;
  bool penalty_, pressure_, adds_post_slip_;
  int directions_ = 1;
  bool hysteretic_ = false;
  std::size_t history_ = 0;  // doubles per law point
  double post_slip_, normal_;
  Eigen::Index parameters_, law_parameters_;
  std::vector<double> fresh_;        // history of one law point that starts at 0
  std::vector<double> fresh_slope_;  // d of it / d displacement, per direction

  Eigen::VectorXd rest_normal_;  // [points] normal displacement at rest
  Eigen::VectorXd rest_force_;   // [rows] force at rest that p is relative to
  Eigen::MatrixXd rest_normal_slope_, rest_force_slope_;
};

}  // namespace slipfront
