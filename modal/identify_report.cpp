#include "modal/identify_report.hpp"

#include <algorithm>
#include <cmath>

#include "core/median.hpp"
#include "modal/nelder_mead.hpp"

namespace slipfront {

namespace {

// The report's numbers.
constexpr double kSmallChiWeight = 5e-3, kHighBetaWeight = 1e3, kBoundWeight = 1e6;
constexpr double kHighestBeta = 10, kLowestBeta = 0.001, kLowestChi = -0.999;
constexpr double kStiffnessBeta = 1;  // the wanted stiffness counts above this beta only
constexpr double kStartChi = 0, kStartBeta = 5;

constexpr double kLoopSides = 4, kCube = 3;  // D = 4 R u^(chi+3) / ((chi+2)(chi+3))

double square(double value) { return value * value; }

/// r_i = u_i / phi_max at the forces of the data (34).
std::vector<double> relative_amplitudes(const ForceDissipation& data, double slip_force, double chi,
                                        double beta) {
  const IwanJoint unit = IwanJoint::from_phi_max(1, 1, chi, beta);
  std::vector<double> r;
  for (const double force : data.force) r.push_back(unit.amplitude(force / slip_force));
  return r;
}

/// p at which the mean of log D agrees, for a start.
double matching_p(const ForceDissipation& data, double slip_force, double chi, double beta) {
  const std::vector<double> r = relative_amplitudes(data, slip_force, chi, beta);
  double sum = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    sum += std::log(data.dissipation[i] * (chi + 2) * (chi + kCube) /
                    (kLoopSides * std::pow(r[i], chi + kCube)));
  return std::exp(sum / static_cast<double>(r.size()));
}

}  // namespace

double report_objective(const ForceDissipation& data, double slip_force,
                        std::optional<double> stiffness, double chi, double beta, double p) {
  if (!(chi > -1) || !(beta >= 0) || !(p > 0)) return HUGE_VAL;
  const std::vector<double> r = relative_amplitudes(data, slip_force, chi, beta);
  double error = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double model = kLoopSides * p * std::pow(r[i], chi + kCube) / ((chi + 2) * (chi + kCube));
    error += square(std::log10(model / data.dissipation[i]));
  }
  if (stiffness && beta > kStiffnessBeta) {
    const double phi_max = p / slip_force * (beta + (chi + 1) / (chi + 2)) / (chi + 1);
    error += square((*stiffness - p * (1 + beta) / ((chi + 1) * square(phi_max))) / *stiffness);
  }
  error += kSmallChiWeight * square(chi);
  if (beta > kHighestBeta) error += kHighBetaWeight * square(beta - kHighestBeta);
  if (beta < kLowestBeta) error += kBoundWeight * square(beta - kLowestBeta);
  if (chi < kLowestChi) error += kBoundWeight * square(chi - kLowestChi);
  return error;
}

ReportIdentification identify_as_reported(const ForceDissipation& data, double slip_force,
                                          std::optional<double> stiffness) {
  const auto objective = [&](const std::vector<double>& x) {
    return report_objective(data, slip_force, stiffness, x[0], x[1], x[2]);
  };
  std::vector<std::vector<double>> starts = {{kStartChi, kStartBeta, median(data.dissipation)}};
  for (const double chi : {-0.2, -0.5, -0.8})
    for (const double beta : {0.1, 1.0, 8.0})
      starts.push_back({chi, beta, matching_p(data, slip_force, chi, beta)});

  ReportIdentification result;
  SimplexOptions listed;
  listed.x_tolerance = 1e-5;  // the listing's
  listed.f_tolerance = 1e-4;  // MATLAB's
  listed.restarts = 0;
  result.first_objective = nelder_mead(objective, starts.front(), listed).value;

  std::vector<SimplexResult> ends;
  for (const std::vector<double>& start : starts) ends.push_back(nelder_mead(objective, start));
  const SimplexResult* best = &ends.front();
  for (const SimplexResult& end : ends) {
    constexpr double kBetter = 1e-8;  // of the objective: else the report's own start stands
    if (end.value < best->value * (1 - kBetter)) best = &end;
    result.evaluations += end.evaluations;
    result.restarts += end.restarts;
  }
  constexpr double kSame = 1e-6;  // of the objective
  for (const SimplexResult& end : ends)
    result.starts_agreeing += end.value <= best->value * (1 + kSame);
  result.starts = static_cast<int>(ends.size());
  result.converged = best->converged;
  result.objective = best->value;
  result.chi = best->x[0];
  result.beta = best->x[1];
  result.p = best->x[2];
  const double chi = result.chi, share = (chi + 1) / (chi + 2);
  const std::vector<double> r = relative_amplitudes(data, slip_force, chi, result.beta);
  for (std::size_t i = 0; i < r.size(); ++i)
    result.phi_max += data.dissipation[i] / slip_force * (chi + kCube) * (result.beta + share) /
                      (kLoopSides * std::pow(r[i], chi + kCube) * share) /
                      static_cast<double>(r.size());
  result.stiffness = result.p * (1 + result.beta) / ((chi + 1) * square(result.phi_max));
  return result;
}

}  // namespace slipfront
