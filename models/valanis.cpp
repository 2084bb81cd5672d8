// Valanis (Porter et al., eq 16-17), exact between reversals: no ODE.
//
//   dt/du = E0 (1 + s (lambda/E0) (Et u - t)) / (1 + s kappa (lambda/E0) (Et u - t))
//
// E0 = initial_stiffness, Et = slip_stiffness [N/m^3], lambda [1/m], kappa [1], s the sign
// of the travel. Solution, its limits and its derivatives: rate/valanis_branch.hpp.
// kappa = 0 is Bouc-Wen n = 1 (A = E0 - Et, alpha = lambda, beta = 0) plus Et u;
// kappa = 1 is Jenkins (kt = E0 - Et, ts = E0/lambda) plus Et u.
//
// In two coupled directions (beyond the paper): rate/valanis_coupled.hpp.
//
// u in the equation is measured from a reference, where the spring Et is free.
// History of a point: displacement u0 of the reversal point, z0 = t - Et (u0 - reference)
// there, and the reference itself; each of them has as many entries as there are directions.
// Domain: E0 > Et >= 0, lambda > 0, 0 <= kappa <= 1.
#include <algorithm>
#include <array>
#include <cmath>

#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"
#include "models/rate/valanis_branch.hpp"
#include "models/rate/valanis_coupled.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kSlipStiffness = 1;  // place of Et among the parameters

class BoundValanis final : public BoundLaw {
 public:
  explicit BoundValanis(std::span<const double> p) : k_(p[0], p[1], p[2], p[3]) {
    std::copy(p.begin(), p.end(), values_.begin());
  }

  std::size_t parameter_count() const override { return kValanisParameters; }
  std::size_t history_size(std::size_t directions) const override {
    return directions == 1 || directions == 2 ? kHistory * directions : 0;
  }
  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override {
    for (std::size_t d = 0; d < directions; ++d) {
      history[d] = history[2 * directions + d] = displacement[d];
      history[directions + d] = 0;
    }
  }
  double spring_stiffness() const override { return k_.et; }
  void settle_history(std::size_t directions, const double* displacement, const double* origin,
                      double* history) const override {
    start_history(directions, displacement, history);
    for (std::size_t d = 0; d < directions; ++d) history[2 * directions + d] = origin[d];
  }
  void virgin(const VirginBatch& batch) const override;
  void hysteretic(const HystereticBatch& batch) const override {
    batch.directions == 1 ? along_a_line(batch) : coupled(batch);
  }

 private:
  static constexpr std::size_t kHistory = 3;
  static constexpr std::size_t kRows = 2 + kHistory;  // traction, new history, work
  static constexpr std::size_t kColumns = 2 + kHistory + kValanisParameters;

  struct Step {
    double u, u0, z0, reference, s;
  };
  void along_a_line(const HystereticBatch& batch) const;
  void jacobian(const Step& step, const ValanisBranch& branch, double* out) const;

  // Two directions: T carries the derivatives that are wanted.
  template <class T>
  static void load(const valanis::Constants<T>& k, const T* u, const T* past, T* traction, T* next,
                   T* work);
  void coupled(const HystereticBatch& batch) const;

  ValanisConstants k_;
  std::array<double, kValanisParameters> values_;
};

void BoundValanis::virgin(const VirginBatch& b) const {
  constexpr std::size_t kVirginColumns = 2 + kValanisParameters;
  const bool values_only = !b.loop_area && !b.d_traction && !b.d_loop_area;
  for (std::size_t i = 0; i < b.points; ++i) {
    const double u = b.displacement[i], x = std::abs(u), s = u < 0 ? -1 : 1;
    ValanisVirgin v{};
    if (values_only) {
      valanis_values(k_, x, v.z, v.tangent);
    } else {
      v = valanis_virgin(k_, x);
    }
    if (b.traction) b.traction[i] = s * v.z + k_.et * u;
    if (b.tangent) b.tangent[i] = v.tangent + k_.et;
    if (b.loop_area) b.loop_area[i] = v.loop_area;
    if (b.d_traction) {
      double* row = b.d_traction + i * kVirginColumns;
      row[0] = v.tangent + k_.et;
      row[1] = 0;
      for (int p = 0; p < kValanisParameters; ++p) row[2 + p] = s * v.d_z[p];
      row[2 + kSlipStiffness] += u;
    }
    if (b.d_loop_area) {
      double* row = b.d_loop_area + i * kVirginColumns;
      row[0] = s * v.d_loop_area_dx;
      row[1] = 0;
      for (int p = 0; p < kValanisParameters; ++p) row[2 + p] = v.d_loop_area[p];
    }
  }
}

void BoundValanis::along_a_line(const HystereticBatch& b) const {
  const bool values_only = !b.work && !b.jacobian;
  for (std::size_t i = 0; i < b.points; ++i) {
    const double* past = b.history + kHistory * i;
    Step step{b.displacement[i], past[0], past[1], past[2], 1};
    // At the reversal point itself the direction is that of turning back.
    if (step.u != step.u0 ? step.u < step.u0 : step.z0 > 0) step.s = -1;
    const double x = std::abs(step.u - step.u0), start = step.s * step.z0;
    ValanisBranch v{};
    if (values_only) {
      valanis_values(k_, start, x, v.z, v.tangent);
    } else {
      v = valanis_branch(k_, start, x);
    }
    const double z = step.s * v.z;
    if (b.traction) b.traction[i] = z + k_.et * (step.u - step.reference);
    if (b.tangent) b.tangent[i] = v.tangent + k_.et;
    if (b.d_normal) b.d_normal[i] = 0;
    if (b.work) {
      const double middle = (step.u + step.u0) / 2 - step.reference;
      b.work[i] = v.work + k_.et * (step.u - step.u0) * middle;
    }
    if (b.jacobian) jacobian(step, v, b.jacobian + i * kRows * kColumns);
    if (b.new_history) {
      b.new_history[kHistory * i] = step.u;
      b.new_history[kHistory * i + 1] = z;
      b.new_history[kHistory * i + 2] = step.reference;
    }
  }
}

void BoundValanis::jacobian(const Step& step, const ValanisBranch& v, double* out) const {
  // Columns u, normal, u0, z0, reference, parameters.
  enum Column { kU = 0, kU0 = 2, kZ0 = 3, kReference = 4, kFirst = 2 + kHistory };
  for (std::size_t k = 0; k < kRows * kColumns; ++k) out[k] = 0;
  double* traction = out;
  double* z = out + 2 * kColumns;
  double* work = out + (kRows - 1) * kColumns;
  z[kU] = v.tangent;
  z[kU0] = -v.tangent;
  z[kZ0] = v.z_start;
  for (int p = 0; p < kValanisParameters; ++p) z[kFirst + p] = step.s * v.d_z[p];

  for (std::size_t k = 0; k < kColumns; ++k) traction[k] = z[k];
  traction[kU] += k_.et;
  traction[kReference] -= k_.et;
  traction[kFirst + kSlipStiffness] += step.u - step.reference;

  out[kColumns + kU] = 1;              // new u0
  out[3 * kColumns + kReference] = 1;  // the reference stays: row 3

  const double end = step.s * v.z, travel = step.u - step.u0;
  work[kU] = end + k_.et * (step.u - step.reference);
  work[kU0] = -end - k_.et * (step.u0 - step.reference);
  work[kZ0] = step.s * v.work_start;
  work[kReference] = -k_.et * travel;
  for (int p = 0; p < kValanisParameters; ++p) work[kFirst + p] = v.d_work[p];
  work[kFirst + kSlipStiffness] += travel * ((step.u + step.u0) / 2 - step.reference);
}

template <class T>
void BoundValanis::load(const valanis::Constants<T>& k, const T* u, const T* past, T* traction,
                        T* next, T* work) {
  const T *u0 = past, *z0 = past + 2, *reference = past + 4;
  const T step[2] = {u[0] - u0[0], u[1] - u0[1]};
  T z[2];
  valanis_coupled(k, step, z0, z, work);
  for (int d = 0; d < 2; ++d) {
    traction[d] = z[d] + k.et * (u[d] - reference[d]);
    next[d] = u[d];
    next[2 + d] = z[d];
    next[4 + d] = reference[d];
    if (work) *work += k.et * step[d] * (0.5 * (u[d] + u0[d]) - reference[d]);
  }
}

void BoundValanis::coupled(const HystereticBatch& b) const {
  constexpr int kPast = 2 * kHistory, kOutputs = 2 + kPast + 1, kInputs = 2 + 1 + kPast;
  using Slope = ceres::Jet<double, 2>;                            // by u
  using Full = ceres::Jet<double, kInputs + kValanisParameters>;  // by everything
  std::array<Slope, kValanisParameters> fixed;
  std::array<Full, kValanisParameters> free;
  for (int p = 0; p < kValanisParameters; ++p) {
    fixed[p] = Slope(values_[p]);
    free[p] = Full(values_[p], kInputs + p);
  }
  const valanis::Constants<double> k(values_.data());
  const valanis::Constants<Slope> k_slope(fixed.data());
  const valanis::Constants<Full> k_full(free.data());
  for (std::size_t i = 0; i < b.points; ++i) {
    const double *u = b.displacement + 2 * i, *past = b.history + kPast * i;
    if (b.d_normal) b.d_normal[2 * i] = b.d_normal[2 * i + 1] = 0;
    if (b.tangent) {
      Slope at[kInputs], traction[2], next[kPast];
      for (int d = 0; d < 2; ++d) at[d] = Slope(u[d], d);
      for (int h = 0; h < kPast; ++h) at[2 + h] = Slope(past[h]);
      load<Slope>(k_slope, at, at + 2, traction, next, nullptr);
      for (int d = 0; d < 2; ++d) {
        for (int e = 0; e < 2; ++e) b.tangent[4 * i + 2 * d + e] = traction[d].v[e];
        if (b.traction) b.traction[2 * i + d] = traction[d].a;
      }
      if (b.new_history)
        for (int h = 0; h < kPast; ++h) b.new_history[kPast * i + h] = next[h].a;
    }
    if (b.work || (!b.tangent && (b.traction || b.new_history))) {
      double traction[2], next[kPast];
      load<double>(k, u, past, traction, next, b.work ? b.work + i : nullptr);
      if (b.traction) std::copy_n(traction, 2, b.traction + 2 * i);
      if (b.new_history) std::copy_n(next, kPast, b.new_history + kPast * i);
    }
    if (b.jacobian) {
      constexpr int kWidth = kInputs + kValanisParameters;
      Full at[2 + kPast], rows[kOutputs];
      for (int d = 0; d < 2; ++d) at[d] = Full(u[d], d);
      for (int h = 0; h < kPast; ++h) at[2 + h] = Full(past[h], 2 + 1 + h);
      load<Full>(k_full, at, at + 2, rows, rows + 2, rows + 2 + kPast);
      double* out = b.jacobian + i * kOutputs * kWidth;
      for (int r = 0; r < kOutputs; ++r)
        for (int c = 0; c < kWidth; ++c) out[r * kWidth + c] = rows[r].v[c];
    }
  }
}

std::string violation(Framework, std::span<const double> p) {
  if (p[1] < 0) return "slip_stiffness must not be negative";
  if (p[0] <= p[1]) return "initial_stiffness must be above slip_stiffness";
  if (p[2] <= 0) return "lambda must be above 0";
  if (p[3] < 0 || p[3] > 1) return "kappa must be between 0 and 1";
  return {};
}

}  // namespace

std::unique_ptr<FrictionLaw> make_valanis() {
  LawDeclaration law;
  law.description.name = "valanis";
  law.description.title = "Valanis";
  law.description.source = "Porter et al. eq 16-17, exact by Lambert's W";
  law.description.frameworks = {Framework::masing, Framework::non_masing};
  law.description.coupled = true;
  law.masing = {parameter::initial_stiffness(), parameter::slip_stiffness(), parameter::lambda(),
                parameter::kappa()};
  law.non_masing = law.masing;
  law.violation = violation;
  law.bind = [](Framework, std::span<const double> values) {
    return std::unique_ptr<const BoundLaw>(new BoundValanis(values));
  };
  return std::make_unique<DeclaredLaw>(std::move(law));
}

}  // namespace slipfront
