#include "models/conformance_case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"
#include "models/probe.hpp"

namespace slipfront {

void Findings::add(const std::string& check, const std::string& detail) {
  Entry& entry = entries_[check];
  if (entry.count++ == 0) entry.first = detail;
}

std::vector<std::string> Findings::sentences() const {
  std::vector<std::string> result;
  for (const auto& [check, entry] : entries_) {
    std::string sentence = check + ": " + entry.first;
    if (entry.count > 1) sentence += " (and " + std::to_string(entry.count - 1) + " more)";
    result.push_back(sentence);
  }
  return result;
}

ConformanceCase::ConformanceCase(const FrictionLaw& law, Framework framework,
                                 std::vector<double> values, double normal,
                                 const ConformanceOptions& options, std::mt19937_64& random,
                                 Findings& findings)
    : law_(law),
      framework_(framework),
      values_(std::move(values)),
      normal_(normal),
      options_(options),
      random_(random),
      findings_(findings),
      bound_(law.bind(framework, values_)) {
  find_scales();
}

std::unique_ptr<const BoundLaw> ConformanceCase::with(std::size_t i, double value) const {
  std::vector<double> values = values_;
  values[i] = value;
  return with(values);
}

std::unique_ptr<const BoundLaw> ConformanceCase::with(const std::vector<double>& values) const {
  if (!law_.domain_violation(framework_, values).empty()) return nullptr;
  return law_.bind(framework_, values);
}

double ConformanceCase::parameter_scale(std::size_t i) const {
  const Parameter& parameter = parameters()[i];
  return parameter.scale == Scale::log10 ? std::abs(values_[i]) : parameter.upper - parameter.lower;
}

void ConformanceCase::find_scales() {
  constexpr double kSmallest = 1e-24, kLargest = 1e3;  // m: beyond any joint on both sides
  constexpr double kStep = 1.2;                        // of the search, a twelfth of a decade
  constexpr double kBent = 0.7, kSlipped = 1e-3;       // of the tangent at rest
  constexpr double kPlain = 1e-6;                      // m: for a law that never bends
  const double stiff = virgin_at(*bound_, 0, normal_).tangent;
  for (double u = kSmallest; u < kLargest && slip_ == 0; u *= kStep) {
    const double tangent = virgin_at(*bound_, u, normal_).tangent;
    if (knee_ == 0 && tangent < kBent * stiff) knee_ = u;
    if (tangent < kSlipped * stiff) slip_ = u;
  }
  constexpr double kMicroslip = 30;  // a smooth law without full slip: a decade and a half
  if (knee_ == 0) knee_ = kPlain;
  if (slip_ == 0) slip_ = kMicroslip * knee_;
}

double ConformanceCase::uniform(double low, double high) {
  return low + (high - low) * std::generate_canonical<double, 53>(random_);
}

double ConformanceCase::draw_displacement() {
  constexpr double kBelow = 100, kAbove = 10;
  const double low = std::log(knee_ / kBelow), high = std::log(kAbove * slip_);
  return std::exp(uniform(low, high));
}

void ConformanceCase::expect(bool good, const std::string& check, const std::string& detail) {
  if (good) return;
  std::string values;
  for (std::size_t i = 0; i < values_.size(); ++i)
    values.append(i ? ", " : "").append(parameters()[i].name + " = " + to_text(values_[i]));
  if (pressure_dependent()) values += ", normal traction = " + to_text(normal_);
  findings_.add(check, detail + " [" + values + "]");
}

void ConformanceCase::expect_near(double a, double b, double scale, double tolerance,
                                  const std::string& check, const std::string& where) {
  const bool good = std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= tolerance * scale;
  expect(good, check, where + ": " + to_text(a) + " against " + to_text(b));
}

void ConformanceCase::expect_derivative(const std::function<double(double)>& f, double x,
                                        double x_scale, double claimed, double size,
                                        const std::string& check, const std::string& where) {
  constexpr double kFirstStep = 1e-2, kLastStep = 1e-9, kShrink = 0.1;
  constexpr double kRoundings = 40;  // that may add up in one difference
  const double f0 = f(x);
  if (!std::isfinite(claimed) || !std::isfinite(f0))
    return expect(false, check, where + ": not finite");
  double best = std::numeric_limits<double>::infinity(), best_miss = best;
  for (double h = kFirstStep * x_scale; h >= kLastStep * x_scale; h *= kShrink) {
    const double p = f(x + h), pp = f(x + 2 * h), m = f(x - h), mm = f(x - 2 * h);
    // Fourth order on both sides, second order on one (four-point and three-point rules).
    const double estimates[] = {(8 * (p - m) - (pp - mm)) / (12 * h),
                                (4 * p - 3 * f0 - pp) / (2 * h), (3 * f0 - 4 * m + mm) / (2 * h)};
    const double rounding =
        kRoundings * std::numeric_limits<double>::epsilon() * std::max(size, std::abs(f0)) / h;
    for (const double estimate : estimates) {
      const double allowed =
          rounding + options_.derivative_tolerance *
                         std::max({std::abs(claimed), std::abs(estimate), size / x_scale});
      const double miss = std::abs(estimate - claimed) / allowed;
      if (miss <= 1) return;
      if (miss < best_miss) {
        best_miss = miss;
        best = estimate;
      }
    }
  }
  expect(false, check, where + ": " + to_text(claimed) + " against " + to_text(best));
}

}  // namespace slipfront
