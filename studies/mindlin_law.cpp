#include "studies/mindlin_law.hpp"

#include <array>
#include <cmath>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr double kExponent = 1.5;         // of the contact of spheres
constexpr double kSeriesLimit = 0.5;      // below it the series of h, above it its closed form
constexpr int kTerms = 60;                // 0.5^60 is below the rounding of a double
constexpr double kLoop = 8, kSecant = 4;  // Masing: D = 8 int f du - 4 u f
// h = 4 x - 3.2 beyond full slip: 8 (x - 1/2.5) - 4 x.
constexpr double kFullSlip = kLoop / (kExponent + 1);
constexpr std::size_t kColumns = 4;  // of derivatives: u, normal traction, ts, kt

/// g, dg/dx and h of the header, for x >= 0.
struct Shape {
  double g, slope, h;
};

Shape shape(double x) {
  if (x >= 1) return {1, 0, kLoop * x - kFullSlip - kSecant * x};
  const double rest = 1 - x;
  Shape s{1 - rest * std::sqrt(rest), kExponent * std::sqrt(rest), 0};
  if (x > kSeriesLimit) {
    const double integral = x - (1 - std::pow(rest, kExponent + 1)) / (kExponent + 1);
    s.h = kLoop * integral - kSecant * x * s.g;
    return s;
  }
  // (1 - x)^1.5 = sum b_k x^k gives h = sum_k>=2 b_k (4 - 8/(k+1)) x^(k+1).
  double coefficient = -kExponent, power = x;  // b_1, x^1
  s.g = -coefficient * power;
  for (int k = 2; k <= kTerms; ++k) {
    coefficient *= (k - 1 - kExponent) / k;
    power *= x;
    s.g -= coefficient * power;
    s.h += coefficient * (kSecant - kLoop / (k + 1)) * power * x;
  }
  return s;
}

class BoundMindlin : public BoundLaw {
 public:
  BoundMindlin(double slip_traction, double stiffness) : ts_(slip_traction), kt_(stiffness) {}

  std::size_t parameter_count() const override { return 2; }

  void virgin(const VirginBatch& batch) const override {
    const double slip = kExponent * ts_ / kt_;  // full slip begins here [m]
    for (std::size_t i = 0; i < batch.points; ++i) {
      const double u = batch.displacement[i], sign = std::copysign(1.0, u), x = std::abs(u) / slip;
      const Shape s = shape(x);
      const double area = ts_ * slip * s.h, area_slope = kSecant * (s.g - x * s.slope);  // dh/dx
      if (batch.traction) batch.traction[i] = sign * ts_ * s.g;
      if (batch.tangent) batch.tangent[i] = ts_ / slip * s.slope;
      if (batch.loop_area) batch.loop_area[i] = area;
      if (batch.d_traction) {
        const std::array<double, kColumns> row = {
            ts_ / slip * s.slope, 0, sign * (s.g - x * s.slope), sign * ts_ * x * s.slope / kt_};
        std::copy(row.begin(), row.end(), batch.d_traction + kColumns * i);
      }
      if (batch.d_loop_area) {
        const std::array<double, kColumns> row = {sign * ts_ * area_slope, 0,
                                                  2 * area / ts_ - slip * x * area_slope,
                                                  (ts_ * slip * x * area_slope - area) / kt_};
        std::copy(row.begin(), row.end(), batch.d_loop_area + kColumns * i);
      }
    }
  }

  std::size_t history_size(std::size_t) const override { return 0; }  // no hysteretic form
  void start_history(std::size_t, const double*, double*) const override { refuse(); }
  void hysteretic(const HystereticBatch&) const override { refuse(); }

 private:
  [[noreturn]] static void refuse() {
    throw Failure(Problem{"model 'mindlin'", "framework", "non_masing",
                          "this law is only known for loading from the origin", ""});
  }
  double ts_, kt_;
};

}  // namespace

MindlinLaw::MindlinLaw() {
  description_.name = "mindlin";
  description_.title = "Mindlin-type curve";
  description_.source = "after Mindlin and Deresiewicz 1953";
  description_.frameworks = {Framework::masing};
  // Search bounds are never used: the law makes experiments and is not fitted.
  parameters_ = {{"slip_traction", "ts", "N/m^2", Scale::log10, 1, 1e9, true},
                 {"tangential_stiffness", "kt", "N/m^3", Scale::log10, 1, 1e18, true}};
}

const std::vector<Parameter>& MindlinLaw::parameters(Framework) const { return parameters_; }

std::string MindlinLaw::domain_violation(Framework, std::span<const double> values) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (!(values[i] > 0) || !std::isfinite(values[i]))
      return parameters_[i].name + " must be finite and above 0";
  return "";
}

std::unique_ptr<const BoundLaw> MindlinLaw::bind(Framework framework,
                                                 std::span<const double> values) const {
  const std::string violation = domain_violation(framework, values);
  if (!violation.empty())
    throw Failure(Problem{"model 'mindlin'", "", "other values", violation, ""});
  return std::make_unique<BoundMindlin>(values[0], values[1]);
}

}  // namespace slipfront
