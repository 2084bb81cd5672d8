#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <nlopt.hpp>

#include "optimize/descent_course.hpp"

namespace slipfront {
namespace {

// Stands for L where there is no evaluation: far above any objective of eq 42, so that the
// line search turns back.
constexpr double kNowhere = 1e3;
// Steps that change a by less than this share, or x by less, cannot be told from rounding.
constexpr double kRounding = 1e-15;
// SLSQP gives up on rounding in its own subproblem; a fresh start there often goes on.
constexpr int kStarts = 6;

struct Question {
  DescentCourse* course;
  const Goal* goal;
  bool across;  // b, else a
  std::exception_ptr thrown = nullptr;
};

const DescentPoint& point_at(const std::vector<double>& x, Question& question) {
  try {
    return question.course->at(x);
  } catch (...) {  // NLopt ends, but throws something of its own
    question.thrown = std::current_exception();
    throw;
  }
}

double answer(const std::vector<double>& x, std::vector<double>& gradient, void* data) {
  Question& question = *static_cast<Question*>(data);
  const DescentPoint& point = point_at(x, question);
  if (!point.good) {
    std::fill(gradient.begin(), gradient.end(), 0);
    return kNowhere;
  }
  const double* weights = question.across ? question.goal->across : question.goal->along;
  if (!gradient.empty())
    Eigen::Map<Eigen::VectorXd>(gradient.data(), static_cast<Eigen::Index>(gradient.size())) =
        weights[0] * point.d_frequency + weights[1] * point.d_damping;
  return question.across ? question.goal->b(point.objectives) : question.goal->a(point.objectives);
}

/// Lower is better: first towards the ray, then along it.
double merit(const Goal& goal, const DescentPoint& point, double tolerance) {
  const double off = std::max(std::abs(goal.b(point.objectives)) - tolerance, 0.);
  constexpr double kOffRay = 10;  // a front is nowhere near that steep across its ray
  return goal.a(point.objectives) + kOffRay * off;
}

}  // namespace

void descend_with_slsqp(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result) {
  const auto n = static_cast<unsigned>(course.chart().free_count());
  Question along{&course, &goal, false}, across{&course, &goal, true};
  nlopt::opt optimizer(nlopt::LD_SLSQP, n);
  optimizer.set_lower_bounds(course.chart().lower());
  optimizer.set_upper_bounds(course.chart().upper());
  optimizer.set_min_objective(answer, &along);
  if (goal.constrained()) optimizer.add_equality_constraint(answer, &across, limits.ray_tolerance);
  optimizer.set_ftol_rel(kRounding);
  optimizer.set_xtol_rel(kRounding);
  optimizer.set_maxeval(limits.evaluations);

  const DescentPoint* best = &start;
  for (int k = 0; k < kStarts && !course.used_up(); ++k) {
    std::vector<double> x = best->x;
    double value = 0;
    try {
      optimizer.optimize(x, value);
    } catch (const std::exception&) {
      // Rounding, or a start where a line search finds nothing: what it saw stands in points().
      for (const Question* question : {&along, &across})
        if (question->thrown) std::rethrow_exception(question->thrown);
    }
    const DescentPoint* found = best;
    for (const DescentPoint& point : course.points())
      if (point.good &&
          merit(goal, point, limits.ray_tolerance) < merit(goal, *found, limits.ray_tolerance))
        found = &point;
    if (found == best) break;
    best = found;
  }

  Lagrangian lagrangian{goal, best_multiplier(goal, *best, course.chart()), 0};
  result.x = best->search;
  result.evaluation = best->evaluation;
  result.multiplier = lagrangian.multiplier;
  result.gradient = projected_norm(lagrangian.gradient(*best), best->x, course.chart());
  const bool good = std::abs(goal.b(best->objectives)) <= limits.ray_tolerance &&
                    result.gradient <= limits.gradient_tolerance;
  result.end = good               ? DescentEnd::converged
               : course.used_up() ? DescentEnd::limit_reached
                                  : DescentEnd::stalled;
}

}  // namespace slipfront
