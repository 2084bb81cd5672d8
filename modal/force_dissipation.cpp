#include "modal/force_dissipation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/csv.hpp"

namespace slipfront {

namespace {

/// Mean dissipation of each force.
void merge_repeats(const ForceDissipation& data, std::vector<double>& force,
                   std::vector<double>& mean) {
  for (std::size_t i = 0; i < data.size();) {
    std::size_t next = i;
    double sum = 0;
    while (next < data.size() && data.force[next] == data.force[i]) sum += data.dissipation[next++];
    force.push_back(data.force[i]);
    mean.push_back(sum / static_cast<double>(next - i));
    i = next;
  }
}

/// Slope of the straight line through log D against log F.
double log_log_slope(const std::vector<double>& force, const std::vector<double>& dissipation) {
  const auto n = static_cast<double>(force.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    const double a = std::log(force[i]), b = std::log(dissipation[i]);
    x += a / n;
    y += b / n;
    xx += a * a / n;
    xy += a * b / n;
  }
  return (xy - x * y) / (xx - x * x);
}

}  // namespace

void check_force_dissipation(const ForceDissipation& data, double slip_force) {
  std::vector<Problem> problems;
  const auto add = [&](const std::string& key, const std::string& found, const std::string& rule,
                       const std::string& remedy) {
    problems.push_back({data.source, key, found, rule, remedy});
  };
  constexpr int kDigits = 6;  // of numbers in sentences
  const auto shown = [](double value) { return to_text(value, kDigits); };
  const auto above_zero = [](double value) { return std::isfinite(value) && value > 0; };
  // In no unit are forces or energies beyond: squares of the parameters would overflow.
  constexpr double kLargest = 1e60;
  const auto in_range = [](double value) { return value < kLargest && value > 1 / kLargest; };
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (!above_zero(data.force[i]))
      add("force", to_text(data.force[i]), "must be an amplitude above 0", "remove the row");
    if (!above_zero(data.dissipation[i]))
      add("dissipation", to_text(data.dissipation[i]), "must be an energy above 0",
          "remove rows below the noise of the test");
    if (above_zero(data.force[i]) && !in_range(data.force[i]))
      add("force", to_text(data.force[i]), "is no force of a test in any unit", "mend the row");
    if (above_zero(data.dissipation[i]) && !in_range(data.dissipation[i]))
      add("dissipation", to_text(data.dissipation[i]), "is no energy of a test in any unit",
          "mend the row");
  }
  throw_if_any(std::move(problems));

  problems.clear();
  std::vector<double> force, mean;
  merge_repeats(data, force, mean);
  if (force.size() < 2)
    add("force", force.empty() ? "no row" : "one force, " + shown(force[0]),
        "identification needs the dissipation at two different forces at least",
        "add tests at other forces; five or more spread over a decade are usual");
  if (!force.empty() && force.back() > slip_force)
    add("force", shown(force.back()), "is above the slip force " + shown(slip_force),
        "remove the rows of macroslip, or raise the slip force");
  for (std::size_t i = 1; i < force.size(); ++i)
    if (mean[i] < mean[i - 1])
      add("dissipation",
          shown(mean[i]) + " at force " + shown(force[i]) + " after " + shown(mean[i - 1]) +
              " at " + shown(force[i - 1]),
          "dissipation that falls with force belongs to no Iwan joint",
          "check that both columns are amplitudes of one joint, and remove faulty rows");
  throw_if_any(std::move(problems));

  const double slope = log_log_slope(force, mean);
  if (!(slope > 2))
    throw Failure(Problem{data.source, "dissipation", "growing as force^" + shown(slope),
                          "an Iwan joint needs more than force^2 (the slope is 3 + chi, and "
                          "chi > -1)",
                          "take the viscous or material part out of the dissipation first"});
}

ForceDissipation read_force_dissipation(const std::string& path, double slip_force) {
  const CsvTable table = read_csv(path);
  const std::vector<double>&force = table.column("force"),
        &dissipation = table.column("dissipation");
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Empty cells (NaN) first; the check names them.
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::isnan(force[a]) ? !std::isnan(force[b]) : force[a] < force[b];
  };
  std::stable_sort(order.begin(), order.end(), before);
  ForceDissipation data;
  data.source = path;
  for (const std::size_t i : order) {
    data.force.push_back(force[i]);
    data.dissipation.push_back(dissipation[i]);
  }
  check_force_dissipation(data, slip_force);
  return data;
}

}  // namespace slipfront
