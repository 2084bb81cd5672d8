// Conformance of the hysteretic forms: paths of random reversals in one or two directions.
#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"
#include "models/quadrature.hpp"

namespace slipfront {

namespace {

using Path = std::vector<std::vector<double>>;

constexpr int kTurns = 6;  // of a random path: enough to nest, to wipe out and to nest again

double largest(const std::vector<double>& v) {
  double result = 0;
  for (const double x : v) result = std::max(result, std::abs(x));
  return result;
}

double largest(const Path& path) {
  double result = 0;
  for (const auto& u : path) result = std::max(result, largest(u));
  return result;
}

Path random_path(ConformanceCase& at, std::size_t directions) {
  const double size = std::exp(at.uniform(std::log(0.5 * at.knee()), std::log(2 * at.slip())));
  Path path;
  for (int i = 0; i < kTurns; ++i) {
    path.emplace_back();
    for (std::size_t d = 0; d < directions; ++d) path.back().push_back(at.uniform(-size, size));
  }
  return path;
}

// Rounding of a traction: of the largest spring force that was ever subtracted.
double traction_size(const ConformanceCase& at, const Path& path) {
  return virgin_at(at.bound(), 0, at.normal()).tangent * std::min(largest(path), at.knee()) +
         std::abs(virgin_traction(at.bound(), 2 * largest(path), at.normal()));
}

std::string text(const Path& path) {
  std::string result = "path";
  for (const auto& u : path) {
    result += ' ';
    for (std::size_t d = 0; d < u.size(); ++d) {
      if (d > 0) result += ',';
      result += to_text(u[d]);
    }
  }
  return result;
}

bool finite(const HystereticAnswer& at) {
  const auto all = [](const std::vector<double>& v) {
    return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
  };
  return all(at.traction) && all(at.tangent) && all(at.d_normal) && all(at.new_history) &&
         all(at.jacobian) && std::isfinite(at.work);
}

// Tangent, normal derivative and jacobian name the same numbers.
void check_consistency(ConformanceCase& at, const HystereticAnswer& here, double size, double step,
                       const std::string& where) {
  const std::size_t d = here.traction.size(), h = here.new_history.size();
  const std::size_t columns = d + 1 + h + at.values().size();
  at.expect(finite(here), "hysteretic outputs are finite", where);
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < d; ++c) {
      const double tangent = here.tangent[r * d + c];
      at.expect_near(here.jacobian[r * columns + c], tangent,
                     std::max(std::abs(tangent), size / step), at.options().path_tolerance,
                     "tangent and jacobian agree", where);
    }
    at.expect_near(here.jacobian[r * columns + d], here.d_normal[r],
                   std::max(std::abs(here.d_normal[r]), size / std::max(at.normal(), 1.0)),
                   at.options().path_tolerance,
                   "derivative by the normal traction and jacobian agree", where);
  }
}

// Derivatives of the final traction and of the total work by one argument of the whole
// path, by chaining the jacobians of its segments. `by_segment(k)` says which column of
// segment k the argument moves.
struct Chained {
  std::vector<double> traction;
  double work = 0;
};

Chained chain(const std::vector<HystereticAnswer>& segments, std::size_t directions,
              std::size_t columns, const std::function<int(std::size_t)>& by_segment) {
  const std::size_t h = segments[0].new_history.size(), d = directions;
  std::vector<double> history(h, 0.0);
  Chained result{std::vector<double>(d, 0.0), 0};
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const double* jacobian = segments[k].jacobian.data();
    const int column = by_segment(k);
    const auto row = [&](std::size_t r) {
      double sum = column < 0 ? 0 : jacobian[r * columns + column];
      for (std::size_t j = 0; j < h; ++j)
        if (history[j] != 0) sum += jacobian[r * columns + d + 1 + j] * history[j];
      return sum;
    };
    for (std::size_t r = 0; r < d; ++r) result.traction[r] = row(r);
    result.work += row(d + h);
    std::vector<double> next(h);
    for (std::size_t j = 0; j < h; ++j) next[j] = row(d + j);
    history = next;
  }
  return result;
}

void check_chain(ConformanceCase& at, const Path& path, double size) {
  const std::size_t d = path[0].size(), last = path.size() - 1;
  const std::string where = text(path);
  std::vector<HystereticAnswer> segments;
  std::vector<double> history = start_at(at.bound(), std::vector<double>(d, 0.0));
  for (std::size_t k = 0; k < path.size(); ++k) {
    segments.push_back(load_to(at.bound(), path[k], history, at.normal()));
    history = segments.back().new_history;
    std::vector<double> step = path[k];
    for (std::size_t i = 0; k > 0 && i < d; ++i) step[i] -= path[k - 1][i];
    check_consistency(at, segments.back(), size, largest(step), where);
  }
  const std::size_t h = history.size(), columns = d + 1 + h + at.values().size();
  const double length = largest(path), energy = size * length;

  const auto compare = [&](const Chained& claimed, const std::function<Walk(double)>& walked,
                           double x, double x_scale, const std::string& name) {
    for (std::size_t r = 0; r < d; ++r)
      at.expect_derivative(
          [&](double v) {
            const Walk w = walked(v);
            return w.traction.empty() ? NAN : w.traction[last][r];
          },
          x, x_scale, claimed.traction[r], size, "derivative of a path's traction by " + name,
          where);
    at.expect_derivative(
        [&](double v) {
          const Walk w = walked(v);
          return w.traction.empty() ? NAN : w.total_work;
        },
        x, x_scale, claimed.work, energy, "derivative of a path's work by " + name, where);
  };

  // The first, a middle and the last turning point.
  for (const std::size_t k : {std::size_t{0}, last / 2, last}) {
    for (std::size_t i = 0; i < d; ++i) {
      const auto walked = [&](double v) {
        Path moved = path;
        moved[k][i] = v;
        return walk(at.bound(), moved, at.normal());
      };
      compare(chain(segments, d, columns, [&](std::size_t s) { return s == k ? int(i) : -1; }),
              walked, path[k][i], length, "a turning point");
    }
  }
  if (at.pressure_dependent()) {
    const auto walked = [&](double v) { return walk(at.bound(), path, v); };
    compare(chain(segments, d, columns, [&](std::size_t) { return int(d); }), walked, at.normal(),
            at.normal(), "the normal traction");
  }
  for (std::size_t p = 0; p < at.values().size(); ++p) {
    const auto walked = [&](double v) {
      const auto other = at.with(p, v);
      // A law may lose a form at the edge of its domain.
      const bool same = other && other->history_size(d) == h;
      return same ? walk(*other, path, at.normal()) : Walk{};
    };
    compare(chain(segments, d, columns, [&](std::size_t) { return int(d + 1 + h + p); }), walked,
            at.values()[p], at.parameter_scale(p), at.parameters()[p].name);
  }
}

// Work of the last segment against quadrature of its tractions.
void check_work(ConformanceCase& at, const Path& path, double size) {
  const std::size_t d = path[0].size();
  std::vector<double> history = start_at(at.bound(), std::vector<double>(d, 0.0));
  for (std::size_t k = 0; k + 1 < path.size(); ++k)
    history = load_to(at.bound(), path[k], history, at.normal(), false).new_history;
  const std::vector<double>&from = path[path.size() - 2], &to = path.back();
  const auto power = [&](double x) {
    std::vector<double> u = from;
    for (std::size_t i = 0; i < d; ++i) u[i] += x * (to[i] - from[i]);
    const HystereticAnswer here = load_to(at.bound(), u, history, at.normal(), false);
    double sum = 0;
    for (std::size_t i = 0; i < d; ++i) sum += here.traction[i] * (to[i] - from[i]);
    return sum;
  };
  constexpr int kDepth = 40;
  constexpr double kTolerance = 1e-13, kAllowed = 1e-8;
  const double energy = size * largest(path);
  const double expected = adaptive_integral(power, 0.0, 1.0, kTolerance * energy, kDepth);
  const double work = load_to(at.bound(), to, history, at.normal(), false).work;
  at.expect_near(work, expected, energy, kAllowed, "work along a segment", text(path));
}

void check_mirror(ConformanceCase& at, const Path& path, double size) {
  Path mirrored = path;
  for (auto& u : mirrored)
    for (double& x : u) x = -x;
  const Walk a = walk(at.bound(), path, at.normal());
  const Walk b = walk(at.bound(), mirrored, at.normal());
  for (std::size_t k = 0; k < path.size(); ++k)
    for (std::size_t i = 0; i < path[k].size(); ++i)
      at.expect_near(a.traction[k][i], -b.traction[k][i], size, at.options().path_tolerance,
                     "a mirrored path gives mirrored tractions", text(path));
  at.expect_near(a.total_work, b.total_work, size * largest(path), at.options().path_tolerance,
                 "a mirrored path takes the same work", text(path));
}

// A closed cycle dissipates. A cycle that ends with another traction than it began with
// may give back what it has stored: at most that difference times the way it took.
void check_dissipation(ConformanceCase& at, const Path& path, double size) {
  constexpr int kSettling = 20;
  Path cycles;
  for (int i = 0; i <= kSettling; ++i) cycles.insert(cycles.end(), path.begin(), path.end());
  const Walk all = walk(at.bound(), cycles, at.normal());
  const std::size_t first = cycles.size() - path.size(), last = cycles.size() - 1;
  double work = 0, open = 0;
  for (std::size_t k = first; k <= last; ++k) work += all.work[k];
  for (std::size_t i = 0; i < path[0].size(); ++i)
    open = std::max(open, std::abs(all.traction[last][i] - all.traction[first - 1][i]));
  const double allowed = at.options().path_tolerance * size + kTurns * open;
  at.expect(work >= -allowed * largest(path), "a closed cycle does not create energy",
            text(path) + ": " + to_text(work) + " J per m^2");
}

}  // namespace

void check_hysteretic(ConformanceCase& at, std::size_t directions) {
  constexpr int kPaths = 3;
  const BoundLaw& law = at.bound();
  if (law.history_size(directions) == 0) return;
  for (int i = 0; i < kPaths; ++i) {
    const Path path = random_path(at, directions);
    const double size = traction_size(at, path);
    check_chain(at, path, size);
    check_work(at, path, size);
    check_mirror(at, path, size);
    check_dissipation(at, path, size);
  }
  const std::vector<double> rest(directions, 0.0);
  at.expect(finite(load_to(law, rest, start_at(law, rest), at.normal())),
            "hysteretic outputs are finite", "at rest");
}

}  // namespace slipfront
