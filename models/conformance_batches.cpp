// Conformance of batches: many points in one call give what each gives alone, in every output, and
// whether or not the others are asked for. Outputs are NaN before: what is not written shows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kPoints = 7;
// Of the largest of the batch: sums may be in another order, and what is integrated over another
// path.
constexpr double kSame = 1e-6;
constexpr double kUnwritten = std::numeric_limits<double>::quiet_NaN();

std::vector<double> unwritten(std::size_t count) { return std::vector<double>(count, kUnwritten); }

std::string place(const std::string& output, std::size_t point) {
  return output + " of point " + std::to_string(point + 1) + " of " + std::to_string(kPoints);
}

/// `batch` holds the answers of all points one after another.
void compare(ConformanceCase& at, const std::string& output, const std::vector<double>& batch,
             const std::vector<std::vector<double>>& alone) {
  double size = 0;
  for (const std::vector<double>& one : alone)
    for (const double value : one) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < alone.size(); ++i)
    for (std::size_t k = 0; k < alone[i].size(); ++k)
      at.expect_near(batch[i * alone[i].size() + k], alone[i][k], size, kSame,
                     "many points at once must be what each of them is alone", place(output, i));
}

void check_virgin_batch(ConformanceCase& at) {
  const std::size_t columns = 2 + at.bound().parameter_count();
  std::vector<double> u, normal(kPoints, at.normal());
  for (std::size_t i = 0; i < kPoints; ++i)
    u.push_back((i % 2 == 0 ? 1 : -1) * at.draw_displacement());
  std::vector<double> traction = unwritten(kPoints), tangent = traction, area = traction,
                      alone = traction, d_traction = unwritten(kPoints * columns);
  at.bound().virgin({.points = kPoints,
                     .displacement = u.data(),
                     .normal_traction = normal.data(),
                     .traction = traction.data(),
                     .tangent = tangent.data(),
                     .loop_area = area.data(),
                     .d_traction = d_traction.data()});
  at.bound().virgin({.points = kPoints,
                     .displacement = u.data(),
                     .normal_traction = normal.data(),
                     .traction = alone.data()});
  // By output: of each point.
  std::vector<std::vector<double>> tractions, tangents, areas, derivatives;
  for (const double each : u) {
    const VirginAnswer one = virgin_at(at.bound(), each, at.normal());
    tractions.push_back({one.traction});
    tangents.push_back({one.tangent});
    areas.push_back({one.loop_area});
    derivatives.push_back(one.d_traction);
  }
  compare(at, "traction", traction, tractions);
  compare(at, "traction, the only output,", alone, tractions);
  // Far in slip a tangent is rounding: of the stiffness at rest.
  tangents.push_back({virgin_at(at.bound(), 0, at.normal()).tangent});
  tangent.push_back(tangents.back()[0]);
  compare(at, "tangent", tangent, tangents);
  compare(at, "loop area", area, areas);
  compare(at, "derivatives", d_traction, derivatives);
}

void check_hysteretic_batch(ConformanceCase& at, std::size_t directions) {
  const std::size_t d = directions, h = at.bound().history_size(d);
  if (h == 0) return;
  std::vector<double> u, past, normal(kPoints, at.normal());
  std::vector<HystereticAnswer> answers;
  for (std::size_t i = 0; i < kPoints; ++i) {
    std::vector<double> first, second;
    for (std::size_t k = 0; k < d; ++k) {
      first.push_back(at.uniform(-2 * at.slip(), 2 * at.slip()));
      second.push_back(at.uniform(-at.slip(), at.slip()));
    }
    const std::vector<double> history =
        load_to(at.bound(), first, start_at(at.bound(), std::vector<double>(d, 0.0)), at.normal(),
                false)
            .new_history;
    answers.push_back(load_to(at.bound(), second, history, at.normal(), false));
    u.insert(u.end(), second.begin(), second.end());
    past.insert(past.end(), history.begin(), history.end());
  }
  std::vector<double> traction = unwritten(kPoints * d), tangent = unwritten(kPoints * d * d),
                      work = unwritten(kPoints), next = unwritten(kPoints * h), alone = traction;
  at.bound().hysteretic({.points = kPoints,
                         .directions = d,
                         .displacement = u.data(),
                         .normal_traction = normal.data(),
                         .history = past.data(),
                         .traction = traction.data(),
                         .tangent = tangent.data(),
                         .work = work.data(),
                         .new_history = next.data()});
  at.bound().hysteretic({.points = kPoints,
                         .directions = d,
                         .displacement = u.data(),
                         .normal_traction = normal.data(),
                         .history = past.data(),
                         .traction = alone.data()});
  const auto of = [&](const auto& member) {
    std::vector<std::vector<double>> all;
    for (const HystereticAnswer& one : answers) all.push_back(member(one));
    return all;
  };
  compare(at, "hysteretic traction", traction, of([](const auto& a) { return a.traction; }));
  compare(at, "hysteretic traction, the only output,", alone,
          of([](const auto& a) { return a.traction; }));
  compare(at, "hysteretic tangent", tangent, of([](const auto& a) { return a.tangent; }));
  compare(at, "work", work, of([](const auto& a) { return std::vector<double>{a.work}; }));
  compare(at, "history", next, of([](const auto& a) { return a.new_history; }));
}

}  // namespace

void check_batches(ConformanceCase& at) {
  check_virgin_batch(at);
  for (const std::size_t directions : {1, 2}) check_hysteretic_batch(at, directions);
}

}  // namespace slipfront
