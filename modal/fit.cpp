#include "modal/fit.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "modal/fit_coordinates.hpp"
#include "modal/global_search.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kFewestAmplitudes = 6;  // one for each unknown, two values at each
constexpr int kBeyond = 3;                    // amplitudes beyond phi_max that show macroslip
constexpr int kShareIndex = 4, kDeltaIndex = 5;

void check(const MeasuredBackbone& b) {
  std::vector<Problem> problems;
  if (b.response_amplitude)
    problems.push_back({b.source, "response_amplitude", "amplitudes at the accelerometer",
                        "a modal model needs modal amplitudes",
                        "make the backbone with 'ringdown --mode-shape PHI'"});
  if (b.size() < kFewestAmplitudes)
    problems.push_back({b.source, "amplitude", std::to_string(b.size()) + " amplitudes",
                        "a modal Iwan model has six parameters: six amplitudes are needed at least",
                        "resolve the decay into more points"});
  // In no unit are they beyond: squares of the parameters would overflow.
  constexpr double kLargest = 1e60;
  const auto check_range = [&](const char* key, const std::vector<double>& values) {
    for (const double value : values)
      if (!(value < kLargest && value > 1 / kLargest)) {
        problems.push_back(
            {b.source, key, to_text(value), "is none of a test in any unit", "mend the row"});
        return;
      }
  };
  check_range("amplitude", b.amplitude);
  check_range("frequency_hz", b.frequency_hz);
  throw_if_any(std::move(problems));
}

/// The backbone with every k-th amplitude, ends included: enough for a search.
MeasuredBackbone thinned(const MeasuredBackbone& b) {
  constexpr std::size_t kEnough = 24;
  return b.size() <= kEnough ? b : resample(b, kEnough);
}

double range_of_logs(const std::vector<double>& values, double least) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return std::max(std::log(*high / *low), least);
}

struct Residuals {
  std::vector<double> frequency, damping;  // relative
};

Residuals relative_residuals(const BackboneResiduals& r, const std::vector<double>& x) {
  Residuals result;
  r.relative(x, result.frequency, result.damping);
  return result;
}

/// Standard deviation of errors by the median of their sizes: outliers do not count.
double typical_size(std::vector<double> values) {
  constexpr double kNormal = 1.4826;  // standard deviation over median size, normal errors
  for (double& v : values) v = std::abs(v);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return kNormal * *middle;
}

double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v * v / static_cast<double>(values.size());
  return std::sqrt(sum);
}

/// n (1-a)/(1+a), a the correlation of neighbours, not negative.
double independent(const std::vector<double>& values) {
  double square = 0, product = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    square += values[i] * values[i];
    if (i > 0) product += values[i] * values[i - 1];
  }
  const double a = square > 0 ? std::clamp(product / square, 0.0, 1.0) : 0;
  return static_cast<double>(values.size()) * (1 - a) / (1 + a);
}

/// One reading, fitted with the sizes of errors that the fit itself leaves.
struct Solved {
  BackboneResiduals residuals;
  LeastSquaresResult free, micro;  // at the same sizes
  double degrees = 1;
  double independent_data = 0;
  bool macroslip = false;

  const LeastSquaresResult& kept() const { return macroslip ? free : micro; }
};

/// x moved to a model whose macroslip lies at twice the highest amplitude, with S = P.
std::vector<double> in_microslip(std::vector<double> x) {
  constexpr double kMostPower = 0.5;  // of K0: something is left for the spring
  const double w = std::exp(x[1]), chi2 = std::exp(x[2]) + 1;
  const double share = std::min(w * chi2 * std::pow(2, chi2 - 1), kMostPower);
  x[kShareIndex] = std::log(share);
  x[kDeltaIndex] = std::min(share / (1 - share), 0.5);
  return x;
}

int beyond(const MeasuredBackbone& b, double phi_max) {
  return static_cast<int>(
      std::count_if(b.amplitude.begin(), b.amplitude.end(), [&](double q) { return q > phi_max; }));
}

Solved solve(const MeasuredBackbone& data, Reading reading, const FitOptions& options) {
  constexpr double kLeastFrequencyRange = 1e-5, kLeastDampingRange = 1e-2;
  constexpr double kLeastFrequencyError = 1e-8, kLeastDampingError = 1e-7;
  constexpr int kRounds = 6;  // sizes of errors settle within a few
  const std::vector<bool> macroslip_held = {false, false, false, false, true, true};

  Solved s;
  s.residuals = {&data, reading, FitCoordinates::search,
                 range_of_logs(data.frequency_hz, kLeastFrequencyRange),
                 range_of_logs(data.damping, kLeastDampingRange)};
  const MeasuredBackbone few = thinned(data);
  BackboneResiduals search = s.residuals;
  search.data = &few;
  const std::vector<double> start =
      global_minimum(search.problem(), {options.population, options.generations, options.seed});
  s.free.x = start;
  s.micro.x = in_microslip(start);
  for (int round = 0; round < kRounds; ++round) {
    const LeastSquares problem = s.residuals.problem();
    s.micro = solve_least_squares(problem, s.micro.x, macroslip_held);
    // Outside of macroslip the last two do not matter; inside, each start may end elsewhere.
    std::vector<std::vector<double>> starts = {s.free.x, s.micro.x};
    if (round == 0) starts.push_back(start);
    s.free = solve_least_squares(problem, starts);
    const Residuals left = relative_residuals(s.residuals, s.free.x);
    s.independent_data = independent(left.frequency) + independent(left.damping);
    s.degrees = std::max(s.independent_data - kFitUnknowns, 1.0);
    if (round + 1 == kRounds) break;
    s.residuals.frequency_size = std::max(typical_size(left.frequency), kLeastFrequencyError);
    s.residuals.damping_size = std::max(typical_size(left.damping), kLeastDampingError);
  }
  s.micro.x = in_microslip(s.micro.x);
  const double limit = profile_limit(s.free.sum_of_squares, s.degrees);
  const double phi_max = s.residuals.model(s.free.x).joint.phi_max();
  s.macroslip = s.micro.sum_of_squares > limit && beyond(data, phi_max) >= kBeyond;
  return s;
}

/// Sum of logarithms of both errors: what a likelihood compares readings by.
double log_errors(const Solved& s) {
  const Residuals left = relative_residuals(s.residuals, s.kept().x);
  constexpr double kRounding = 1e-14;  // keeps a perfect fit finite
  return std::log(typical_size(left.frequency) + kRounding) +
         std::log(typical_size(left.damping) + kRounding);
}

class Quantities {
 public:
  Quantities(const Solved& solved, const ModalIwan& model) : s_(solved), model_(model) {}

  std::vector<FittedQuantity> list() {
    const double R = model_.joint.power_coefficient();
    add("K0", model_.k0(), FitCoordinates::search, 0, 0);
    add("R", R, FitCoordinates::by_R, 1, 0);
    add("chi", model_.joint.chi(), FitCoordinates::search, 2, -1);
    add("C", model_.viscous, FitCoordinates::search, 3, 0);
    add("F_S", model_.joint.slip_force(), FitCoordinates::by_F_S, 0, 0);
    add("K_T", model_.joint.stiffness(), FitCoordinates::by_F_S, 1, 0);
    add("K_inf", model_.k_inf, FitCoordinates::by_F_S, 2, 0);
    add("beta", model_.joint.beta(), FitCoordinates::by_F_S, 4, 0);
    add("phi_max", model_.joint.phi_max(), FitCoordinates::by_phi_max, 0, 0);
    if (!s_.macroslip) bounds_of_microslip();
    return std::move(list_);
  }

 private:
  void add(const std::string& name, double value, FitCoordinates coordinates, int j, double shift) {
    FittedQuantity quantity;
    quantity.name = name;
    quantity.value = value;
    const bool microslip_sees =
        coordinates == FitCoordinates::search || coordinates == FitCoordinates::by_R;
    if (s_.macroslip || microslip_sees) {
      BackboneResiduals r = s_.residuals;
      r.coordinates = coordinates;
      const LeastSquares problem = r.problem();
      std::vector<bool> held(kFitUnknowns, false);
      if (!s_.macroslip) held[kShareIndex] = held[kDeltaIndex] = true;
      const LeastSquaresResult at = solve_least_squares(problem, r.coordinates_of(model_), held);
      const ProfileCurve curve =
          profile(problem, at, j, profile_limit(at.sum_of_squares, s_.degrees), held);
      const Interval& i = curve.interval;
      quantity.at_bound = at_lower_bound(problem, at.x, j) || at_upper_bound(problem, at.x, j);
      if (!i.lower_open) quantity.lower = std::exp(i.lower) + shift;
      if (!i.upper_open) quantity.upper = std::exp(i.upper) + shift;
      quantity.identifiable = i.verdict == Verdict::determined;
    }
    list_.push_back(std::move(quantity));
  }

  /// What a joint must have that is in microslip up to the highest amplitude q: phi_max >= q,
  /// so at least the sliders of the power law below q.
  void bounds_of_microslip() {
    const double q = s_.residuals.data->amplitude.back();
    const double chi1 = model_.joint.chi() + 1;
    const double power = model_.joint.power_coefficient() * std::pow(q, chi1) / chi1;
    for (FittedQuantity& quantity : list_) {
      if (quantity.name == "phi_max") quantity.lower = q;
      if (quantity.name == "K_T") quantity.lower = power;
      if (quantity.name == "F_S") quantity.lower = power * q * chi1 / (chi1 + 1);
      if (quantity.name == "beta" || quantity.name == "K_inf") quantity.lower = 0;
      if (quantity.name == "K_inf") quantity.upper = model_.k0() - power;
    }
  }

  const Solved& s_;
  const ModalIwan& model_;
  std::vector<FittedQuantity> list_;
};

/// What the model misses by more than noise would explain.
std::vector<std::string> misfits(const ModalFit& fit, const MeasuredBackbone& b) {
  constexpr double kOfRange = 0.2;      // of what frequency changes by along the backbone
  constexpr double kLeastMiss = 1e-3;   // of frequency: smaller ones are noise
  constexpr double kDampingMiss = 0.3;  // ring-downs scatter by some percent
  constexpr double kPercent = 100;
  constexpr int kDigits = 2;
  std::vector<std::string> warnings;
  const double range = range_of_logs(b.frequency_hz, 0);
  if (fit.frequency_scatter > std::max(kOfRange * range, kLeastMiss))
    warnings.push_back("the model misses the frequency by " +
                       to_text(kPercent * fit.frequency_scatter, kDigits) +
                       " %, where it changes by " + to_text(kPercent * range, kDigits) +
                       " % along the backbone: this is no modal Iwan model, whose frequency only "
                       "falls with amplitude");
  if (fit.damping_scatter > kDampingMiss)
    warnings.push_back("the model misses the damping by " +
                       to_text(kPercent * fit.damping_scatter, kDigits) +
                       " %: no modal Iwan model explains this backbone");
  return warnings;
}

}  // namespace

const FittedQuantity& ModalFit::quantity(const std::string& name) const {
  for (const FittedQuantity& q : quantities)
    if (q.name == name) return q;
  throw Failure(Problem{"modal fit", "", "'" + name + "'", "is no quantity of the model", ""});
}

ModalFit fit_modal_iwan(const MeasuredBackbone& measured, const FitOptions& options) {
  check(measured);
  constexpr std::size_t kMostAmplitudes = 60;  // more resolve nothing and cost time
  const MeasuredBackbone backbone =
      measured.size() > kMostAmplitudes ? resample(measured, kMostAmplitudes) : measured;
  Solved solved = solve(backbone, options.reading.value_or(Reading::decay), options);
  double ratio = 0;
  if (!options.reading) {
    Solved other = solve(backbone, Reading::cycle, options);
    // Product of both errors, the other reading's over this one's. Ring-downs are decays: the
    // other must be clearly better.
    constexpr double kClearly = 3;
    ratio = std::exp(log_errors(other) - log_errors(solved));
    if (ratio < 1 / kClearly) {
      ratio = 1 / ratio;
      std::swap(solved, other);
    }
  }
  const Residuals left = relative_residuals(solved.residuals, solved.kept().x);
  ModalFit fit{backbone.source, solved.residuals.model(solved.kept().x)};
  fit.reading = solved.residuals.reading;
  fit.macroslip = solved.macroslip;
  fit.lowest_amplitude = backbone.amplitude.front();
  fit.highest_amplitude = backbone.amplitude.back();
  fit.frequency_scatter = root_mean_square(left.frequency);
  fit.damping_scatter = root_mean_square(left.damping);
  fit.other_reading_ratio = ratio;
  fit.independent_data = solved.independent_data;
  fit.converged = solved.kept().converged;
  fit.quantities = Quantities(solved, fit.model).list();
  fit.warnings = misfits(fit, backbone);
  return fit;
}

}  // namespace slipfront
