#include "modal/nelder_mead.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

using Point = std::vector<double>;

class Simplex {
 public:
  Simplex(const std::function<double(const Point&)>& objective, const SimplexOptions& options)
      : objective_(objective), options_(options) {}

  /// One run from `start`; returns the evaluations used.
  int run(const Point& start) {
    used_ = 0;
    corners_ = {corner(start)};
    for (std::size_t i = 0; i < start.size(); ++i) {
      Point x = start;
      x[i] = x[i] != 0 ? x[i] * (1 + options_.relative_step) : options_.absolute_step;
      corners_.push_back(corner(x));
    }
    const int most = options_.evaluations_per_variable * static_cast<int>(start.size());
    sort();
    while (used_ < most && !small()) step();
    return used_;
  }
  const Point& best() const { return corners_.front().x; }
  double value() const { return corners_.front().value; }

 private:
  struct Corner {
    Point x;
    double value;
  };

  Corner corner(const Point& x) {
    ++used_;
    const double value = objective_(x);
    return {x, std::isnan(value) ? HUGE_VAL : value};
  }
  void sort() {
    std::stable_sort(corners_.begin(), corners_.end(),
                     [](const Corner& a, const Corner& b) { return a.value < b.value; });
  }
  bool small() const {
    const Corner& best = corners_.front();
    if (!(corners_.back().value - best.value <= options_.f_tolerance * std::abs(best.value)))
      return false;
    for (const Corner& c : corners_)
      for (std::size_t i = 0; i < best.x.size(); ++i)
        if (!(std::abs(c.x[i] - best.x[i]) <=
              options_.x_tolerance * std::max(1.0, std::abs(best.x[i]))))
          return false;
    return true;
  }
  /// mean + factor (mean - worst), the mean without the worst corner.
  Corner beyond(double factor) {
    const std::size_t n = corners_.size() - 1;
    Point x(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = 0; c < n; ++c) x[i] += corners_[c].x[i] / static_cast<double>(n);
      x[i] += factor * (x[i] - corners_.back().x[i]);
    }
    return corner(x);
  }
  void step() {
    const Corner reflected = beyond(1);
    const double second_worst = corners_[corners_.size() - 2].value;
    Corner& worst = corners_.back();
    if (reflected.value < corners_.front().value) {
      const Corner expanded = beyond(2);
      worst = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < second_worst) {
      worst = reflected;
    } else {
      const bool outside = reflected.value < worst.value;
      const Corner contracted = beyond(outside ? 0.5 : -0.5);
      if (contracted.value <= (outside ? reflected.value : worst.value) &&
          std::isfinite(contracted.value))
        worst = contracted;
      else
        shrink();
    }
    sort();
  }
  void shrink() {
    const Point best = corners_.front().x;
    for (std::size_t c = 1; c < corners_.size(); ++c) {
      Point x = corners_[c].x;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = best[i] + 0.5 * (x[i] - best[i]);
      corners_[c] = corner(x);
    }
  }

  const std::function<double(const Point&)>& objective_;
  const SimplexOptions& options_;
  std::vector<Corner> corners_;  // best first
  int used_ = 0;
};

}  // namespace

SimplexResult nelder_mead(const std::function<double(const std::vector<double>&)>& objective,
                          const std::vector<double>& start, const SimplexOptions& options) {
  Simplex simplex(objective, options);
  SimplexResult result;
  result.evaluations = simplex.run(start);
  result.x = simplex.best();
  result.value = simplex.value();
  while (!result.converged && result.restarts < options.restarts) {
    result.evaluations += simplex.run(result.x);
    ++result.restarts;
    result.converged =
        !(result.value - simplex.value() > options.restart_gain * std::abs(result.value));
    if (simplex.value() < result.value) {
      result.x = simplex.best();
      result.value = simplex.value();
    }
  }
  return result;
}

}  // namespace slipfront
