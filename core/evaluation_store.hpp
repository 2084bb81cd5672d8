// Where an optimizer keeps what it has computed: every trusted evaluation, keyed by
// combination and parameters, and the state it can go on from. results/ implements
// this on disk; the tests keep it in memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

/// One parameter set, fitted: what the errors were and how far the mechanics got.
struct Evaluation {
  std::vector<double> parameters;  // physical values
  double frequency_objective = 0;  // eq 42: log10 of the mean square; meaningless if failed
  double damping_objective = 0;
  int failed_amplitudes = 0;         // above 0: infeasible, never on a front
  double residual = 0;               // largest scaled residual; orders infeasible sets
  double residual_l1 = 0;            // sum of the L1 norms, for the residual penalty
  std::string reason;                // of the first failed amplitude; empty if none
  std::vector<double> frequency_hz;  // the backbones of all fitted modes, one after another
  std::vector<double> damping;
  // If it was computed with gradient (optimize/error_factor.hpp): for each objective the
  // factor R of its errors and their slopes, row by row; else empty.
  std::vector<double> frequency_factor;
  std::vector<double> damping_factor;

  bool feasible() const { return failed_amplitudes == 0; }
  bool has_gradient() const { return !frequency_factor.empty() && !damping_factor.empty(); }
};

class EvaluationStore {
 public:
  virtual ~EvaluationStore() = default;

  /// Both may be called from several threads at once.
  virtual std::optional<Evaluation> find(const std::string& key) const = 0;
  virtual void add(const std::string& key, const Evaluation& evaluation) = 0;

  /// The optimizer's own state after a whole generation; replaced atomically.
  virtual void save_checkpoint(std::string_view state) = 0;
  virtual std::optional<std::string> load_checkpoint() const = 0;
};

}  // namespace slipfront
