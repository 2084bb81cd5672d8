// An Objective as a pagmo user-defined problem: two objectives (eq 42, with the residual
// penalty if there is one) over the free parameters on their search scale, and one
// inequality constraint that is violated where an amplitude failed.
//
//   fitness = (f_omega + p, f_zeta + p, v),   v = failed amplitudes + r / (1 + r)
//
// with r the largest scaled residual; v = 0 where all amplitudes converged. Infeasible points
// have both objectives at 6 + v: an error of a thousand and worse, so that an algorithm that
// knows no constraints orders them alike. Variables are those of the search space or, if a guard
// is given, of optimize/edge_scale.hpp, where its edge is a bound of the box.
//
// Limits: keeps books (optimize/evaluation_ledger.hpp), so one thread at a time may call
// it; batch_fitness spreads the work. Copies share the books. This header includes
// pagmo's: it is for optimize/ only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <pagmo/threading.hpp>
#include <pagmo/types.hpp>
#include <string>
#include <utility>

#include "optimize/edge_scale.hpp"
#include "optimize/evaluation_ledger.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {

/// failed amplitudes + r / (1 + r); 0 if none failed.
double constraint_violation(const Evaluation& evaluation);

/// Both objectives, penalty included, and the violation.
pagmo::vector_double fitness_of(const Evaluation& evaluation, double penalty);

class FitProblem {
 public:
  /// Asked for by pagmo; useless until assigned to (a Failure says so).
  FitProblem() = default;
  /// Without `constrained` the violation is not part of the fitness: for algorithms that know
  /// no constraints.
  FitProblem(std::shared_ptr<EvaluationLedger> ledger, std::shared_ptr<const SearchSpace> space,
             bool constrained = true, const std::optional<Guard>& guard = {});
  /// From now on shows every evaluation that is asked for, in the order of asking.
  void show(std::function<void(const Evaluation&)> to) { show_ = std::move(to); }

  pagmo::vector_double fitness(const pagmo::vector_double& x) const;
  /// Several points, one after another in one vector.
  pagmo::vector_double batch_fitness(const pagmo::vector_double& points) const;

  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const;
  pagmo::vector_double::size_type get_nobj() const;
  pagmo::vector_double::size_type get_nic() const;
  std::string get_name() const { return "slipfront fit"; }
  pagmo::thread_safety get_thread_safety() const { return pagmo::thread_safety::none; }

 private:
  const SearchSpace& space() const;
  const EdgeScale& scale() const;

  std::shared_ptr<EvaluationLedger> ledger_;
  std::shared_ptr<const SearchSpace> space_;
  std::optional<EdgeScale> scale_;
  bool constrained_ = true;
  std::function<void(const Evaluation&)> show_;
};

}  // namespace slipfront
