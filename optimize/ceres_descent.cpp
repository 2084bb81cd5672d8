#include <ceres/ceres.h>
#include <glog/logging.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>

#include "optimize/descent_course.hpp"

namespace slipfront {
namespace {

// As in optimize/errors.cpp.
constexpr double kFloor = 1e-16;
// Added to each objective, so that Ceres' costs, which it compares as ratios, are above 0:
// log10 of the floor is -16.
constexpr double kShift = 17;

// mu relative to a in units of the ray: the ray is then followed to a few percent of a front's
// extent in the first inner solution.
constexpr double kFirstPenalty = 20;
constexpr double kLastPenalty = 1e6;
// b has to shrink to this share with each inner solution, else mu grows by so much.
constexpr double kShrink = 0.1;
constexpr double kGrowth = 10;
// Levenberg-Marquardt starts with a hundredth of J'J's diagonal added: valleys of the fit are
// curved, and full steps from far away cross decades.
constexpr double kFirstRadius = 1e2;
// A failed parameter set counts as an invalid step, behind which the radius shrinks.
constexpr int kInvalidSteps = 12;
// Steps that change L by less than this share, or x by less, cannot be told from rounding.
constexpr double kRounding = 1e-15;

/// w log10 of a mean square, as a loss over the squared norm of its errors: 1/2 rho(s).
class LogLoss : public ceres::LossFunction {
 public:
  explicit LogLoss(double weight) : weight_(weight) {}
  void Evaluate(double square, double* rho) const override {
    const double s = std::max(square, kFloor);
    rho[0] = 2 * weight_ * (std::log10(s) + kShift);
    rho[1] = square > kFloor ? 2 * weight_ / (s * std::numbers::ln10) : 0;
    rho[2] = -rho[1] / s;
  }

 private:
  double weight_;
};

/// What the three parts of L have in common: they read a point of the course at x.
class Part : public ceres::CostFunction {
 public:
  Part(DescentCourse& course, int rows) : course_(&course) {
    set_num_residuals(rows);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(course.chart().free_count()));
  }
  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    const auto n = course_->chart().free_count();
    const DescentPoint& point = course_->at({blocks[0], blocks[0] + n});
    if (!point.good) return false;
    RowMajor slopes;
    Eigen::VectorXd values;
    read(point, values, slopes);
    if (values.size() != num_residuals()) return false;
    Eigen::Map<Eigen::VectorXd>(residuals, values.size()) = values;
    if (jacobians != nullptr && jacobians[0] != nullptr)
      Eigen::Map<RowMajor>(jacobians[0], slopes.rows(), slopes.cols()) = slopes;
    return true;
  }

 protected:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  virtual void read(const DescentPoint& point, Eigen::VectorXd& values, RowMajor& slopes) const = 0;

 private:
  DescentCourse* course_;
};

class FrequencyErrors : public Part {
 public:
  using Part::Part;

 protected:
  void read(const DescentPoint& p, Eigen::VectorXd& values, RowMajor& slopes) const override {
    values = p.frequency_errors;
    slopes = p.frequency_slopes;
  }
};

class DampingErrors : public Part {
 public:
  using Part::Part;

 protected:
  void read(const DescentPoint& p, Eigen::VectorXd& values, RowMajor& slopes) const override {
    values = p.damping_errors;
    slopes = p.damping_slopes;
  }
};

/// sqrt(mu) (b + lambda / mu): half its square is lambda b + mu/2 b^2 and a constant.
class Distance : public Part {
 public:
  Distance(DescentCourse& course, const Lagrangian& lagrangian)
      : Part(course, 1), lagrangian_(lagrangian) {}

 protected:
  void read(const DescentPoint& p, Eigen::VectorXd& values, RowMajor& slopes) const override {
    const Goal& goal = lagrangian_.goal;
    const double root = std::sqrt(lagrangian_.penalty);
    values = Eigen::VectorXd::Constant(
        1, root * (goal.b(p.objectives) + lagrangian_.multiplier / lagrangian_.penalty));
    slopes = root * (goal.across[0] * p.d_frequency + goal.across[1] * p.d_damping).transpose();
  }

 private:
  Lagrangian lagrangian_;
};

void silence_glog() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (!google::IsGoogleLoggingInitialized()) google::InitGoogleLogging("slipfront");
    FLAGS_minloglevel = google::GLOG_FATAL;
  });
}

/// Variables on a bound that down-hill leads out of. A trust region does not know that they
/// cannot follow, and its steps are useless once they are cut there: they are held instead.
std::vector<int> held_variables(const DescentCourse& course, const Eigen::VectorXd& gradient,
                                const std::vector<double>& x) {
  std::vector<int> held;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double slope = gradient[static_cast<Eigen::Index>(i)];
    if ((x[i] <= course.chart().lower()[i] && slope > 0) ||
        (x[i] >= course.chart().upper()[i] && slope < 0))
      held.push_back(static_cast<int>(i));
  }
  return held;
}

/// One inner solution, from x to x.
void minimise(DescentCourse& course, const Lagrangian& lagrangian, double gradient_tolerance,
              int iterations, std::vector<double>& x) {
  const DescentPoint& start = course.at(x);
  ceres::Problem problem;
  const auto rows = [](const Eigen::VectorXd& errors) { return static_cast<int>(errors.size()); };
  // A weight of 0 stands for a part that the goal does not know.
  if (lagrangian.goal.along[0] > 0)
    problem.AddResidualBlock(new FrequencyErrors(course, rows(start.frequency_errors)),
                             new LogLoss(lagrangian.goal.along[0]), x.data());
  if (lagrangian.goal.along[1] > 0)
    problem.AddResidualBlock(new DampingErrors(course, rows(start.damping_errors)),
                             new LogLoss(lagrangian.goal.along[1]), x.data());
  if (lagrangian.goal.constrained())
    problem.AddResidualBlock(new Distance(course, lagrangian), nullptr, x.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    problem.SetParameterLowerBound(x.data(), static_cast<int>(i), course.chart().lower()[i]);
    problem.SetParameterUpperBound(x.data(), static_cast<int>(i), course.chart().upper()[i]);
  }

  const std::vector<int> held = held_variables(course, lagrangian.gradient(start), x);
  if (held.size() == x.size()) return;
  if (!held.empty())
    problem.SetManifold(x.data(), new ceres::SubsetManifold(static_cast<int>(x.size()), held));

  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.logging_type = ceres::SILENT;
  options.num_threads = 1;
  options.max_num_iterations = iterations;
  options.initial_trust_region_radius = kFirstRadius;
  options.max_num_consecutive_invalid_steps = kInvalidSteps;
  options.gradient_tolerance = gradient_tolerance;
  options.function_tolerance = kRounding;
  options.parameter_tolerance = kRounding;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  // Ceres' own bounds may be passed by rounding.
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::clamp(x[i], course.chart().lower()[i], course.chart().upper()[i]);
}

}  // namespace

void descend_with_ceres(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result) {
  silence_glog();
  Lagrangian lagrangian{goal, best_multiplier(goal, start, course.chart()), kFirstPenalty};
  if (!goal.constrained()) lagrangian.penalty = 0;
  std::vector<double> x = start.x;
  double before = std::abs(goal.b(start.objectives));
  result.end = DescentEnd::limit_reached;
  for (int k = 0; k < limits.outer; ++k) {
    const std::vector<double> from = x;
    minimise(course, lagrangian, limits.gradient_tolerance, limits.evaluations, x);
    const DescentPoint* point = &course.at(x);
    if (!point->good) point = &course.at(x = from);
    const double b = goal.b(point->objectives);
    result.gradient = projected_norm(lagrangian.gradient(*point), x, course.chart());
    if (goal.constrained()) lagrangian.multiplier += lagrangian.penalty * b;
    if (std::abs(b) <= limits.ray_tolerance && result.gradient <= limits.gradient_tolerance) {
      result.end = DescentEnd::converged;
      break;
    }
    if (course.used_up()) break;
    if (x == from && (!goal.constrained() || lagrangian.penalty >= kLastPenalty)) {
      result.end = DescentEnd::stalled;
      break;
    }
    if (std::abs(b) > kShrink * before)
      lagrangian.penalty = std::min(kGrowth * lagrangian.penalty, kLastPenalty);
    before = std::abs(b);
  }
  result.x = course.at(x).search;
  result.evaluation = course.at(x).evaluation;
  result.multiplier = lagrangian.multiplier;
}

}  // namespace slipfront
