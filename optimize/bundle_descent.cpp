#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "optimize/descent_course.hpp"

namespace slipfront {
namespace {

// Slopes are trusted this far (decades or units of the chart) at the start, where a descent that
// followed one side of a kink has stopped, ...
constexpr double kFirstRadius = 0.05;
// ... and the search ends when they are trusted less far than this.
constexpr double kLastRadius = 1e-4;
// A step of just the radius ends within it, however it is rounded: its cut is what the next needs.
constexpr double kRim = 1 + 1e-9;
// A step is taken if it keeps a tenth of what the cuts promise.
constexpr double kKept = 0.1;
constexpr double kShrink = 0.25;
// A promise is worth a step if a slope at the tolerance could not keep it over so many decades.
constexpr double kReach = 0.2;
// Pairwise exchanges of weight between cuts; a handful of cuts settles in far fewer.
constexpr int kExchanges = 400;

/// The goal as far as a ray has to go to pass both objectives (Goal::reach), one slope for each.
struct Cuts {
  std::vector<Eigen::VectorXd> slopes;
  std::vector<double> gaps;  // how far the cut lies below the goal at the centre
};

class Bundle {
 public:
  Bundle(const DescentCourse& course, const Goal& goal) : course_(course), goal_(goal) {}

  double value(const DescentPoint& p) const { return goal_.reach(p.objectives); }

  /// Cuts of all points seen within the radius of the centre.
  Cuts cuts_near(const DescentPoint& centre, double radius) const {
    Cuts cuts;
    const double here = value(centre);
    for (const auto* points : {&course_.known(), &course_.points()})
      for (const DescentPoint& p : *points) add(p, centre, here, radius, cuts);
    return cuts;
  }

 private:
  void add(const DescentPoint& p, const DescentPoint& centre, double here, double radius,
           Cuts& cuts) const {
    if (!p.good) return;
    Eigen::VectorXd away(centre.x.size());
    for (Eigen::Index i = 0; i < away.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      away[i] = centre.x[k] - p.x[k];
    }
    if (away.lpNorm<Eigen::Infinity>() > kRim * radius) return;
    const auto cut = [&](double objective, double origin, double direction,
                         const Eigen::VectorXd& gradient) {
      if (!(direction > 0)) return;
      cuts.slopes.push_back(gradient / direction);
      const double there = (objective - origin) / direction + cuts.slopes.back().dot(away);
      // A cut above the goal belongs to a part that bends down: it counts as touching.
      cuts.gaps.push_back(std::max(here - there, 0.));
    };
    if (goal_.constrained()) {
      cut(p.objectives.frequency, goal_.origin.frequency, goal_.direction(0), p.d_frequency);
      cut(p.objectives.damping, goal_.origin.damping, goal_.direction(1), p.d_damping);
    } else {
      cuts.slopes.emplace_back(goal_.along[0] * p.d_frequency + goal_.along[1] * p.d_damping);
      cuts.gaps.push_back(
          std::max(here - (goal_.a(p.objectives) + cuts.slopes.back().dot(away)), 0.));
    }
  }

  const DescentCourse& course_;
  const Goal& goal_;
};

/// Entries of the slopes that a bound holds back, given the direction -v, become 0.
bool hold(const SearchChart& chart, const std::vector<double>& x, const Eigen::VectorXd& v,
          Cuts& cuts) {
  bool held = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const bool out =
        (x[i] <= chart.lower()[i] && v[k] > 0) || (x[i] >= chart.upper()[i] && v[k] < 0);
    if (!out) continue;
    held = true;
    for (Eigen::VectorXd& slope : cuts.slopes) slope[k] = 0;
  }
  return held;
}

struct Direction {
  Eigen::VectorXd slope;  // v = sum w_i g_i
  double gap = 0;         // sum w_i gap_i
};

/// min  prox/2 |sum w g|^2 + sum w gap  over weights w >= 0, sum w = 1.
Direction steepest(const Cuts& cuts, double prox) {
  const std::size_t count = cuts.slopes.size();
  std::vector<double> weight(count, 0);
  const auto first = static_cast<std::size_t>(std::min_element(cuts.gaps.begin(), cuts.gaps.end()) -
                                              cuts.gaps.begin());
  weight[first] = 1;
  Direction sum{cuts.slopes[first], cuts.gaps[first]};
  for (int k = 0; k < kExchanges; ++k) {
    // From the worst cut that has weight to the best of all.
    std::size_t best = 0, worst = count;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < count; ++i) {
      const double rise = prox * sum.slope.dot(cuts.slopes[i]) + cuts.gaps[i];
      if (rise < low) low = rise, best = i;
      if (weight[i] > 0 && rise > high) high = rise, worst = i;
    }
    const Eigen::VectorXd change = cuts.slopes[best] - cuts.slopes[worst];
    const double curvature = prox * change.squaredNorm();
    if (best == worst || !(high - low > 0)) break;
    const double share =
        curvature > 0 ? std::min(weight[worst], (high - low) / curvature) : weight[worst];
    weight[worst] = share < weight[worst] ? weight[worst] - share : 0;
    weight[best] += share;
    sum.slope += share * change;
    sum.gap += share * (cuts.gaps[best] - cuts.gaps[worst]);
  }
  return sum;
}

}  // namespace

void descend_over_kinks(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result) {
  const Bundle bundle(course, goal);
  const SearchChart& chart = course.chart();
  const DescentPoint* centre = &start;
  double radius = kFirstRadius, prox = 0;
  result.end = DescentEnd::limit_reached;
  while (!course.used_up()) {
    Cuts cuts = bundle.cuts_near(*centre, radius);
    Direction down = steepest(cuts, prox > 0 ? prox : 1);
    while (hold(chart, centre->x, down.slope, cuts) && down.slope.norm() > 0)
      down = steepest(cuts, prox > 0 ? prox : 1);
    result.gradient = down.slope.lpNorm<Eigen::Infinity>();
    if (result.gradient > 0 && !(prox > 0)) {
      prox = radius / result.gradient;
      continue;
    }
    const double longest = prox * result.gradient;
    const double scale = longest > radius ? radius / longest : 1;
    const double promised = scale * prox * down.slope.squaredNorm() + down.gap;
    if (!(promised > kReach * limits.gradient_tolerance)) {
      if (result.gradient <= limits.gradient_tolerance || radius < kLastRadius) {
        result.end = result.gradient <= limits.gradient_tolerance ? DescentEnd::converged
                                                                  : DescentEnd::stalled;
        break;
      }
      radius *= kShrink;
      prox = 0;
      continue;
    }
    std::vector<double> x = centre->x;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = std::clamp(x[i] - scale * prox * down.slope[static_cast<Eigen::Index>(i)],
                        chart.lower()[i], chart.upper()[i]);
    const DescentPoint& next = course.at(x);
    if (!next.good) {
      if (radius < kLastRadius) break;
      radius *= kShrink;
      prox *= kShrink;
      continue;
    }
    const double gained = bundle.value(*centre) - bundle.value(next);
    if (gained > kKept * promised) {
      centre = &next;
      if (gained > 0.5 * promised) prox *= 2;
    } else {
      prox *= 0.5;
      if (gained > 0) centre = &next;
      if (prox * result.gradient < kLastRadius) {
        result.end = DescentEnd::stalled;
        break;
      }
    }
  }
  result.x = centre->search;
  result.evaluation = centre->evaluation;
}

}  // namespace slipfront
