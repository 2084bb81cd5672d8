#include "modal/identify.hpp"

#include <ceres/jet.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

using Jet = ceres::Jet<double, 3>;

constexpr double kLoopSides = 4, kCube = 3;  // D = 4 R u^(chi+3) / ((chi+2)(chi+3))
constexpr double kSame = 1e-6;               // of a sum of squares: starts that end at one place

/// The third unknown: phi_max or K_T, or nothing where K_T is known.
enum class Unknown { phi_max, stiffness, known_stiffness };

/// phi_max K_T / F_S, by eq 29.
template <class T>
T stretch(const T& chi, const T& beta) {
  return (1.0 + beta) / (beta + (chi + 1.0) / (chi + 2.0));
}

/// Residuals ln(D(F_i)/D_i) of the data.
class Model {
 public:
  Model(const ForceDissipation& data, double slip_force, double stiffness, Unknown scale)
      : data_(data), slip_force_(slip_force), stiffness_(stiffness), scale_(scale) {}

  int unknowns() const { return scale_ == Unknown::known_stiffness ? 2 : 3; }

  template <class T>
  T phi_max(const T& chi, const T& beta, const T& log_scale) const {
    using std::exp;
    if (scale_ == Unknown::phi_max) return exp(log_scale);
    if (scale_ == Unknown::stiffness) return slip_force_ * stretch(chi, beta) * exp(-log_scale);
    return slip_force_ / stiffness_ * stretch(chi, beta);
  }

  bool evaluate(const double* x, double* residuals, double* jacobian) const {
    const int n = unknowns();
    std::array<Jet, 3> p;
    for (int j = 0; j < 3; ++j) p[j] = j < n ? Jet(x[j], j) : Jet(0.0);
    const Jet chi = exp(p[0]) - 1.0, beta = exp(p[1]), phi = phi_max(chi, beta, p[2]);
    const Jet whole = beta + (chi + 1.0) / (chi + 2.0);
    const IwanJoint unit = IwanJoint::from_phi_max(1, 1, chi.a, beta.a);
    for (std::size_t i = 0; i < data_.size(); ++i) {
      const double force = data_.force[i] / slip_force_, root = unit.amplitude(force);
      // One Newton step in Jets carries the derivatives of the root of eq 34.
      Jet r(root);
      const double slope = unit.tangent(root);
      if (slope > 0)
        r -= (r * ((1.0 + beta) - pow(r, chi + 1.0) / (chi + 2.0)) / whole - force) / slope;
      const Jet log_d = log(kLoopSides * slip_force_ * phi * (chi + 1.0) /
                            (whole * (chi + 2.0) * (chi + kCube))) +
                        (chi + kCube) * log(r);
      residuals[i] = log_d.a - std::log(data_.dissipation[i]);
      if (!std::isfinite(residuals[i])) return false;
      if (jacobian)
        for (int j = 0; j < n; ++j) jacobian[i * static_cast<std::size_t>(n) + j] = log_d.v[j];
    }
    return true;
  }

  LeastSquares problem(const IdentifyOptions& options) const {
    // Of log phi_max or log K_T about their plain estimates: further than any joint.
    constexpr double kFar = 25;
    LeastSquares result;
    result.residuals = static_cast<int>(data_.size());
    result.lower = {std::log1p(options.lowest_chi), std::log(options.lowest_beta)};
    result.upper = {std::log1p(options.highest_chi), std::log(options.highest_beta)};
    if (scale_ != Unknown::known_stiffness) {
      const double centre = typical_scale();
      result.lower.push_back(centre - kFar);
      result.upper.push_back(centre + kFar);
    }
    result.evaluate = [*this](const double* x, double* r, double* j) { return evaluate(x, r, j); };
    return result;
  }

  /// log of the scale at which the mean of ln D agrees, for a start.
  double matching_scale(double chi, double beta) const {
    std::vector<double> r(data_.size());
    const double x[3] = {std::log1p(chi), std::log(beta), typical_scale()};
    if (!evaluate(x, r.data(), nullptr)) return x[2];
    double mean = 0;
    for (const double value : r) mean += value / static_cast<double>(r.size());
    return scale_ == Unknown::phi_max ? x[2] - mean : x[2] + mean;
  }

 private:
  double typical_scale() const {
    const double phi = data_.dissipation.back() / (kLoopSides * slip_force_);
    return scale_ == Unknown::phi_max ? std::log(phi) : std::log(slip_force_ / phi);
  }

  const ForceDissipation& data_;
  double slip_force_, stiffness_;
  Unknown scale_;
};

struct Solution {
  LeastSquaresResult best;
  int starts = 0, agreeing = 0;
};

Solution best_of_starts(const Model& model, const LeastSquares& problem,
                        const std::vector<bool>& held, double held_beta) {
  Solution solution;
  std::vector<LeastSquaresResult> ends;
  for (const double chi : {-0.8, -0.5, -0.1})
    for (const double beta : {0.01, 0.3, 5.0}) {
      const double start_beta = held[1] ? held_beta : beta;
      std::vector<double> x = {std::log1p(chi), std::log(start_beta)};
      if (model.unknowns() > 2) x.push_back(model.matching_scale(chi, start_beta));
      ends.push_back(solve_least_squares(problem, x, held));
    }
  solution.best = *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
    return a.sum_of_squares < b.sum_of_squares;
  });
  // A perfect fit leaves rounding only; starts then agree within that.
  constexpr double kPerfect = 1e-20;
  for (const LeastSquaresResult& end : ends)
    solution.agreeing +=
        end.sum_of_squares <= solution.best.sum_of_squares * (1 + kSame) + kPerfect;
  solution.starts = static_cast<int>(ends.size());
  return solution;
}

/// A profile over the logarithm as one over the value itself.
ProfileCurve of_value(ProfileCurve curve, double shift) {
  const auto value = [&](double x) { return std::exp(x) + shift; };
  for (double& x : curve.x) x = value(x);
  curve.interval.lower = value(curve.interval.lower);
  curve.interval.upper = value(curve.interval.upper);
  return curve;
}

std::vector<bool> beta_held(std::vector<bool> held) {
  held[1] = true;
  return held;
}

void check(double slip_force, std::optional<double> stiffness) {
  std::vector<Problem> problems;
  const auto need = [&](const char* key, double value) {
    if (!(std::isfinite(value) && value > 0))
      problems.push_back({"identification", key, to_text(value), "must be above 0", ""});
  };
  need("slip force", slip_force);
  if (stiffness) need("stiffness", *stiffness);
  throw_if_any(std::move(problems));
}

/// A joint that misses the dissipation by such a factor explains nothing.
void refuse_misfit(const ForceDissipation& data, double sum_of_squares, bool known_stiffness) {
  constexpr double kWorst = 0.5;  // root mean square of ln D: tests scatter by a tenth
  const double miss = std::sqrt(sum_of_squares / static_cast<double>(data.size()));
  if (miss <= kWorst) return;
  constexpr int kDigits = 3;
  throw Failure(Problem{
      data.source, "dissipation",
      "a factor of " + to_text(std::exp(miss), kDigits) + " between data and the best joint",
      "no four-parameter Iwan joint with this slip force" +
          std::string(known_stiffness ? " and stiffness" : "") + " explains the data",
      known_stiffness ? "check slip force, stiffness and units, or leave the stiffness out"
                      : "check slip force and units; log D rises against log F with a slope "
                        "from 2 to 4, more only near the slip force"});
}

}  // namespace

Identification identify(const ForceDissipation& data, double slip_force,
                        std::optional<double> stiffness, const IdentifyOptions& options) {
  check(slip_force, stiffness);
  check_force_dissipation(data, slip_force);
  const Unknown scale = stiffness ? Unknown::known_stiffness : Unknown::phi_max;
  const Model model(data, slip_force, stiffness.value_or(0), scale);
  const LeastSquares problem = model.problem(options);

  std::vector<double> forces = data.force;
  forces.erase(std::unique(forces.begin(), forces.end()), forces.end());
  std::vector<bool> held(static_cast<std::size_t>(model.unknowns()), false);
  held[1] = static_cast<int>(forces.size()) <= model.unknowns();
  const Solution solution = best_of_starts(model, problem, held, options.highest_beta);
  const LeastSquaresResult& least = solution.best;
  const int free = model.unknowns() - (held[1] ? 1 : 0);
  const int degrees = static_cast<int>(data.size()) - free;

  // A beta that the data do not end upwards is quoted at its bound: among the joints that
  // they cannot tell apart, the one closest to a power law.
  ProfileCurve beta_profile;
  LeastSquaresResult quoted = least;
  Identification result;
  if (!held[1]) {
    beta_profile = profile(problem, least, 1, profile_limit(least.sum_of_squares, degrees));
    result.beta_quoted_at_bound = beta_profile.interval.upper_open;
    if (result.beta_quoted_at_bound)
      quoted = best_of_starts(model, problem, beta_held(held), options.highest_beta).best;
  }
  refuse_misfit(data, quoted.sum_of_squares, stiffness.has_value());
  result.slip_force = slip_force;
  result.stiffness = stiffness;
  result.chi = std::expm1(quoted.x[0]);
  result.beta =
      held[1] || result.beta_quoted_at_bound ? options.highest_beta : std::exp(quoted.x[1]);
  result.phi_max =
      model.phi_max(result.chi, result.beta, scale == Unknown::phi_max ? quoted.x[2] : 0);
  result.sum_of_squares = quoted.sum_of_squares;
  result.least_sum_of_squares = least.sum_of_squares;
  result.data = static_cast<int>(data.size());
  result.free_parameters = free;
  result.starts = solution.starts;
  result.starts_agreeing = solution.agreeing;
  const int quoted_degrees = degrees + (result.beta_quoted_at_bound ? 1 : 0);
  result.scatter = quoted_degrees > 0 ? std::sqrt(quoted.sum_of_squares / quoted_degrees) : 0;
  result.sensitivity = sensitivity(problem, quoted.x);

  const auto add = [&](const std::string& name, double value, const LeastSquares& of,
                       const LeastSquaresResult& at, int j, double shift) {
    IdentifiedParameter parameter;
    parameter.name = name;
    parameter.value = value;
    parameter.held = held[j];
    parameter.at_lower_bound = !held[j] && at_lower_bound(of, quoted.x, j);
    parameter.at_upper_bound = !held[j] && at_upper_bound(of, quoted.x, j);
    if (degrees > 0 && !held[j])
      parameter.profile =
          of_value(j == 1 ? beta_profile
                          : profile(of, at, j, profile_limit(at.sum_of_squares, degrees), held),
                   shift);
    result.parameters.push_back(std::move(parameter));
  };
  add("chi", result.chi, problem, least, 0, -1);
  add("beta", result.beta, problem, least, 1, 0);
  if (scale == Unknown::phi_max) {
    add("phi_max", result.phi_max, problem, least, 2, 0);
    // K_T in place of phi_max, for a profile of its own.
    const LeastSquares by_stiffness =
        Model(data, slip_force, 0, Unknown::stiffness).problem(options);
    LeastSquaresResult at = least;
    at.x[2] =
        std::log(slip_force * stretch(std::expm1(least.x[0]), std::exp(least.x[1]))) - least.x[2];
    add("K_T", result.joint().stiffness(), by_stiffness, at, 2, 0);
    // Its bounds are no physical ones, and the quoted joint is inside of them.
    result.parameters.back().at_lower_bound = result.parameters.back().at_upper_bound = false;
  } else {
    // phi_max follows from K_T, chi and beta.
    IdentifiedParameter parameter;
    parameter.name = "phi_max";
    parameter.value = result.phi_max;
    result.parameters.push_back(std::move(parameter));
  }
  return result;
}

}  // namespace slipfront
