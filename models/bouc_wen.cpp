// Bouc-Wen with a general exponent (Porter et al., eq 10-11), solved exactly.
//
//   dt/du = A - [alpha sgn(t du) - beta] |t|^n
//
// A = initial_stiffness [N/m^3]; alpha, beta, eta [N^(1-n) m^(2n-3)]; beta has the sign
// of eq 10, so the loading rate is eta = alpha - beta (the one parameter of the Masing
// form, eq 11) and the unloading rate alpha + beta. Loading ends at (A/eta)^(1/n).
//
// From a reversal point with traction of the opposite sign the law unloads to zero with
// alpha + beta and loads from there with eta; both pieces are bouc_wen_branch.hpp.
// History of a point: displacement and traction of the reversal point. Unloading
// takes alpha and beta apart, so the Masing form has no hysteretic evaluation.
// Limits: A > 0, eta >= 0, alpha >= 0, |beta| <= alpha, 0.1 <= n <= 10.
#include <cmath>

#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"
#include "models/rate/bouc_wen_branch.hpp"
#include "models/scalar.hpp"

namespace slipfront {

namespace {

constexpr int kMostParameters = 4;  // A, alpha, beta/alpha, n

class BoundBoucWen final : public BoundLaw {
 public:
  BoundBoucWen(Framework framework, std::span<const double> p)
      : masing_(framework == Framework::masing),
        alpha_(p[1]),
        ratio_(masing_ ? 0 : p[2]),
        shape_(p.back()),
        load_(shape_, p[0], alpha_ * (1 - ratio_)),
        unload_(shape_, p[0], -alpha_ * (1 + ratio_)) {}

  std::size_t parameter_count() const override {
    return masing_ ? kMostParameters - 1 : kMostParameters;
  }
  std::size_t history_size(std::size_t directions) const override {
    return directions == 1 && !masing_ ? kHistory : 0;
  }
  void start_history(std::size_t, const double* displacement, double* history) const override {
    history[0] = displacement[0];
    history[1] = 0;
  }
  void virgin(const VirginBatch& batch) const override;
  void hysteretic(const HystereticBatch& batch) const override;

 private:
  static constexpr std::size_t kHistory = 2;

  /// Travel by `distance` in direction s: g = s t at its end, and w = int g.
  struct Travel {
    double g = 0, tangent = 0, work = 0;
    double g_start = 0, work_start = 0;       // by g at the start
    BranchDerivatives g_load, work_load;      // by A, rate of the loading branch, n
    BranchDerivatives g_unload, work_unload;  // by A, rate of the unloading branch, n
  };
  Travel travel(double g_start, double distance) const;
  /// g and the tangent alone.
  void travel_values(double g_start, double distance, Travel& t) const;
  Travel unload(const BranchResponse& start, double distance) const;
  Travel cross(const BranchResponse& start, double distance) const;
  Travel load(double g_start, double distance) const;
  double gain(const BranchResponse& start, const BranchResponse& end) const;

  /// A row of parameter derivatives, in the order of the parameters.
  void to_parameters(double scale, const BranchDerivatives& by_load,
                     const BranchDerivatives& by_unload, double* row) const;

  bool masing_;
  double alpha_, ratio_;  // eta and 0 in the Masing form
  BoucWenShape shape_;
  BoucWenBranch load_, unload_;
};

/// scale * a + b
BranchDerivatives combine(double scale, const BranchDerivatives& a, const BranchDerivatives& b) {
  return {scale * a.stiffness + b.stiffness, scale * a.rate + b.rate,
          scale * a.exponent + b.exponent};
}

/// Derivatives of int_0^u f du when u moves so that f stays: d_work - f d_f / tangent.
BranchDerivatives work_at_traction(const BranchResponse& r) {
  return combine(-r.f / r.tangent, r.d_f, r.d_work());
}

void BoundBoucWen::to_parameters(double scale, const BranchDerivatives& by_load,
                                 const BranchDerivatives& by_unload, double* row) const {
  // The rate of the unloading branch is -(alpha + beta).
  row[0] = scale * (by_load.stiffness + by_unload.stiffness);
  if (masing_) {
    row[1] = scale * by_load.rate;
  } else {
    row[1] = scale * ((1 - ratio_) * by_load.rate - (1 + ratio_) * by_unload.rate);
    row[2] = -scale * alpha_ * (by_load.rate + by_unload.rate);
  }
  row[parameter_count() - 1] = scale * (by_load.exponent + by_unload.exponent);
}

void BoundBoucWen::virgin(const VirginBatch& b) const {
  const bool values_only = !b.loop_area && !b.d_traction && !b.d_loop_area;
  const std::size_t columns = 2 + parameter_count();
  for (std::size_t i = 0; i < b.points; ++i) {
    const double u = std::abs(b.displacement[i]);
    const double s = b.displacement[i] < 0 ? -1 : 1;
    BranchResponse r;
    if (values_only) {
      load_.values(u, r.f, r.tangent);
    } else {
      r = load_.loading(u);
    }
    if (b.traction) b.traction[i] = s * r.f;
    if (b.tangent) b.tangent[i] = r.tangent;
    if (b.loop_area) b.loop_area[i] = r.loop_area;
    if (b.d_traction) {
      double* row = b.d_traction + i * columns;
      row[0] = r.tangent;
      row[1] = 0;
      to_parameters(s, r.d_f, {}, row + 2);
    }
    if (b.d_loop_area) {
      double* row = b.d_loop_area + i * columns;
      row[0] = s * kMasingSecant * r.bend;
      row[1] = 0;
      to_parameters(1, r.d_loop_area, {}, row + 2);
    }
  }
}

BoundBoucWen::Travel BoundBoucWen::unload(const BranchResponse& start, double distance) const {
  const BranchResponse end = unload_.unloading(start, (start.u - distance) / start.u);
  const double ratio = end.tangent / start.tangent;
  Travel t;
  t.g = -end.f;
  t.tangent = end.tangent;
  t.g_start = ratio;
  t.g_unload = combine(-1, end.d_f, combine(ratio, start.d_f, {}));
  t.work = end.work() - start.work();
  t.work_start = (start.f - end.f) / start.tangent;
  // The displacement from zero at the start, and with it the one at the end, moves.
  t.work_unload = combine(-1, work_at_traction(start),
                          combine(-end.f / start.tangent, start.d_f, end.d_work()));
  return t;
}

BoundBoucWen::Travel BoundBoucWen::cross(const BranchResponse& start, double distance) const {
  const BranchResponse end = load_.loading(distance - start.u);
  const double ratio = end.tangent / start.tangent;
  Travel t;
  t.g = end.f;
  t.tangent = end.tangent;
  t.g_start = ratio;
  t.g_load = end.d_f;
  t.g_unload = combine(ratio, start.d_f, {});
  t.work = end.work() - start.work();
  t.work_start = (start.f + end.f) / start.tangent;
  t.work_load = end.d_work();
  t.work_unload =
      combine(end.f / start.tangent, start.d_f, combine(-1, work_at_traction(start), {}));
  return t;
}

BoundBoucWen::Travel BoundBoucWen::load(double g_start, double distance) const {
  Travel t;
  if (g_start == 0) {
    const BranchResponse end = load_.loading(distance);
    t.g = end.f;
    t.tangent = end.tangent;
    t.g_start = end.tangent / load_.stiffness();
    t.g_load = end.d_f;
    t.work = end.work();
    t.work_start = end.f / load_.stiffness();
    t.work_load = end.d_work();
    return t;
  }
  const BranchResponse start = load_.at_traction(g_start);
  const BranchResponse end = load_.loading(start.u + distance);
  const double ratio = end.tangent / start.tangent;
  t.g = end.f;
  t.tangent = end.tangent;
  t.g_start = ratio;
  t.g_load = combine(-ratio, start.d_f, end.d_f);
  t.work = end.work() - start.work();
  // What a higher start would add to the work: the gain of traction over the start's tangent.
  t.work_start = gain(start, end) / start.tangent;
  t.work_load = combine(-t.work_start, start.d_f, combine(-1, start.d_work(), end.d_work()));
  return t;
}

/// end.f - start.f of the loading branch. Close to the limit, where both are the same but for
/// rounding, by the tangents A q: f = limit (1 - q)^(1/n).
double BoundBoucWen::gain(const BranchResponse& start, const BranchResponse& end) const {
  constexpr double kClose = 0.5;
  const double q0 = start.tangent / load_.stiffness(), q = end.tangent / load_.stiffness();
  if (q0 > kClose) return end.f - start.f;
  return start.f * std::expm1((std::log1p(-q) - std::log1p(-q0)) / shape_.exponent());
}

BoundBoucWen::Travel BoundBoucWen::travel(double g_start, double distance) const {
  if (g_start >= 0) return load(g_start, distance);
  const BranchResponse start = unload_.at_traction(-g_start);
  return distance < start.u ? unload(start, distance) : cross(start, distance);
}

void BoundBoucWen::travel_values(double g_start, double distance, Travel& t) const {
  if (g_start >= 0) {
    const double start = g_start > 0 ? load_.displacement(g_start) : 0;
    return load_.values(start + distance, t.g, t.tangent);
  }
  const double start = unload_.displacement(-g_start);
  if (distance >= start) return load_.values(distance - start, t.g, t.tangent);
  unload_.unloading_values(-g_start, start, (start - distance) / start, t.g, t.tangent);
  t.g = -t.g;
}

void BoundBoucWen::hysteretic(const HystereticBatch& b) const {
  // Rows traction, new history (u, t), work; columns u, normal, history (u0, t0), parameters.
  constexpr std::size_t kRows = 2 + kHistory;
  const std::size_t columns = 2 + kHistory + parameter_count();
  const bool values_only = !b.work && !b.jacobian;
  for (std::size_t i = 0; i < b.points; ++i) {
    const double u = b.displacement[i];
    const double u0 = b.history[kHistory * i], t0 = b.history[kHistory * i + 1];
    // At the reversal point itself the direction is that of turning back.
    const double s = u != u0 ? (u > u0 ? 1 : -1) : (t0 > 0 ? -1 : 1);
    Travel t;
    if (values_only)
      travel_values(s * t0, std::abs(u - u0), t);
    else
      t = travel(s * t0, std::abs(u - u0));
    const double traction = s * t.g;
    if (b.traction) b.traction[i] = traction;
    if (b.tangent) b.tangent[i] = t.tangent;
    if (b.d_normal) b.d_normal[i] = 0;
    if (b.work) b.work[i] = t.work;
    if (b.new_history) {
      b.new_history[kHistory * i] = u;
      b.new_history[kHistory * i + 1] = traction;
    }
    if (!b.jacobian) continue;
    double* row = b.jacobian + i * kRows * columns;
    for (std::size_t k = 0; k < kRows * columns; ++k) row[k] = 0;
    row[0] = t.tangent;
    row[2] = -t.tangent;
    row[3] = t.g_start;
    to_parameters(s, t.g_load, t.g_unload, row + 2 + kHistory);
    row[columns] = 1;
    for (std::size_t c = 0; c < columns; ++c) row[2 * columns + c] = row[c];
    double* work = row + (kRows - 1) * columns;
    work[0] = traction;
    work[2] = -traction;
    work[3] = s * t.work_start;
    to_parameters(1, t.work_load, t.work_unload, work + 2 + kHistory);
  }
}

std::string violation(Framework framework, std::span<const double> p) {
  if (p[0] <= 0) return "initial_stiffness must be above 0";
  if (framework == Framework::masing) {
    if (p[1] < 0) return "eta must not be negative";
  } else {
    if (p[1] < 0) return "alpha must not be negative";
    if (std::abs(p[2]) > 1) return "beta_over_alpha must be between -1 and 1";
  }
  if (p.back() < BoucWenSeries::kSmallestExponent || p.back() > BoucWenSeries::kLargestExponent) {
    return "n must be between 0.1 and 10";
  }
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_bouc_wen() {
  LawDeclaration law;
  law.description.name = "bouc_wen";
  law.description.title = "Bouc-Wen";
  law.description.source = "Porter et al. eq 10-11, exact by hypergeometric functions";
  law.description.frameworks = {Framework::masing, Framework::non_masing};
  law.masing = {parameter::initial_stiffness(), parameter::eta(), parameter::n()};
  law.non_masing = {parameter::initial_stiffness(), parameter::alpha(),
                    parameter::beta_over_alpha(), parameter::n()};
  law.violation = violation;
  law.bind = [](Framework framework, std::span<const double> values) {
    return std::unique_ptr<const BoundLaw>(new BoundBoucWen(framework, values));
  };
  return std::make_unique<DeclaredLaw>(std::move(law));
}

}  // namespace slipfront
